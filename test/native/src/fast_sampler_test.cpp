#include "fast_sampler.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <memory>
#include <random>
#include <stdexcept>
#include <vector>

#include "parity.hpp"
#include "pineforge/hpo/instruction_set.hpp"
#include "problem.hpp"

namespace pineforge::hpo {
namespace {

#if defined(__SANITIZE_ADDRESS__)
constexpr std::uint64_t kRandomStudies = 25;
#else
constexpr std::uint64_t kRandomStudies = 100;
#endif

class FastSamplerOnProblem : public testing::TestWithParam<std::string> {};

// `sampler_parity --seeds 200` is the long form.
TEST_P(FastSamplerOnProblem, MakesTheReferencesProposalsAtFullBudget) {
  const benchmark::Problem& problem = benchmark::find_problem(GetParam());
  for (const std::uint32_t seed : {3U, 4294967295U}) {
    SamplerOptions options;
    options.seed = seed;
    const test::ParityReport report = test::compare_samplers(
        problem.space, options, problem.trials,
        [&](std::span<const double> candidate, std::size_t) { return problem.objective(candidate); });
    EXPECT_EQ(report.disagreement, "") << "seed " << seed;
  }
}

INSTANTIATE_TEST_SUITE_P(AllProblems, FastSamplerOnProblem,
                         testing::Values("branin2", "hartmann3", "rosenbrock6", "rotated_rastrigin6", "mixed_log",
                                         "million_discrete"),
                         [](const auto& parameter) { return parameter.param; });

// `sampler_parity --studies 1000` is the long form.
TEST(FastSampler, MakesTheReferencesProposalsOnRandomStudies) {
  for (std::uint64_t number = 0; number < kRandomStudies; ++number) {
    const test::RandomStudy study = test::make_random_study(number);
    const test::ParityReport report = test::compare_samplers(study.space, study.options, study.trials, study.objective);
    EXPECT_EQ(report.disagreement, "") << "study " << number << ": " << study.description;
  }
}

// Bins about as wide as the least sigma, whose masses are kept from the 241st trial on.
TEST(FastSampler, MakesTheReferencesProposalsOnAHundredLogIntsFarFromOne) {
  for (const std::int64_t low : {40, 1000, 100000, 12186261}) {
    SearchSpace space;
    space.add_log_int("x", low, low + 99);
    for (std::uint32_t seed = 1; seed <= 6; ++seed) {
      SamplerOptions options;
      options.seed = seed;
      const test::ParityReport report =
          test::compare_samplers(space, options, 300, [&](std::span<const double> candidate, std::size_t) {
            return std::abs(candidate[0] - static_cast<double>(low + 49));
          });
      EXPECT_EQ(report.disagreement, "") << "from " << low << ", seed " << seed;
    }
  }
}

/// All proposals of a study, one after another.
std::vector<double> proposals(const SearchSpace& space, std::size_t trials, std::uint32_t seed) {
  SamplerOptions options;
  options.seed = seed;
  const auto sampler = make_sampler(SamplerKind::kFast, space, options);
  std::vector<double> all;
  for (std::size_t trial = 0; trial < trials; ++trial) {
    const std::span<const double> candidate = sampler->ask();
    all.insert(all.end(), candidate.begin(), candidate.end());
    double objective = 0.0;
    for (const double value : candidate) objective += std::abs(std::remainder(value, 3.7));
    sampler->tell(objective);
  }
  return all;
}

TEST(FastSampler, MakesTheSameProposalsToTheBitWithEveryInstructionSet) {
  for (const benchmark::Problem& problem : benchmark::problems()) {
    set_instruction_set("baseline");
    const std::vector<double> expected = proposals(problem.space, 400, 7);
    for (const std::string_view name : instruction_sets()) {
      set_instruction_set(name);
      EXPECT_EQ(proposals(problem.space, 400, 7), expected) << problem.name << ", " << name;
    }
  }
  set_instruction_set("automatic");
}

struct EdgeCase {
  const char* name;
  void (*add)(SearchSpace& space);
};

class FastSamplerAtAnEdge : public testing::TestWithParam<EdgeCase> {};

TEST_P(FastSamplerAtAnEdge, ProposesValuesOfTheSpaceOnly) {
  SearchSpace space;
  GetParam().add(space);
  SamplerOptions options;
  options.seed = 11;
  const auto sampler = make_sampler(SamplerKind::kFast, space, options);
  std::mt19937 engine(1);
  for (int trial = 0; trial < 300; ++trial) {
    const std::span<const double> candidate = sampler->ask();
    ASSERT_TRUE(space.contains(candidate)) << "trial " << trial << ": " << candidate[0];
    sampler->tell(static_cast<double>(engine() % 1000));
  }
}

constexpr std::int64_t kTwoTo53 = std::int64_t{1} << 53;

INSTANTIATE_TEST_SUITE_P(
    Spaces, FastSamplerAtAnEdge,
    testing::Values(
        EdgeCase{"HugeReals", [](SearchSpace& space) { space.add_real("x", -8e307, 8e307); }},
        EdgeCase{"RealsNear1e300", [](SearchSpace& space) { space.add_real("x", 1e300, 1.5e300); }},
        EdgeCase{"RealsNear1eMinus300", [](SearchSpace& space) { space.add_real("x", -2e-300, 1e-300); }},
        EdgeCase{"SubnormalReals", [](SearchSpace& space) { space.add_real("x", 0.0, 1e-310); }},
        EdgeCase{"TwoNeighbouringReals",
                 [](SearchSpace& space) { space.add_real("x", 1.0, std::nextafter(1.0, 2.0)); }},
        EdgeCase{"LogRealsFrom1eMinus300To1e300", [](SearchSpace& space) { space.add_log_real("x", 1e-300, 1e300); }},
        EdgeCase{"NarrowLogReals", [](SearchSpace& space) { space.add_log_real("x", 1.0, 1.0 + 1e-12); }},
        EdgeCase{"OneReal", [](SearchSpace& space) { space.add_real("x", 2.5, 2.5); }},
        EdgeCase{"OneCategory", [](SearchSpace& space) { space.add_categorical("x", 1); }},
        EdgeCase{"ManyCategories", [](SearchSpace& space) { space.add_categorical("x", 1000); }},
        EdgeCase{"TwoInts", [](SearchSpace& space) { space.add_int("x", 0, 1); }},
        EdgeCase{"IntsAtTheTableLimit", [](SearchSpace& space) { space.add_int("x", 0, 255); }},
        EdgeCase{"IntsBeyondTheTableLimit", [](SearchSpace& space) { space.add_int("x", 0, 256); }},
        EdgeCase{"AMillionInts", [](SearchSpace& space) { space.add_int("x", 1, 1000000); }},
        EdgeCase{"AllInts", [](SearchSpace& space) { space.add_int("x", -kTwoTo53, kTwoTo53); }},
        EdgeCase{"IntsNearTwoTo53", [](SearchSpace& space) { space.add_int("x", kTwoTo53 - 20, kTwoTo53); }},
        EdgeCase{"StepsThatDoNotDivideTheRange",
                 [](SearchSpace& space) { space.add_stepped_real("x", 0.0, 1.0, 0.3); }},
        EdgeCase{"StepsFarFromZero", [](SearchSpace& space) { space.add_stepped_real("x", 1e6, 1e6 + 10.0, 0.25); }},
        EdgeCase{"TwoLogInts", [](SearchSpace& space) { space.add_log_int("x", 1, 2); }},
        EdgeCase{"NarrowLogInts", [](SearchSpace& space) { space.add_log_int("x", 100, 160); }},
        EdgeCase{"LogIntsFarFromOne", [](SearchSpace& space) { space.add_log_int("x", 342767786, 342767885); }},
        EdgeCase{"ElevenLogIntsNear1e15",
                 [](SearchSpace& space) { space.add_log_int("x", 1000000000000000, 1000000000000010); }},
        EdgeCase{"LogIntsNear2To53", [](SearchSpace& space) { space.add_log_int("x", kTwoTo53 - 200, kTwoTo53); }},
        EdgeCase{"LogRealsFromTheLeastNormal", [](SearchSpace& space) { space.add_log_real("x", 0x1p-1022, 1.0); }},
        EdgeCase{"LogRealsOfTwoLogarithms",
                 [](SearchSpace& space) { space.add_log_real("x", 100.0, 100.0 * (1.0 + 0x1p-49)); }},
        EdgeCase{"LogIntsTo1e15", [](SearchSpace& space) { space.add_log_int("x", 1, 1000000000000000); }},
        EdgeCase{"LogIntsTo2To53", [](SearchSpace& space) { space.add_log_int("x", 1, kTwoTo53); }}),
    [](const auto& parameter) { return parameter.param.name; });

TEST(FastSampler, ScoresTheWholeSpaceOf256Parameters) {
  SearchSpace space;
  for (int i = 0; i < 256; ++i) {
    const std::string name = "p" + std::to_string(i);
    if (i % 3 == 0) {
      space.add_real(name, 0.0, 1.0);
    } else if (i % 3 == 1) {
      space.add_int(name, 0, i);
    } else {
      space.add_categorical(name, static_cast<std::uint32_t>(1 + i % 7));
    }
  }
  const test::ParityReport report = test::compare_samplers(
      space, {}, 40, [](std::span<const double> candidate, std::size_t) { return candidate[0] + candidate[3]; });
  EXPECT_EQ(report.disagreement, "");
  EXPECT_EQ(report.proposals, 256U * 40U);
}

TEST(FastSampler, RefusesWhatItDoesNotOffer) {
  SearchSpace space;
  EXPECT_THROW(make_sampler(SamplerKind::kFast, space, {}), std::invalid_argument);
  space.add_real("x", 0.0, 1.0);
  SamplerOptions options;
  options.tie_order = TieOrder::kNumpyGeneric;
  EXPECT_THROW(make_sampler(SamplerKind::kFast, space, options), std::invalid_argument);
}

TEST(FastSampler, KeepsToAskThenTell) {
  SearchSpace space;
  space.add_real("x", 0.0, 1.0);
  const auto sampler = make_sampler(SamplerKind::kFast, space, {});
  EXPECT_THROW(sampler->tell(0.0), std::logic_error);
  sampler->ask();
  EXPECT_THROW(sampler->ask(), std::logic_error);
  EXPECT_THROW(sampler->tell(std::numeric_limits<double>::quiet_NaN()), std::invalid_argument);
  EXPECT_THROW(sampler->tell(std::numeric_limits<double>::infinity()), std::invalid_argument);
  EXPECT_NO_THROW(sampler->tell(0.0));
}

}  // namespace
}  // namespace pineforge::hpo
