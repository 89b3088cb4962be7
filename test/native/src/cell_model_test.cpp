#include "cell_model.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <functional>
#include <memory>
#include <random>
#include <vector>

#include "active_kernels.hpp"
#include "parzen_estimator.hpp"
#include "pineforge/hpo/sampler.hpp"

namespace pineforge::hpo {
namespace {

constexpr double kLow = -5.0;
constexpr double kHigh = 5.0;

SearchSpace reals(std::size_t count) {
  SearchSpace space;
  for (std::size_t i = 0; i < count; ++i) space.add_real("x" + std::to_string(i), kLow, kHigh);
  return space;
}

/// The bad trials' model of one parameter, and everything it was told.
struct FollowedModel {
  CellModel model{active_kernels(), {kLow, kHigh}, {}};
  std::vector<double> positions;
};

/// ln of the density at `points`, 8 of them.
std::array<double, 8> log_densities(CellModel& model, const SplitTracker& split, const std::array<double, 8>& points) {
  std::array<double, 8> result{};
  model.prepare(split);
  model.add_densities(split, points, result.data());
  const double weights = split.ramp().total(split.bad_count()) + 1.0;
  for (double& density : result) density = std::log(density / (weights * (kHigh - kLow) * std::sqrt(2.0 * M_PI)));
  return result;
}

void expect_direct_sums(FollowedModel& followed, const SplitTracker& split, const std::array<double, 8>& points,
                        double tolerance) {
  std::vector<double> observations;
  for (std::size_t trial = 0; trial < split.trials(); ++trial) {
    if (!split.is_good(static_cast<Trial>(trial))) observations.push_back(followed.positions[trial]);
  }
  static const SearchSpace kSpace = reals(1);
  const ParzenEstimator direct(kSpace[0], observations, TieOrder::kStable);
  CellModel rebuilt{active_kernels(), {kLow, kHigh}, {}};
  rebuilt.rebuild(split, followed.positions);
  const std::array<double, 8> incremental = log_densities(followed.model, split, points);
  const std::array<double, 8> from_nothing = log_densities(rebuilt, split, points);
  for (std::size_t i = 0; i < points.size(); ++i) {
    EXPECT_NEAR(incremental[i], direct.log_density(points[i]), tolerance) << "x = " << points[i];
    EXPECT_NEAR(from_nothing[i], incremental[i], tolerance) << "x = " << points[i];
  }
}

/// Points all over the interval, at its ends, and next to the last observation.
std::array<double, 8> probes(double last) {
  return {kLow, kHigh, last, std::min(last + 0.05, kHigh), std::max(last - 0.3, kLow), -3.21, 0.017, 4.4};
}

/// Follows `trials` positions and objectives, comparing every `interval`
/// trials.
void follow(std::size_t trials, std::size_t interval, const std::function<double(std::size_t)>& position,
            const std::function<double(std::size_t)>& objective) {
  SplitTracker split(trials);
  FollowedModel followed;
  for (std::size_t trial = 0; trial < trials; ++trial) {
    followed.positions.push_back(position(trial));
    const SplitChange change = split.tell(objective(trial));
    if (split.good_count() < kMaxGood) continue;
    if (change.left_good == kNoTrial && change.entered_good != kNoTrial) {
      followed.model.rebuild(split, followed.positions);
    } else {
      followed.model.update(change, split, followed.positions);
    }
    if (trial % interval == 0) expect_direct_sums(followed, split, probes(followed.positions.back()), 1e-12);
  }
}

TEST(CellModel, AddsTheSameDensitiesAgainAtSomeOfTheCoarsePoints) {
  std::mt19937 engine(5);
  SplitTracker split(300);
  FollowedModel followed;
  for (int trial = 0; trial < 300; ++trial) {
    followed.positions.push_back(-5.0 + 0.01 * static_cast<double>(engine() % 1001));
    split.tell(static_cast<double>(engine()));
  }
  followed.model.rebuild(split, followed.positions);
  followed.model.prepare(split);
  const std::array<double, 8> points = probes(0.5);
  std::array<float, 8> coarse{};
  followed.model.add_coarse_densities(split, points, coarse.data());
  constexpr std::uint32_t kPlaces = 0b01100101;
  const std::array<double, 8> some{points[0], points[2], points[5], points[6], kLow, kLow, kLow, kLow};
  std::array<double, 8> densities{};
  std::array<double, 8> again{};
  followed.model.add_densities(split, some, densities.data());
  followed.model.add_densities_again(kPlaces, some, again.data());
  std::size_t i = 0;
  for (const std::size_t place : {0U, 2U, 5U, 6U}) {
    EXPECT_EQ(again[i], densities[i]);
    EXPECT_NEAR(coarse[place] / densities[i], 1.0, 5e-5);
    ++i;
  }
}

TEST(CellModel, AgreesWithDirectSums) {
  std::mt19937 engine(1);
  std::normal_distribution<double> normal(0.0, 1.5);
  std::vector<double> positions;
  follow(
      700, 7,
      [&](std::size_t) {
        positions.push_back(std::min(std::max(normal(engine), kLow), kHigh));
        return positions.back();
      },
      [&](std::size_t trial) { return std::abs(positions[trial] - 1.0); });
}

TEST(CellModel, AgreesWithDirectSumsWhereManyPositionsAreEqual) {
  std::mt19937 engine(2);
  follow(
      600, 7, [&](std::size_t) { return 0.25 * static_cast<double>(engine() % 41) - 5.0; },
      [&](std::size_t) { return static_cast<double>(engine() % 5); });
}

TEST(CellModel, AgreesWithDirectSumsOnClustersFarApart) {
  std::mt19937 engine(3);
  follow(
      700, 7, [&](std::size_t) { return (engine() % 2 == 0 ? -4.9 : 3.0) + 0.01 * static_cast<double>(engine() % 7); },
      [&](std::size_t) { return static_cast<double>(engine()); });
}

TEST(CellModel, AgreesWithDirectSumsWherePositionsLeaveTheEndsOneByOne) {
  follow(
      600, 7,
      [&](std::size_t trial) {
        return trial % 2 == 0 ? 0.008 * static_cast<double>(trial) : -0.0077 * static_cast<double>(trial);
      },
      [&](std::size_t trial) { return -static_cast<double>(trial % 37); });
}

TEST(CellModel, OfALongStudyOfSixteenParametersStaysWithDirectSums) {
#if defined(__SANITIZE_ADDRESS__)
  constexpr std::size_t kTrials = 5000;
#else
  constexpr std::size_t kTrials = 100000;
#endif
  constexpr std::size_t kParameters = 16;
  SamplerOptions options;
  options.expected_trials = kTrials;
  const auto sampler = make_sampler(SamplerKind::kFast, reals(kParameters), options);
  SplitTracker split(kTrials);
  std::vector<FollowedModel> followed(kParameters);
  for (std::size_t trial = 0; trial < kTrials; ++trial) {
    const std::span<const double> candidate = sampler->ask();
    double objective = 0.0;
    for (std::size_t p = 0; p < kParameters; ++p) {
      followed[p].positions.push_back(candidate[p]);
      objective += (candidate[p] - 0.3) * (candidate[p] - 0.3);
    }
    sampler->tell(objective);
    const SplitChange change = split.tell(objective);
    const bool completes_good = change.left_good == kNoTrial && change.entered_good != kNoTrial;
    for (FollowedModel& one : followed) {
      if (split.good_count() < kMaxGood) continue;
      if (completes_good) {
        one.model.rebuild(split, one.positions);
      } else {
        one.model.update(change, split, one.positions);
      }
    }
    if ((trial + 1) % (kTrials / 4) == 0) {
      for (FollowedModel& one : followed) expect_direct_sums(one, split, probes(one.positions.back()), 1e-11);
    }
  }
}

}  // namespace
}  // namespace pineforge::hpo
