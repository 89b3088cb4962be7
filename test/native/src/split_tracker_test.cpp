#include "split_tracker.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <random>
#include <vector>

#include "trial_split.hpp"

namespace pineforge::hpo {
namespace {

std::vector<Trial> numbers(const std::vector<std::size_t>& trials) { return {trials.begin(), trials.end()}; }

/// Tells `count` objectives and compares with a split from nothing after each.
void expect_the_reference_split(std::size_t count, const std::function<double(std::size_t)>& objective) {
  SplitTracker tracker(count);
  std::vector<double> values;
  for (std::size_t trial = 0; trial < count; ++trial) {
    values.push_back(objective(trial));
    const SplitChange change = tracker.tell(values.back());
    const TrialSplit expected = split_trials(values);
    const std::vector<Trial> bad = numbers(expected.above);

    ASSERT_EQ(std::vector<Trial>(tracker.good().begin(), tracker.good().end()), numbers(expected.below));
    ASSERT_EQ(tracker.bad_count(), bad.size());
    std::vector<Trial> slots(tracker.good_slots().begin(), tracker.good_slots().end());
    if (change.entered_good != kNoTrial) {
      ASSERT_EQ(slots[change.slot], change.entered_good);
    }
    std::sort(slots.begin(), slots.end());
    ASSERT_EQ(slots, numbers(expected.below));

    const std::size_t recent = std::min(kFullWeights, bad.size());
    ASSERT_EQ(std::vector<Trial>(tracker.recent().rbegin(), tracker.recent().rend()),
              std::vector<Trial>(bad.end() - static_cast<std::ptrdiff_t>(recent), bad.end()));
    for (std::size_t rank = 0; rank < bad.size(); ++rank) {
      ASSERT_EQ(tracker.rank(bad[rank]), static_cast<double>(rank));
      ASSERT_EQ(tracker.is_recent(bad[rank]), rank + recent >= bad.size());
    }
  }
}

TEST(SplitTracker, FollowsTheReferenceOnRandomObjectives) {
  for (const unsigned seed : {1U, 2U, 3U}) {
    std::mt19937 engine(seed);
    expect_the_reference_split(400, [&](std::size_t) { return static_cast<double>(engine()); });
  }
}

TEST(SplitTracker, FollowsTheReferenceWhereManyObjectivesAreEqual) {
  std::mt19937 engine(4);
  expect_the_reference_split(400, [&](std::size_t) { return static_cast<double>(engine() % 3); });
  expect_the_reference_split(300, [](std::size_t) { return 0.0; });
}

TEST(SplitTracker, FollowsTheReferenceWhereEveryTrialIsTheBestOrTheWorst) {
  expect_the_reference_split(300, [](std::size_t trial) { return -static_cast<double>(trial); });
  expect_the_reference_split(300, [](std::size_t trial) { return static_cast<double>(trial); });
}

}  // namespace
}  // namespace pineforge::hpo
