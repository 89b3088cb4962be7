#include "pineforge/hpo/search_space.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <stdexcept>

namespace pineforge::hpo {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr std::int64_t kTooLarge = (std::int64_t{1} << 53) + 1;

struct Refused {
  const char* name;
  std::function<void(SearchSpace&)> add;
  const char* rule;
};

class RefusedParameterTest : public testing::TestWithParam<Refused> {};

TEST_P(RefusedParameterTest, IsNamedWithTheRuleThatItBreaks) {
  SearchSpace space;
  space.add_real("taken", 0.0, 1.0);
  try {
    GetParam().add(space);
    FAIL() << "nothing was thrown";
  } catch (const std::invalid_argument& error) {
    EXPECT_NE(std::string(error.what()).find("parameter '"), std::string::npos) << error.what();
    EXPECT_NE(std::string(error.what()).find(GetParam().rule), std::string::npos) << error.what();
  }
  EXPECT_EQ(space.size(), 1u);
}

INSTANTIATE_TEST_SUITE_P(
    SearchSpace, RefusedParameterTest,
    testing::Values(
        Refused{"NoName", [](SearchSpace& s) { s.add_real("", 0, 1); }, "needs a name"},
        Refused{"TakenName", [](SearchSpace& s) { s.add_int("taken", 0, 1); }, "the name is taken"},
        Refused{"RealDescending", [](SearchSpace& s) { s.add_real("x", 1, 0); }, "low must not exceed high"},
        Refused{"RealNan", [](SearchSpace& s) { s.add_real("x", kNan, 0); }, "must be finite"},
        Refused{"RealInfinite", [](SearchSpace& s) { s.add_real("x", 0, kInfinity); }, "must be finite"},
        Refused{"RealTooWide", [](SearchSpace& s) { s.add_real("x", -1e308, 1e308); }, "high - low must be finite"},
        Refused{"LogRealFromZero", [](SearchSpace& s) { s.add_log_real("x", 0, 1); }, "low must be above 0"},
        Refused{"LogRealSubnormal", [](SearchSpace& s) { s.add_log_real("x", 1e-310, 1); },
                "at least 2.2250738585072014e-308"},
        Refused{"LogRealsOfOneLogarithm",
                [](SearchSpace& s) { s.add_log_real("x", 100, std::nextafter(100.0, 200.0)); },
                "differ in their logarithms"},
        Refused{"LogIntsOfOneLogarithm", [](SearchSpace& s) { s.add_log_int("x", (1LL << 53) - 1, 1LL << 53); },
                "differ in their logarithms"},
        Refused{"StepZero", [](SearchSpace& s) { s.add_stepped_real("x", 0, 1, 0); },
                "step must be finite and above 0"},
        Refused{"StepNan", [](SearchSpace& s) { s.add_stepped_real("x", 0, 1, kNan); }, "step must be finite"},
        Refused{"StepTooFine", [](SearchSpace& s) { s.add_stepped_real("x", 0, 1, 1e-30); }, "28 decimal digits"},
        Refused{"IntDescending", [](SearchSpace& s) { s.add_int("x", 1, 0); }, "low must not exceed high"},
        Refused{"IntTooLarge", [](SearchSpace& s) { s.add_int("x", 0, kTooLarge); }, "2^53"},
        Refused{"IntStepZero", [](SearchSpace& s) { s.add_int("x", 0, 1, 0); }, "step must be at least 1"},
        Refused{"LogIntFromZero", [](SearchSpace& s) { s.add_log_int("x", 0, 9); }, "low must be at least 1"},
        Refused{"NoChoice", [](SearchSpace& s) { s.add_categorical("x", 0); }, "at least one choice"}),
    [](const auto& test) { return test.param.name; });

TEST(SearchSpace, KeepsParametersInDeclaredOrder) {
  SearchSpace space;
  space.add_categorical("c", 3);
  space.add_log_int("n", 1, 9);
  EXPECT_EQ(space[0].name, "c");
  EXPECT_EQ(space[0].choices, 3u);
  EXPECT_EQ(space[1].name, "n");
  EXPECT_EQ(space[1].step, 1.0);
  EXPECT_TRUE(space[1].log);
}

TEST(SearchSpace, LowersHighToTheLastGridValue) {
  SearchSpace space;
  space.add_int("n", -7, 10, 3);
  space.add_stepped_real("x", 0.0, 1.0, 0.3);
  space.add_int("short", 5, 6, 10);
  EXPECT_EQ(space[0].high, 8.0);
  EXPECT_EQ(space[1].high, 0.9);
  EXPECT_EQ(space[2].high, 5.0);
}

TEST(SearchSpace, ContainsWhatLiesInBoundsAndOnTheGrid) {
  SearchSpace space;
  space.add_real("real", -5.0, 10.0);
  space.add_log_real("log", 1e-8, 1e2);
  space.add_stepped_real("step", 0.2, 3.0, 0.1);
  space.add_int("int", -7, 8, 3);
  space.add_categorical("choice", 6);
  const std::vector<double> inside{-5.0, 1e2, 0.2 + 7 * 0.1, 2.0, 5.0};
  EXPECT_TRUE(space.contains(inside));

  const struct {
    std::size_t parameter;
    double value;
  } outside[] = {{0, std::nextafter(-5.0, -6.0)},
                 {0, 10.5},
                 {0, kNan},
                 {0, kInfinity},
                 {1, 0.0},
                 {1, 100.5},
                 {2, 0.25},
                 {2, 3.1},
                 {2, 0.1},
                 {3, 3.0},
                 {3, 2.5},
                 {3, 11.0},
                 {3, kNan},
                 {4, -1.0},
                 {4, 6.0},
                 {4, 1.5},
                 {4, kNan}};
  for (const auto& [parameter, value] : outside) {
    std::vector<double> candidate = inside;
    candidate[parameter] = value;
    EXPECT_FALSE(space.contains(candidate)) << space[parameter].name << " = " << value;
  }
}

TEST(SearchSpace, ContainsNoCandidateOfAnotherLength) {
  SearchSpace space;
  space.add_real("x", 0.0, 1.0);
  EXPECT_FALSE(space.contains(std::vector<double>{}));
  EXPECT_FALSE(space.contains(std::vector{0.5, 0.5}));
}

}  // namespace
}  // namespace pineforge::hpo
