#include "grid_tie_break.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <vector>

#include "grid_parameters.hpp"
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

}  // namespace
}  // namespace pineforge::hpo
