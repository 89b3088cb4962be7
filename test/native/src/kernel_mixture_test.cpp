#include "kernel_mixture.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "active_kernels.hpp"
#include "numeric_kernels.hpp"

namespace pineforge::hpo {
namespace {

constexpr simd::Interval kInterval{-2.0, 6.0};

TEST(SortedWidths, AreTheReferencesForSortedPositions) {
  std::mt19937 engine(1);
  for (const std::size_t count : {0U, 1U, 2U, 3U, 25U, 97U, 98U, 300U}) {
    std::vector<double> positions(count);
    for (double& position : positions) position = -2.0 + 8.0 * static_cast<double>(engine() % 1000) / 999.0;
    std::sort(positions.begin(), positions.end());
    std::vector<double> sigma(count);
    sorted_widths(positions, kInterval, sigma.data());
    EXPECT_EQ(sigma, kernel_widths(positions, kInterval.low, kInterval.high, TieOrder::kStable)) << count;
  }
}

TEST(KernelMixture, AddsUpTruncatedNormals) {
  KernelMixture mixture(active_kernels(), kInterval, 3);
  mixture.resize(3);
  const double mean[] = {-1.9, 2.0, 5.0};
  const double sigma[] = {0.3, 8.0, 1.5};
  const double weight[] = {0.2, 1.0, 0.7};
  for (std::size_t i = 0; i < 3; ++i) {
    mixture.set(i, mean[i], sigma[i]);
    mixture.weight()[i] = weight[i];
  }
  mixture.complete_changed();
  mixture.weigh();

  const auto cdf = [](double z) { return 0.5 * std::erfc(-z / std::sqrt(2.0)); };
  const auto mass = [&](std::size_t i, double a, double b) {
    return cdf((b - mean[i]) / sigma[i]) - cdf((a - mean[i]) / sigma[i]);
  };
  const std::vector<double> points{-2.0, -1.5, 0.0, 1.0, 2.5, 4.0, 5.5, 6.0};
  std::vector<double> sums(points.size(), 0.0);
  mixture.add_densities(points, sums.data());
  for (std::size_t p = 0; p < points.size(); ++p) {
    double expected = 0.0;
    for (std::size_t i = 0; i < 3; ++i) {
      const double z = (points[p] - mean[i]) / sigma[i];
      expected += weight[i] * 8.0 / sigma[i] * std::exp(-0.5 * z * z) / mass(i, -2.0, 6.0);
    }
    EXPECT_NEAR(sums[p] / expected, 1.0, 1e-14);
  }
  double expected = 0.0;
  for (std::size_t i = 0; i < 3; ++i) expected += weight[i] * mass(i, 1.0, 2.5) / mass(i, -2.0, 6.0);
  EXPECT_NEAR(mixture.mass_within(1.0, 2.5), expected, 1e-14);
}

}  // namespace
}  // namespace pineforge::hpo
