#include "direct_model.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "active_kernels.hpp"
#include "parzen_estimator.hpp"
#include "pineforge/hpo/instruction_set.hpp"

namespace pineforge::hpo {
namespace {

constexpr simd::Interval kInterval{-5.0, 5.0};
constexpr std::array<double, 8> kPoints{-5.0, -4.7, -1.3, 0.01, 0.012, 2.5, 4.99, 5.0};

/// What a coarse sum may be off by
/// (candidate_set.cpp).
constexpr double kCoarseSumError = 5e-5;

void expect_the_estimators_densities(DirectModel& model, const SplitTracker& split,
                                     const std::vector<double>& positions) {
  SearchSpace space;
  space.add_real("x", kInterval.low, kInterval.high);
  std::vector<double> observations;
  for (std::size_t trial = 0; trial < split.trials(); ++trial) {
    if (!split.is_good(static_cast<Trial>(trial))) observations.push_back(positions[trial]);
  }
  const ParzenEstimator expected(space[0], observations, TieOrder::kStable);
  std::array<double, 8> densities{};
  std::array<float, 8> coarse{};
  model.prepare();
  model.add_densities(kPoints, densities.data());
  model.prepare_coarsely();
  model.add_coarse_densities(kPoints, coarse.data());
  const double weights = split.ramp().total(split.bad_count()) + 1.0;
  const double unit = weights * kInterval.range() * std::sqrt(2.0 * M_PI);
  for (std::size_t i = 0; i < kPoints.size(); ++i) {
    const double exact = expected.log_density(kPoints[i]);
    EXPECT_NEAR(std::log(densities[i] / unit), exact, 1e-12) << split.trials() << " trials, x = " << kPoints[i];
    EXPECT_NEAR(coarse[i] / densities[i], 1.0, kCoarseSumError) << split.trials() << " trials, x = " << kPoints[i];
  }
}

class DirectModelOn : public testing::TestWithParam<const char*> {};

TEST_P(DirectModelOn, FollowsTheEstimatorUntilTheGoodGroupIsComplete) {
  const std::string positions_are = GetParam();
  for (const std::string_view name : instruction_sets()) {
    set_instruction_set(name);
    std::mt19937 engine(3);
    std::normal_distribution<double> normal(0.0, 1.5);
    SplitTracker split(0);
    DirectModel model(active_kernels(), kInterval);
    std::vector<double> positions;
    for (std::size_t trial = 0; split.good_count() < kMaxGood; ++trial) {
      double position = std::clamp(normal(engine), kInterval.low, kInterval.high);
      if (positions_are == "Repeated") position = std::round(2.0 * position) / 2.0;
      if (positions_are == "AtTheEnds") position = trial % 3 == 0 ? kInterval.high : kInterval.low + 1e-3 * position;
      positions.push_back(std::clamp(position, kInterval.low, kInterval.high));
      const SplitChange change = split.tell(static_cast<double>(engine() % 50));
      if (split.good_count() == kMaxGood) break;
      model.update(change, positions);
      ASSERT_LE(split.bad_count(), DirectModel::kCapacity);
      if (trial < 12 || trial % 9 == 0) expect_the_estimators_densities(model, split, positions);
    }
  }
  set_instruction_set("automatic");
}

INSTANTIATE_TEST_SUITE_P(Positions, DirectModelOn, testing::Values("Spread", "Repeated", "AtTheEnds"),
                         [](const auto& parameter) { return std::string(parameter.param); });

}  // namespace
}  // namespace pineforge::hpo
