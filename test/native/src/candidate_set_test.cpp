#include "candidate_set.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "active_kernels.hpp"

namespace pineforge::hpo {
namespace {

/// A normal around the middle of the axis whose sigma is the least there is, and one ten times as wide.
class CandidateSetOnGrid : public testing::TestWithParam<double> {};

TEST_P(CandidateSetOnGrid, AveragesDensitiesOverBinsAsWellAsMassesDo) {
  SearchSpace space;
  space.add_log_int("log ints", 1, 100000);
  space.add_int("ints", 0, 2000);
  for (const Parameter& parameter : space) {
    const NumericAxis axis(active_kernels(), parameter);
    const double sigma = GetParam() * axis.interval().range() / 100.0;
    CandidateSet candidates(active_kernels(), axis);
    for (std::size_t i = 0; i < kCandidates; ++i) {
      candidates.positions()[i] =
          axis.interval().low + axis.interval().range() * (static_cast<double>(i) + 0.5) / kCandidates;
    }
    candidates.locate();
    candidates.place_points((1U << kCandidates) - 1U);
    for (std::size_t i = 0; i < kCandidates; ++i) {
      if (candidates.by_mass(i)) continue;
      for (const double distance : {0.0, 0.7, 3.0, 6.0}) {
        const double mean = candidates.position(i) + distance * sigma;
        std::vector<double> densities;
        for (const double point : candidates.points()) {
          const double z = (point - mean) / sigma;
          densities.push_back(std::exp(-0.5 * z * z));
        }
        const auto tail = [&](double edge) { return 0.5 * std::erfc(std::abs(edge - mean) / sigma / std::sqrt(2.0)); };
        const double low = candidates.low(i);
        const double high = candidates.high(i);
        const double mass = low < mean && high > mean ? 1.0 - tail(low) - tail(high) : std::abs(tail(low) - tail(high));
        const double expected = mass * sigma * std::sqrt(2.0 * M_PI) / (high - low);
        // The masses are differences and know less than the quadrature where bins are narrow.
        const double known = 4e-16 + 1e-15 * sigma / (high - low);
        EXPECT_NEAR(candidates.mean_density(i, densities.data()), expected, known) << parameter.name << ", " << i;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Sigmas, CandidateSetOnGrid, testing::Values(1.0, 10.0));

TEST(CandidateSet, KnowsTheBinsThatAreWiderThanTheLeastSigma) {
  SearchSpace space;
  space.add_log_int("log ints", 1, 1000000);
  space.add_int("ints", 0, 1000);
  const NumericAxis log_axis(active_kernels(), space[0]);
  const std::vector<double> edges = CandidateSet::wide_bin_edges(active_kernels(), log_axis, space[0]);
  const double unit = std::log(1000000.5 / 0.5) / 100.0;
  ASSERT_GE(edges.size(), 2U);
  for (std::size_t i = 0; i < edges.size(); ++i) {
    EXPECT_NEAR(edges[i], std::log(static_cast<double>(i) + 0.5), 1e-15);
    if (i > 0) {
      EXPECT_GT(edges[i] - edges[i - 1], unit);
    }
  }
  EXPECT_LE(std::log(static_cast<double>(edges.size()) + 0.5) - edges.back(), unit);
  const NumericAxis axis(active_kernels(), space[1]);
  EXPECT_TRUE(CandidateSet::wide_bin_edges(active_kernels(), axis, space[1]).empty());
}

}  // namespace
}  // namespace pineforge::hpo
