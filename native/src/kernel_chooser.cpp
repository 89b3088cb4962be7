#include "kernel_chooser.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

namespace pineforge::hpo {

void KernelChooser::reset(std::size_t kernels) {
  kernels_ = kernels;
  const auto first = cumulative_.begin() + 1;
  const auto last = first + static_cast<std::ptrdiff_t>(kernels);
  std::fill(first, last, 1.0 / static_cast<double>(kernels));
  std::partial_sum(first, last, first);
  const double total = *(last - 1);
  for (auto sum = first; sum != last; ++sum) *sum /= total;
  cumulative_.front() = -std::numeric_limits<double>::infinity();
  *last = std::numeric_limits<double>::infinity();
}

void KernelChooser::choose(std::span<const double> uniforms, std::uint32_t* chosen) const {
  const auto kernels = static_cast<double>(kernels_);
  for (std::size_t i = 0; i < uniforms.size(); ++i) {
    // The equal weights put the answer here, give or take one for rounding.
    auto kernel = static_cast<std::uint32_t>(uniforms[i] * kernels);
    kernel += cumulative_[kernel + 1] <= uniforms[i] ? 1 : 0;
    kernel -= cumulative_[kernel] > uniforms[i] ? 1 : 0;
    chosen[i] = kernel;
  }
}

}  // namespace pineforge::hpo
