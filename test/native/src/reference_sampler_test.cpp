#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <stdexcept>
#include <vector>

#include "pineforge/hpo/sampler.hpp"

namespace pineforge::hpo {
namespace {

using Candidate = std::vector<double>;

SearchSpace every_kind() {
  SearchSpace space;
  space.add_real("real", -5.0, 10.0);
  space.add_log_real("log", 1e-8, 1e2);
  space.add_stepped_real("step", 0.2, 3.0, 0.1);
  space.add_int("int", -7, 8, 3);
  space.add_log_int("log int", 1, 1000000);
  space.add_categorical("choice", 4);
  return space;
}

double objective(const Candidate& x) { return std::abs(x[0] - 3.0) + std::abs(std::log(x[1])) + x[2] * x[5] - x[3]; }

std::unique_ptr<Sampler> make(const SearchSpace& space, SamplerOptions options) {
  return make_sampler(SamplerKind::kReference, space, options);
}

template <typename Objective>
std::vector<Candidate> run(const SearchSpace& space, SamplerOptions options, int trials, Objective evaluate) {
  const auto sampler = make(space, options);
  std::vector<Candidate> candidates;
  for (int i = 0; i < trials; ++i) {
    const std::span<const double> asked = sampler->ask();
    candidates.emplace_back(asked.begin(), asked.end());
    sampler->tell(evaluate(candidates.back()));
  }
  return candidates;
}

TEST(ReferenceSampler, ProposesInsideTheSpace) {
  const SearchSpace space = every_kind();
  for (const Candidate& candidate : run(space, {.seed = 3}, 150, objective)) {
    EXPECT_TRUE(space.contains(candidate)) << testing::PrintToString(candidate);
  }
}

TEST(ReferenceSampler, RepeatsItselfForTheSameSeedOnly) {
  const auto first = run(every_kind(), {.seed = 3}, 40, objective);
  EXPECT_EQ(run(every_kind(), {.seed = 3, .expected_trials = 1000}, 40, objective), first);
  EXPECT_NE(run(every_kind(), {.seed = 4}, 40, objective), first);
}

TEST(ReferenceSampler, ProposesWithoutRegardToObjectivesUntilStartupEnds) {
  const SamplerOptions options{.seed = 9, .startup_trials = 12};
  const auto one = run(every_kind(), options, 20, objective);
  const auto other = run(every_kind(), options, 20, [](const Candidate& x) { return -objective(x); });
  const std::vector<Candidate> one_startup(one.begin(), one.begin() + 12);
  EXPECT_EQ(one_startup, std::vector<Candidate>(other.begin(), other.begin() + 12));
  EXPECT_NE(one, other);
}

TEST(ReferenceSampler, FitsFromTheFirstTrialWithoutStartup) {
  const SearchSpace space = every_kind();
  const auto candidates = run(space, {.seed = 9, .startup_trials = 0}, 5, objective);
  for (const Candidate& candidate : candidates) EXPECT_TRUE(space.contains(candidate));
  EXPECT_NE(candidates, run(space, {.seed = 9, .startup_trials = 5}, 5, objective));
}

TEST(ReferenceSampler, SpendsNoRandomnessOnAParameterWithOneValue) {
  SearchSpace plain;
  plain.add_real("x", 0.0, 1.0);
  SearchSpace padded;
  padded.add_real("real", 2.5, 2.5);
  padded.add_log_real("log", 0.125, 0.125);
  padded.add_stepped_real("step", 0.0, 0.4, 0.5);
  padded.add_int("int", 5, 6, 10);
  padded.add_log_int("log int", 7, 7);
  padded.add_categorical("choice", 1);
  padded.add_real("x", 0.0, 1.0);
  const auto square = [](const Candidate& candidate) { return candidate.back() * candidate.back(); };
  const auto alone = run(plain, {.seed = 11}, 30, square);
  const auto among = run(padded, {.seed = 11}, 30, square);
  for (std::size_t i = 0; i < alone.size(); ++i) {
    EXPECT_EQ(among[i], (Candidate{2.5, 0.125, 0.0, 5.0, 7.0, 0.0, alone[i][0]})) << "trial " << i;
  }
}

TEST(ReferenceSampler, FollowsTheTieOrder) {
  SearchSpace space;
  space.add_int("x", 0, 9);
  space.add_int("y", 0, 9);
  const auto sum = [](const Candidate& x) { return x[0] + x[1]; };
  EXPECT_NE(run(space, {.seed = 1}, 300, sum), run(space, {.seed = 1, .tie_order = TieOrder::kNumpyGeneric}, 300, sum));
}

TEST(ReferenceSampler, RefusesASecondAskAndATellWithoutAsk) {
  const auto sampler = make(every_kind(), {});
  EXPECT_THROW(sampler->tell(1.0), std::logic_error);
  sampler->ask();
  EXPECT_THROW(sampler->ask(), std::logic_error);
  sampler->tell(1.0);
  EXPECT_THROW(sampler->tell(1.0), std::logic_error);
  EXPECT_NO_THROW(sampler->ask());
}

TEST(ReferenceSampler, RefusesAnObjectiveThatIsNotFiniteAndWaitsForAnother) {
  const auto sampler = make(every_kind(), {});
  sampler->ask();
  EXPECT_THROW(sampler->tell(std::numeric_limits<double>::quiet_NaN()), std::invalid_argument);
  EXPECT_THROW(sampler->tell(std::numeric_limits<double>::infinity()), std::invalid_argument);
  EXPECT_NO_THROW(sampler->tell(0.0));
}

TEST(ReferenceSampler, RefusesAnEmptySpace) { EXPECT_THROW(make(SearchSpace{}, {}), std::invalid_argument); }

TEST(MakeSampler, RefusesAnUnknownKind) {
  EXPECT_THROW(make_sampler(static_cast<SamplerKind>(99), every_kind(), {}), std::invalid_argument);
}

}  // namespace
}  // namespace pineforge::hpo
