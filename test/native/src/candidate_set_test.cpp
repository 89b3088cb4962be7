#include "candidate_set.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "active_kernels.hpp"

namespace pineforge::hpo {
namespace {

/// A normal around the middle of the axis whose sigma is the least there is,
/// and one ten times as wide.
class CandidateSetOnGrid : public testing::TestWithParam<double> {};

TEST_P(CandidateSetOnGrid, AveragesDensitiesOverBinsAsWellAsMassesDo) {
  SearchSpace space;
  space.add_log_int("log ints", 1, 100000);
  space.add_int("ints", 0, 2000);
  for (const Parameter& parameter : space) {
    const NumericAxis axis(active_kernels(), parameter);
    const double sigma = GetParam() * axis.interval().range() / 100.0;
    CandidateSet candidates(active_kernels(), axis, parameter);
    for (std::size_t i = 0; i < kCandidates; ++i) {
      candidates.positions()[i] =
          axis.interval().low + axis.interval().range() * (static_cast<double>(i) + 0.5) / kCandidates;
    }
    candidates.locate();
    candidates.place_points(kAllCandidates);
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
        // The masses are differences and know less than the quadrature where
        // bins are narrow.
        const double known = 4e-16 + 1e-15 * sigma / (high - low);
        EXPECT_NEAR(candidates.mean_density<double>(i, densities), expected, known) << parameter.name << ", " << i;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Sigmas, CandidateSetOnGrid, testing::Values(1.0, 10.0));

TEST(CandidateSet, KeepsToTheErrorOfCoarsePoints) {
  SearchSpace space;
  space.add_log_int("log ints", 1, 1000000);
  space.add_int("ints", 0, 5000);
  space.add_int("few ints", 0, 60);
  for (const Parameter& parameter : space) {
    const NumericAxis axis(active_kernels(), parameter);
    const double sigma = axis.interval().range() / 100.0;
    CandidateSet candidates(active_kernels(), axis, parameter);
    for (std::size_t i = 0; i < kCandidates; ++i) {
      // Small values of the log ints, whose bins are wide.
      candidates.positions()[i] = axis.position_of(parameter.low + std::floor(0.25 * static_cast<double>(i * i)));
    }
    candidates.locate();
    candidates.place_coarse_points();
    for (std::size_t i = 0; i < kCandidates; ++i) {
      if (i == 1 || candidates.by_mass(i)) continue;  // 1 has the value of 0.
      const double half = 0.5 * (candidates.high(i) - candidates.low(i));
      for (double distance = 0.0; distance <= 7.5; distance += 0.05) {
        const double mean = candidates.high(i) + distance * sigma - half;
        std::vector<double> densities;
        for (const double point : candidates.points()) {
          densities.push_back(std::exp(-0.5 * std::pow((point - mean) / sigma, 2)));
        }
        const auto above = [&](double edge) { return 0.5 * std::erfc((mean - edge) / sigma / std::sqrt(2.0)); };
        const double mass = above(candidates.high(i)) - above(candidates.low(i));
        const double expected = mass * sigma * std::sqrt(2.0 * M_PI) / (2.0 * half);
        EXPECT_NEAR(candidates.mean_density<double>(i, densities) / expected, 1.0, kCoarseBinError)
            << parameter.name << ", " << candidates.value(i) << ", " << distance;
      }
    }
  }
}

TEST(CandidateSet, TakesEqualValuesOfAGridOnce) {
  SearchSpace space;
  space.add_int("ints", 0, 1000);
  const NumericAxis axis(active_kernels(), space[0]);
  CandidateSet candidates(active_kernels(), axis, space[0]);
  for (std::size_t i = 0; i < kCandidates; ++i) {
    candidates.positions()[i] = axis.position_of(static_cast<double>(i % 5) * 100.0);
  }
  candidates.locate();
  candidates.place_coarse_points();
  const std::vector<float> ones(CandidateSet::kMostPoints, 1.0F);
  EXPECT_EQ(candidates.coarse_best(ones, ones), 0b11111U);
}

TEST(CandidateSet, KnowsTheBinsThatAreWiderThanTheLeastSigma) {
  SearchSpace space;
  space.add_log_int("log ints", 1, 1000000);
  space.add_int("ints", 0, 1000);
  const NumericAxis log_axis(active_kernels(), space[0]);
  const CandidateSet log_candidates(active_kernels(), log_axis, space[0]);
  const std::span<const double> edges = log_candidates.wide_bin_edges();
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
  EXPECT_TRUE(CandidateSet(active_kernels(), axis, space[1]).wide_bin_edges().empty());
}

}  // namespace
}  // namespace pineforge::hpo
