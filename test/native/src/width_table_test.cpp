#include "width_table.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>

#include "active_kernels.hpp"
#include "quantile_rows.hpp"

namespace pineforge::hpo {
namespace {

long double upper_tail(long double x) { return 0.5L * std::erfc(x / std::sqrt(2.0L)); }

/// Mass of the bin `distance` values from the mean.
long double bin_mass(double sigma, std::size_t distance) {
  const auto d = static_cast<long double>(distance);
  if (distance == 0) return 1.0L - 2.0L * upper_tail(0.5L / sigma);
  return upper_tail((d - 0.5L) / sigma) - upper_tail((d + 0.5L) / sigma);
}

class WidthTableOfSigma : public testing::TestWithParam<double> {};

TEST_P(WidthTableOfSigma, HoldsTheMassesOfBinsAndOfTheInterval) {
  const double sigma = GetParam();
  for (const std::size_t size : {2U, 3U, 10U, 16U, 29U, 96U, 256U}) {
    WidthTable table(size);
    table.set_sigma(active_kernels(), 1.0);
    table.set_sigma(active_kernels(), sigma);
    for (std::size_t centre = 0; centre < size; ++centre) {
      long double within = 0.0L;
      for (std::size_t value = 0; value < size; ++value) {
        const std::size_t distance = value > centre ? value - centre : centre - value;
        const auto expected = static_cast<double>(bin_mass(sigma, distance));
        within += bin_mass(sigma, distance);
        const double tolerance = 1e-13 * expected * (1.0 + sigma) + 1e-23;
        ASSERT_NEAR(table.bin_masses(value)[centre], expected, tolerance) << size << ", " << centre << ", " << value;
        ASSERT_EQ(table.bin_masses(centre)[value], table.bin_masses(value)[centre]);
        ASSERT_EQ(table.edges().bin_mass(distance), table.bin_masses(value)[centre]);
        ASSERT_NEAR(table.edges().at(centre)[value] - table.edges().at(centre)[-1], static_cast<double>(within), 1e-14);
      }
      ASSERT_NEAR(table.inverse_masses()[centre] * static_cast<double>(within), 1.0, 1e-13) << size << ", " << centre;
    }
    for (std::size_t i = size; i < simd::padded(size); ++i) EXPECT_EQ(table.inverse_masses()[i], 0.0);
  }
}

TEST_P(WidthTableOfSigma, GivesCumulativeProbabilitiesToDrawFrom) {
  constexpr std::size_t kSize = 10;
  EdgeTable edges(kSize);
  edges.set_sigma(active_kernels(), GetParam());
  QuantileRows rows(kSize);
  rows.set(edges);
  for (std::size_t centre = 0; centre < kSize; ++centre) {
    for (std::size_t value = 0; value + 1 < kSize; ++value) {
      const double cumulative = edges.at(centre)[value] - edges.at(centre)[-1];
      EXPECT_NEAR(rows.at(centre)[value], cumulative / edges.mass_within(centre), 1e-15);
    }
    for (std::size_t i = kSize - 1; i < simd::kGridWindow; ++i) EXPECT_GE(rows.at(centre)[i], 1.0);
  }
}

INSTANTIATE_TEST_SUITE_P(Sigmas, WidthTableOfSigma, testing::Values(0.1, 0.37, 1.0, 2.56, 7.0, 100.0));

}  // namespace
}  // namespace pineforge::hpo
