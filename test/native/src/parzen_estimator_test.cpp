#include "parzen_estimator.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "golden_file.hpp"

namespace pineforge::hpo {
namespace {

using test::Fields;

/// One recorded estimator: its parameter, observations in trial order, and Optuna's log density at some points.
struct Case {
  std::string title;
  Parameter parameter;
  std::vector<double> observations;
  std::vector<double> points;
  std::vector<double> log_densities;
};

/// From "case,kind,low,high,step,log,choices,observation count".
Parameter to_parameter(const Fields& fields) {
  const std::string& kind = fields.at(1);
  const double low = std::stod(fields.at(2));
  const double high = std::stod(fields.at(3));
  const double step = std::stod(fields.at(4));
  const auto integer = [](double value) { return static_cast<std::int64_t>(value); };
  SearchSpace space;
  if (kind == "real") space.add_real("x", low, high);
  if (kind == "log") space.add_log_real("x", low, high);
  if (kind == "step") space.add_stepped_real("x", low, high, step);
  if (kind == "int") space.add_int("x", integer(low), integer(high), integer(step));
  if (kind == "log-int") space.add_log_int("x", integer(low), integer(high));
  if (kind == "categorical") space.add_categorical("x", static_cast<std::uint32_t>(std::stoul(fields.at(6))));
  return space[0];
}

std::vector<Case> read_cases(const std::string& kind) {
  const std::vector<Fields> lines = test::read_golden_file(test::golden_path("log-densities/" + kind + ".csv"));
  std::vector<Case> cases;
  for (std::size_t i = 0; i + 3 < lines.size(); i += 4) {
    const std::string title = kind + " " + lines[i][2] + " to " + lines[i][3] + ", " + lines[i][7] + " observations";
    cases.push_back({title, to_parameter(lines[i]), test::to_numbers(lines[i + 1], 1),
                     test::to_numbers(lines[i + 2], 1), test::to_numbers(lines[i + 3], 1)});
  }
  return cases;
}

class RecordedDensitiesTest : public testing::TestWithParam<const char*> {};

TEST_P(RecordedDensitiesTest, AgreeWithOptunas) {
  const std::vector<Case> cases = read_cases(GetParam());
  for (const std::size_t count : {0, 1, 2, 24, 25, 26, 27, 97, 98, 99, 300}) {
    EXPECT_TRUE(std::any_of(cases.begin(), cases.end(), [&](const Case& c) { return c.observations.size() == count; }))
        << "no case has " << count << " observations";
  }
  for (const Case& recorded : cases) {
    const ParzenEstimator estimator(recorded.parameter, recorded.observations, TieOrder::kStable);
    ASSERT_EQ(recorded.points.size(), recorded.log_densities.size()) << recorded.title;
    for (std::size_t i = 0; i < recorded.points.size(); ++i) {
      const double point = recorded.points[i];
      EXPECT_NEAR(estimator.log_density(point), recorded.log_densities[i], 1e-12) << recorded.title << ", at " << point;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Kinds, RecordedDensitiesTest,
                         testing::Values("real", "log", "int", "log-int", "step", "categorical"), [](const auto& test) {
                           std::string name = test.param;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

TEST(ParzenEstimator, IsMinusInfinityBeyondTheBounds) {
  SearchSpace space;
  space.add_real("x", 0.0, 1.0);
  const ParzenEstimator estimator(space[0], std::vector{0.5}, TieOrder::kStable);
  EXPECT_EQ(estimator.log_density(1.5), -std::numeric_limits<double>::infinity());
}

TEST(ParzenEstimator, TiesEquallyObservedChoicesExactly) {
  SearchSpace space;
  space.add_categorical("c", 3);
  const ParzenEstimator estimator(space[0], std::vector<double>{0, 1, 2, 2, 1, 0}, TieOrder::kStable);
  EXPECT_NEAR(estimator.log_density(0), std::log(1.0 / 3.0), 1e-15);
  EXPECT_NEAR(estimator.log_density(1), std::log(1.0 / 3.0), 1e-15);
}

TEST(ParzenEstimator, SpendsTwoUniformsOnEachSample) {
  SearchSpace space;
  space.add_real("x", 0.0, 1.0);
  space.add_categorical("c", 3);
  for (const Parameter& parameter : space) {
    RandomStream used(5);
    RandomStream counted(5);
    const ParzenEstimator estimator(parameter, std::vector<double>{0, 1}, TieOrder::kStable);
    EXPECT_EQ(estimator.sample(used, 24).size(), 24u);
    for (int i = 0; i < 48; ++i) counted.next();
    EXPECT_EQ(used.next(), counted.next()) << parameter.name;
  }
}

}  // namespace
}  // namespace pineforge::hpo
