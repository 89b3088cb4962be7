#include "grid_score_errors.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>
#include <vector>

#include "active_kernels.hpp"
#include "good_grid_model.hpp"
#include "grid_model.hpp"
#include "grid_parameters.hpp"
#include "parzen_estimator.hpp"

namespace pineforge::hpo {
namespace {

/// The fast scores differ from the reference's by no more than the bound, which is a sharp one in long studies.
void expect_scores_within_the_errors(const Parameter& parameter, std::size_t size) {
  constexpr std::size_t kTrials = 600;
  std::mt19937 engine(static_cast<unsigned>(size));
  const GridTables tables(active_kernels(), size);
  GoodGridModel good(active_kernels(), tables);
  GridModel bad(active_kernels(), tables);
  const GridScoreErrors errors(parameter);
  SplitTracker split(kTrials);
  std::vector<std::uint8_t> values;
  const auto position = [&](std::size_t value) {
    return std::min(parameter.low + static_cast<double>(value) * parameter.step, parameter.high);
  };
  std::vector<std::uint32_t> all(size);
  std::iota(all.begin(), all.end(), 0U);
  for (std::size_t trial = 0; trial < kTrials; ++trial) {
    values.push_back(static_cast<std::uint8_t>(std::min(engine() % size, engine() % size)));
    bad.update(split.tell(static_cast<double>(engine())), split, values);
    if (trial % 20 != 0 && trial > 30) continue;
    bad.prepare(split);
    good.rebuild(split.good(), values);
    std::vector<double> masses(size);
    bad.masses(all, masses.data());
    const double weights =
        (static_cast<double>(split.good_count()) + 1.0) / (split.ramp().total(split.bad_count()) + 1.0);
    std::vector<double> good_values;
    std::vector<double> bad_values;
    for (std::size_t t = 0; t <= trial; ++t) {
      (split.is_good(static_cast<Trial>(t)) ? good_values : bad_values).push_back(position(values[t]));
    }
    const ParzenEstimator expected_good(parameter, good_values, TieOrder::kStable);
    const ParzenEstimator expected_bad(parameter, bad_values, TieOrder::kStable);
    for (const std::uint32_t value : all) {
      const double x = position(value);
      const double expected = expected_good.log_density(x) - expected_bad.log_density(x);
      const double score = std::log(good.masses()[value] / masses[value] / weights);
      const double error = errors.of_score(good.masses()[value], masses[value], split);
      ASSERT_NEAR(score, expected, error) << size << " values, trial " << trial << ", " << value;
      ASSERT_LE(2.0 * error, errors.of_any_two_scores());
    }
  }
}

TEST(GridScoreErrors, BoundTheDifferenceFromTheReference) {
  for (const std::size_t size : {2U, 10U, 29U, 100U, 256U}) expect_scores_within_the_errors(ints(size), size);
  expect_scores_within_the_errors(steps(), 29);
}

TEST(GridScoreErrors, AreSmallWhereManyTrialsAreKnown) {
  SplitTracker split(400);
  for (int trial = 0; trial < 400; ++trial) split.tell(trial);
  EXPECT_LT(GridScoreErrors(ints(100)).of_score(2.0, 5000.0, split), 1e-12);
  EXPECT_LT(GridScoreErrors(ints(100)).of_any_two_scores(), 2e-9);
}

}  // namespace
}  // namespace pineforge::hpo
