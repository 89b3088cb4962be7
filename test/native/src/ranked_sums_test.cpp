#include "ranked_sums.hpp"

#include <gtest/gtest.h>

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

void correct_ranked_below(RankedSums& sums, Trial trial, double sign, const SplitTracker& split,
                          const Observations& known) {
  for (const Trial recent : split.recent()) {
    if (recent < trial) sums.correct_ranked(0, known.of_trial[static_cast<std::size_t>(recent)], sign);
  }
}

void late_entry(RankedSums& sums, const SplitChange& change, const SplitTracker& split, const Observations& known) {
  const Trial promoted = change.entered_good;
  const Contribution& leaving = known.of_trial[static_cast<std::size_t>(promoted)];
  if (change.left_recent) {
    sums.add_recent(0, leaving, promoted, -1.0);
  } else {
    sums.add_old(0, leaving, promoted, -1.0);
  }
  for (Trial trial = sums.begin_late_entry(promoted, change.slot) + 1; trial < promoted; ++trial) {
    sums.add_to_late_entry(change.slot, 0, known.of_trial[static_cast<std::size_t>(trial)]);
  }
  sums.finish_late_entry(promoted, change.slot);
  correct_ranked_below(sums, promoted, -1.0, split, known);
}

TEST(RankedSums, FollowWeightsThatChangeWithEveryTrial) {
  std::mt19937 engine(1);
  std::uniform_real_distribution<double> unit(0.0, 1.0);
  SplitTracker split(0);
  RankedSums sums(active_kernels(), kColumns);
  Observations known;
  for (int trial = 0; trial < 600; ++trial) {
    Contribution contribution;
    for (double& value : contribution) value = unit(engine);
    known.of_trial.push_back(contribution);
    const SplitChange change = split.tell(unit(engine) - 0.002 * trial);

    const auto of = [&](Trial t) -> const Contribution& { return known.of_trial[static_cast<std::size_t>(t)]; };
    if (change.aged != kNoTrial) sums.age(0, of(change.aged), change.aged);
    if (change.promoted()) {
      late_entry(sums, change, split, known);
    } else if (change.entered_good != kNoTrial) {
      sums.enter_good(change.entered_good, change.slot);
      if (change.left_good != kNoTrial) correct_ranked_below(sums, change.left_good, 1.0, split, known);
    }
    if (change.entered_bad != kNoTrial) {
      if (split.is_recent(change.entered_bad)) {
        sums.add_recent(0, of(change.entered_bad), change.entered_bad);
      } else {
        sums.add_old(0, of(change.entered_bad), change.entered_bad);
      }
    }
    for (std::size_t column = 0; column < kColumns; ++column) {
      const double expected = known.weighted(column, split);
      ASSERT_NEAR(sums.weighted(column, split.ramp()), expected, 1e-12 * (1.0 + expected)) << "trial " << trial;
    }
  }
}

}  // namespace
}  // namespace pineforge::hpo
