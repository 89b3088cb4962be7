#include "study.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <limits>
#include <thread>

namespace pineforge::benchmark {
namespace {

using namespace std::chrono_literals;

StudyOptions options_of(std::uint32_t trials) {
  StudyOptions options;
  options.trials = trials;
  options.sampler_options.seed = 7;
  options.sampler_options.startup_trials = 5;
  return options;
}

/// Runs `trials` and returns the nanoseconds that passed meanwhile.
std::int64_t timed_run(Study& study, std::uint32_t trials) {
  const auto start = std::chrono::steady_clock::now();
  study.run(trials);
  return std::chrono::nanoseconds(std::chrono::steady_clock::now() - start).count();
}

std::vector<double> cells(const Study& study) { return {study.log().cells().begin(), study.log().cells().end()}; }

TEST(Study, RunsItsBudgetInOneGoOrInSlicesWithTheSameTrials) {
  const Problem& problem = find_problem("mixed_log");
  Study whole(problem, options_of(30));
  whole.run(30);
  Study sliced(problem, options_of(30));
  for (const std::uint32_t slice : {1, 4, 1, 17, 100}) sliced.run(slice);
  EXPECT_EQ(whole.log().size(), 30u);
  EXPECT_EQ(cells(sliced), cells(whole));
}

TEST(Study, KeepsTheBestOfItsTrials) {
  Study study(find_problem("branin2"), options_of(40));
  study.run(40);
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t trial = 0; trial < 40; ++trial) {
    EXPECT_EQ(study.log().value(trial), study.problem().objective(study.log().candidate(trial)));
    least = std::min(least, study.log().value(trial));
  }
  EXPECT_EQ(study.best_value(), least);
}

TEST(Study, RefusesToGoBeyondItsBudget) {
  Study study(find_problem("branin2"), options_of(3));
  study.run(2);
  study.run(2);
  EXPECT_EQ(study.log().size(), 3u);
  EXPECT_THROW(study.run(1), StateError);
}

TEST(Study, HasDiagnosticsForADiscreteProblemOnly) {
  Study discrete(find_problem("million_discrete"), options_of(20));
  discrete.run(20);
  EXPECT_EQ(discrete.diagnostics().unique_candidates + discrete.diagnostics().duplicate_candidates, 20);
  EXPECT_GE(discrete.diagnostics().best_l1, discrete.diagnostics().best_hamming);

  Study real(find_problem("branin2"), options_of(20));
  real.run(20);
  EXPECT_EQ(real.diagnostics().unique_candidates, -1);
  EXPECT_EQ(real.diagnostics().duplicate_candidates, -1);
  EXPECT_EQ(real.diagnostics().exact_optimum_hits, 0);
  EXPECT_EQ(real.diagnostics().best_hamming, -1);
  EXPECT_EQ(real.diagnostics().best_l1, -1);
}

TEST(Study, HasAWallClockThatEnclosesTheOthers) {
  for (const Problem& problem : problems()) {
    Study study(problem, options_of(20));
    study.run(8);
    const Clocks early = study.clocks();
    study.run(12);
    const Clocks& late = study.clocks();
    EXPECT_GT(early.sampler, 0) << problem.name;
    EXPECT_GT(late.sampler, early.sampler) << problem.name;
    EXPECT_GT(late.objective, 0) << problem.name;
    EXPECT_GT(late.validation, 0) << problem.name;
    EXPECT_LE(late.sampler + late.objective + late.validation, late.wall) << problem.name;
  }
}

TEST(Study, ChargesTheObjectiveToItsOwnClock) {
  Problem slow = find_problem("branin2");
  slow.objective = [](std::span<const double> x) {
    std::this_thread::sleep_for(5ms);
    return x[0];
  };
  constexpr std::int64_t kSlept = std::chrono::nanoseconds(4 * 5ms).count();
  Study study(slow, options_of(4));
  const std::int64_t passed = timed_run(study, 4);
  EXPECT_GE(study.clocks().objective, kSlept);
  EXPECT_LE(study.clocks().sampler + study.clocks().validation, passed - kSlept);
}

TEST(Study, CountsNoTimeBetweenSlices) {
  Study study(find_problem("branin2"), options_of(2));
  const std::int64_t first = timed_run(study, 1);
  std::this_thread::sleep_for(5ms);
  const std::int64_t second = timed_run(study, 1);
  EXPECT_LE(study.clocks().wall, first + second);
}

TEST(Study, EndsWhereAnObjectiveIsNotFinite) {
  Problem broken = find_problem("branin2");
  broken.objective = [](std::span<const double>) { return std::numeric_limits<double>::quiet_NaN(); };
  Study study(broken, options_of(4));
  EXPECT_THROW(study.run(4), ObjectiveError);
  EXPECT_EQ(study.log().size(), 0u);
  EXPECT_THROW(study.run(4), StateError);
}

TEST(Study, EndsWhereACandidateLiesOutsideTheSpace) {
  Problem moving = find_problem("branin2");
  Study study(moving, options_of(4));
  moving.space = hpo::SearchSpace{};
  moving.space.add_real("x1", 20.0, 30.0);
  moving.space.add_real("x2", 0.0, 15.0);
  EXPECT_THROW(study.run(4), ObjectiveError);
  EXPECT_EQ(study.log().size(), 0u);
}

}  // namespace
}  // namespace pineforge::benchmark
