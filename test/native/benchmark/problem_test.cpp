#include "problem.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

#include "enumeration.hpp"

namespace pineforge::benchmark {
namespace {

TEST(Problem, IsFoundByName) {
  for (const Problem& problem : problems()) EXPECT_EQ(&find_problem(problem.name), &problem);
  EXPECT_EQ(problems().size(), 6u);
}

TEST(Problem, ThatIsUnknownIsNamed) {
  try {
    find_problem("branin");
    FAIL() << "nothing was thrown";
  } catch (const std::invalid_argument& error) {
    EXPECT_STREQ(error.what(), "unknown problem 'branin'");
  }
}

TEST(Problem, ReachesItsDeclaredOptimumAtTheKnownOne) {
  for (const Problem& problem : problems()) {
    EXPECT_NEAR(check_optimum(problem), problem.declared_optimum, kOptimumTolerance) << problem.name;
  }
}

TEST(Problem, FailsItsCheckWithAnotherDeclaredOptimum) {
  Problem problem = find_problem("rosenbrock6");
  problem.declared_optimum = 3e-5;
  EXPECT_THROW(check_optimum(problem), std::runtime_error);
  problem.declared_optimum = -3e-5;
  EXPECT_THROW(check_optimum(problem), std::runtime_error);
}

TEST(Problem, FailsItsCheckWhereTheKnownOptimumLiesOutsideTheSpace) {
  Problem problem = find_problem("million_discrete");
  problem.known_optimum[0] = 10.0;
  EXPECT_THROW(check_optimum(problem), std::runtime_error);
}

TEST(Problem, HasNoBetterPointNearTheKnownOptimum) {
  for (const Problem& problem : problems()) {
    for (std::size_t p = 0; p < problem.space.size(); ++p) {
      const hpo::Parameter& parameter = problem.space[p];
      if (parameter.kind == hpo::ParameterKind::kCategorical) continue;
      const double nudge =
          parameter.step != 0.0 ? parameter.step : 1e-3 * (parameter.log ? problem.known_optimum[p] : 1.0);
      for (const double sign : {-1.0, 1.0}) {
        std::vector<double> near = problem.known_optimum;
        near[p] += sign * nudge;
        if (!problem.space.contains(near)) continue;
        EXPECT_GT(problem.objective(near), problem.declared_optimum) << problem.name << ", " << parameter.name;
      }
    }
  }
}

TEST(Enumeration, FindsTheOneOptimumOfMillionDiscreteAmongAllCandidates) {
  const Enumeration seen = enumerate(find_problem("million_discrete"));
  EXPECT_EQ(seen.candidates, 1000000u);
  EXPECT_EQ(seen.minimum, 0.0);
  EXPECT_EQ(seen.multiplicity, 1u);
  EXPECT_EQ(seen.second_best, 17.0);
  EXPECT_EQ(seen.minimizer, (std::vector<double>{8, 1, 6, 3, 9, 4}));
}

TEST(Enumeration, CountsEveryMinimizerAndKeepsTheFirst) {
  Problem problem = find_problem("million_discrete");
  problem.space = hpo::SearchSpace{};
  problem.space.add_int("x", -1, 1);
  problem.space.add_int("y", 0, 4, 2);
  problem.objective = [](std::span<const double> x) { return x[0] * x[0] * (x[1] - 1.0) * (x[1] - 1.0); };
  const Enumeration seen = enumerate(problem);
  EXPECT_EQ(seen.candidates, 9u);
  EXPECT_EQ(seen.minimum, 0.0);
  EXPECT_EQ(seen.multiplicity, 3u);
  EXPECT_EQ(seen.second_best, 1.0);
  EXPECT_EQ(seen.minimizer, (std::vector<double>{0, 0}));
}

TEST(Enumeration, RefusesAProblemWithoutAFiniteSpace) {
  EXPECT_THROW(enumerate(find_problem("branin2")), std::invalid_argument);
}

}  // namespace
}  // namespace pineforge::benchmark
