#include "trial_split.hpp"

#include <gtest/gtest.h>

#include <numeric>

namespace pineforge::hpo {
namespace {

using Trials = std::vector<std::size_t>;

TEST(TrialSplit, CallsATenthOfTheTrialsGoodButNoMoreThanTwentyFive) {
  const struct {
    std::size_t trials;
    std::size_t below;
  } cases[] = {{0, 0},  {1, 1},    {10, 1},   {11, 2},   {20, 2},   {30, 3},   {31, 4},
               {70, 7}, {239, 24}, {240, 24}, {241, 25}, {250, 25}, {251, 25}, {1000000, 25}};
  for (const auto& [trials, below] : cases) EXPECT_EQ(below_count(trials), below) << trials << " trials";
}

TEST(TrialSplit, PutsTheLowestValuesBelowAndKeepsTrialOrderInBothGroups) {
  const std::vector<double> values{5, 9, 1, 7, 8, 0, 6, 4, 3, 2, 10};
  const TrialSplit split = split_trials(values);
  EXPECT_EQ(split.below, (Trials{2, 5}));
  EXPECT_EQ(split.above, (Trials{0, 1, 3, 4, 6, 7, 8, 9, 10}));
}

TEST(TrialSplit, PrefersTheEarlierOfEqualTrials) {
  const std::vector<double> values(40, 1.0);
  EXPECT_EQ(split_trials(values).below, (Trials{0, 1, 2, 3}));
}

TEST(TrialSplit, SplitsNoTrialsIntoNothing) {
  const TrialSplit split = split_trials({});
  EXPECT_TRUE(split.below.empty());
  EXPECT_TRUE(split.above.empty());
}

}  // namespace
}  // namespace pineforge::hpo
