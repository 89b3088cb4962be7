#include "grid_tie_break.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <random>
#include <vector>

#include "active_kernels.hpp"
#include "good_grid_model.hpp"
#include "grid_model.hpp"
#include "grid_score_errors.hpp"
#include "parzen_estimator.hpp"

namespace pineforge::hpo {
namespace {

/// A parameter's trials and the reference's scores.
struct Study {
  Study(const Parameter& parameter_, std::size_t size) : parameter(parameter_), tie_break(parameter_, size) {}

  void tell(std::uint8_t value, double objective) {
    values.push_back(value);
    split.tell(objective);
  }
  double position(std::size_t value) const {
    return std::min(parameter.low + static_cast<double>(value) * parameter.step, parameter.high);
  }
  ParzenEstimator estimator(bool good) const {
    std::vector<double> observations;
    for (std::size_t t = 0; t < values.size(); ++t) {
      if (split.is_good(static_cast<Trial>(t)) == good) observations.push_back(position(values[t]));
    }
    return ParzenEstimator(parameter, observations, TieOrder::kStable);
  }

  Parameter parameter;
  GridTieBreak tie_break;
  std::vector<std::uint8_t> values;
  SplitTracker split{0};
};

Parameter ints(std::size_t size) {
  SearchSpace space;
  space.add_int("x", 0, static_cast<std::int64_t>(size) - 1);
  return space[0];
}

Parameter steps() {
  SearchSpace space;
  space.add_stepped_real("x", 0.2, 3.0, 0.1);
  return space[0];
}

/// Symmetric values, so that every one has a tied counterpart, and objectives that keep them so.
void expect_the_references_choice(const Parameter& parameter, std::size_t size, std::size_t trials) {
  std::mt19937 engine(static_cast<unsigned>(size));
  Study study(parameter, size);
  for (std::size_t trial = 0; trial < trials; trial += 2) {
    const auto value = static_cast<std::uint8_t>(engine() % size);
    const auto objective = static_cast<double>(engine() % 1000);
    study.tell(value, objective);
    study.tell(static_cast<std::uint8_t>(size - 1 - value), objective);
    if (trial % 8 != 0 && trial > 60) continue;

    const ParzenEstimator good = study.estimator(true);
    const ParzenEstimator bad = study.estimator(false);
    std::vector<std::uint32_t> candidates(size);
    std::iota(candidates.begin(), candidates.end(), 0U);
    std::shuffle(candidates.begin(), candidates.end(), engine);
    candidates.resize(std::min(size, GridTieBreak::kMaxTied));
    std::vector<double> scores;
    for (const std::uint32_t value_ : candidates) {
      scores.push_back(good.log_density(study.position(value_)) - bad.log_density(study.position(value_)));
    }
    const auto best = std::max_element(scores.begin(), scores.end()) - scores.begin();
    ASSERT_EQ(study.tie_break.best_of(candidates, study.values, study.split),
              candidates[static_cast<std::size_t>(best)])
        << size << " values, trial " << trial;
  }
}

TEST(GridTieBreak, TakesTheReferencesChoiceAmongInts) {
  for (const std::size_t size : {2U, 3U, 10U, 17U, 96U, 256U}) expect_the_references_choice(ints(size), size, 500);
}

TEST(GridTieBreak, TakesTheReferencesChoiceAmongSteps) { expect_the_references_choice(steps(), 29, 500); }

/// The fast scores differ from the reference's by no more than the bound, which is a sharp one in long studies.
void expect_scores_within_the_errors(const Parameter& parameter, std::size_t size) {
  constexpr std::size_t kTrials = 600;
  std::mt19937 engine(static_cast<unsigned>(size));
  const GridTables tables(active_kernels(), size);
  GoodGridModel good(active_kernels(), tables);
  GridModel bad(active_kernels(), tables);
  const GridScoreErrors errors(parameter);
  Study study(parameter, size);
  std::vector<std::uint32_t> all(size);
  std::iota(all.begin(), all.end(), 0U);
  for (std::size_t trial = 0; trial < kTrials; ++trial) {
    study.values.push_back(static_cast<std::uint8_t>(std::min(engine() % size, engine() % size)));
    bad.update(study.split.tell(static_cast<double>(engine())), study.split, study.values);
    if (trial % 20 != 0 && trial > 30) continue;
    bad.prepare(study.split);
    good.rebuild(study.split.good(), study.values);
    std::vector<double> masses(size);
    bad.masses(all, masses.data());
    const double weights = (static_cast<double>(study.split.good_count()) + 1.0) /
                           (study.split.ramp().total(study.split.bad_count()) + 1.0);
    const ParzenEstimator expected_good = study.estimator(true);
    const ParzenEstimator expected_bad = study.estimator(false);
    for (const std::uint32_t value : all) {
      const double x = study.position(value);
      const double expected = expected_good.log_density(x) - expected_bad.log_density(x);
      const double score = std::log(good.masses()[value] / masses[value] / weights);
      const double error = errors.of_score(good.masses()[value], masses[value], study.split);
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
