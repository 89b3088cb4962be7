#include "kernel_chooser.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "active_kernels.hpp"

namespace pineforge::hpo {
namespace {

TEST(KernelChooser, CountsTheCumulativeWeightsThatDoNotExceedAUniform) {
  for (std::size_t kernels = 1; kernels <= kMaxGood + 1; ++kernels) {
    KernelChooser chooser(active_kernels());
    chooser.reset(kernels);
    std::vector<double> cumulative(kernels, 1.0 / static_cast<double>(kernels));
    std::partial_sum(cumulative.begin(), cumulative.end(), cumulative.begin());
    const double total = cumulative.back();
    std::vector<double> uniforms{0.0, 0.5, std::nextafter(1.0, 0.0)};
    for (double& sum : cumulative) {
      sum /= total;
      uniforms.insert(uniforms.end(), {std::nextafter(sum, 0.0), sum, std::nextafter(sum, 2.0)});
    }
    std::erase_if(uniforms, [](double u) { return u >= 1.0; });
    uniforms.resize(simd::padded(uniforms.size()), 0.25);
    std::vector<std::uint32_t> chosen(uniforms.size());
    chooser.choose(uniforms, chosen.data());
    for (std::size_t i = 0; i < uniforms.size(); ++i) {
      const auto above = std::upper_bound(cumulative.begin(), cumulative.end(), uniforms[i]);
      EXPECT_EQ(chosen[i], above - cumulative.begin()) << kernels << " kernels, u = " << uniforms[i];
    }
  }
}

}  // namespace
}  // namespace pineforge::hpo
