#include "kernel_chooser.hpp"

#include <algorithm>
#include <numeric>

namespace pineforge::hpo {

void KernelChooser::reset(std::size_t count) {
  count_ = count;
  const std::span<double> cumulative = std::span(cumulative_).first(count);
  std::fill(cumulative.begin(), cumulative.end(), 1.0 / static_cast<double>(count));
  std::partial_sum(cumulative.begin(), cumulative.end(), cumulative.begin());
  const double total = cumulative.back();
  for (double& sum : cumulative) sum /= total;
}

void KernelChooser::choose(std::span<const double> uniforms, std::uint32_t* chosen) const {
  // Weights are equal: the rounded sums matter only where a uniform lies next to one.
  if (!kernels_.equal_choice(uniforms.data(), uniforms.size(), static_cast<double>(count_), chosen)) return;
  const std::span<const double> cumulative = std::span(cumulative_).first(count_);
  for (std::size_t i = 0; i < uniforms.size(); ++i) {
    const auto above = std::upper_bound(cumulative.begin(), cumulative.end(), uniforms[i]);
    chosen[i] = static_cast<std::uint32_t>(above - cumulative.begin());
  }
}

}  // namespace pineforge::hpo
