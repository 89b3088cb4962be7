#include "value_counts.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <random>
#include <vector>

namespace pineforge::hpo {
namespace {

/// Counts value by value, from the ranks of all bad trials, after every trial.
void follow(std::size_t trials, const std::function<double(std::size_t)>& objective) {
  constexpr std::size_t kValues = 5;
  std::mt19937 engine(3);
  ValueCounts counts(kValues);
  SplitTracker split(trials);
  std::vector<std::size_t> values;
  for (std::size_t trial = 0; trial < trials; ++trial) {
    values.push_back(engine() % kValues);
    counts.update(split.tell(objective(trial)), split, [&](Trial t) { return values[static_cast<std::size_t>(t)]; });

    std::vector<double> old(kValues), ranked(kValues), recent(kValues);
    double rank = 0.0;
    for (std::size_t t = 0; t <= trial; ++t) {
      if (split.is_good(static_cast<Trial>(t))) continue;
      if (rank < split.ramp().full_from) {
        old[values[t]] += 1.0;
        ranked[values[t]] += rank;
      } else {
        recent[values[t]] += 1.0;
      }
      rank += 1.0;
    }
    for (std::size_t value = 0; value < kValues; ++value) {
      ASSERT_EQ(counts.old()[value], old[value]) << "trial " << trial;
      ASSERT_EQ(counts.ranked()[value], ranked[value]) << "trial " << trial;
      ASSERT_EQ(counts.recent()[value], recent[value]) << "trial " << trial;
      ASSERT_EQ(counts.count(value), old[value] + recent[value]) << "trial " << trial;
    }
  }
}

TEST(ValueCounts, AreExactWhereObjectivesAreRandom) {
  std::mt19937 engine(1);
  follow(1500, [&](std::size_t) { return static_cast<double>(engine()); });
}

TEST(ValueCounts, AreExactWhereManyObjectivesAreEqual) {
  std::mt19937 engine(2);
  follow(1500, [&](std::size_t) { return static_cast<double>(engine() % 4); });
}

TEST(ValueCounts, AreExactWhereEveryTrialIsTheBestSoFar) {
  follow(600, [](std::size_t trial) { return -static_cast<double>(trial); });
}

TEST(ValueCounts, AreExactWhereEveryTrialIsTheWorstSoFar) {
  follow(600, [](std::size_t trial) { return static_cast<double>(trial); });
}

}  // namespace
}  // namespace pineforge::hpo
