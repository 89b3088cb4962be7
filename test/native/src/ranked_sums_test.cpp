#include "ranked_sums.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>
#include <vector>

#include "active_kernels.hpp"

namespace pineforge::hpo {
namespace {

constexpr std::size_t kColumns = 16;
using Contribution = std::array<double, kColumns>;

/// Contributions by trial, and their weighted sums from nothing.
struct Observations {
  std::vector<Contribution> of_trial;

  double weighted(std::size_t column, const SplitTracker& split) const {
    double sum = 0.0;
    for (std::size_t trial = 0; trial < split.trials(); ++trial) {
      if (split.is_good(static_cast<Trial>(trial))) continue;
      sum += split.ramp().weight(split.rank(static_cast<Trial>(trial))) * of_trial[trial][column];
    }
    return sum;
  }
};

TEST(RankedSums, FollowWeightsThatChangeWithEveryTrial) {
  std::mt19937 engine(1);
  std::uniform_real_distribution<double> unit(0.0, 1.0);
  SplitTracker split(0);
  RankedSums sums(active_kernels(), kColumns);
  Observations known;
  const auto of = [&](Trial t) -> const Contribution& { return known.of_trial[static_cast<std::size_t>(t)]; };
  const auto enter_bad = [&](Trial trial) {
    if (split.is_recent(trial)) {
      sums.add_recent(0, of(trial), trial);
    } else {
      sums.add_old(0, of(trial), trial);
    }
  };
  const auto make_anew = [&] {
    sums.clear();
    for (Trial trial = 0; trial < static_cast<Trial>(split.trials()); ++trial) {
      const auto slot = std::find(split.good_slots().begin(), split.good_slots().end(), trial);
      if (slot == split.good_slots().end()) {
        enter_bad(trial);
      } else {
        sums.enter_good(trial, static_cast<std::size_t>(slot - split.good_slots().begin()));
      }
    }
  };
  for (int trial = 0; trial < 600; ++trial) {
    Contribution contribution;
    for (double& value : contribution) value = unit(engine);
    known.of_trial.push_back(contribution);
    const SplitChange change = split.tell(unit(engine) - 0.002 * trial);
    if (change.promoted()) {
      make_anew();
    } else {
      if (change.aged != kNoTrial) sums.age(0, of(change.aged), change.aged);
      if (change.entered_good != kNoTrial) sums.enter_good(change.entered_good, change.slot);
      for (const Trial recent : split.recent()) {
        if (recent < change.left_good) sums.correct_ranked(0, of(recent));
      }
      if (change.entered_bad != kNoTrial) enter_bad(change.entered_bad);
    }
    for (std::size_t column = 0; column < kColumns; ++column) {
      const double expected = known.weighted(column, split);
      ASSERT_NEAR(sums.weighted(column, split.ramp()), expected, 1e-12 * (1.0 + expected)) << "trial " << trial;
    }
  }
}

}  // namespace
}  // namespace pineforge::hpo
