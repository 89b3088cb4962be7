#include "discrete_diagnostics.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace pineforge::benchmark {
namespace {

const std::vector<double> kTarget{8, 1, 6};

struct Trial {
  std::vector<double> candidate;
  double value;
};

DiscreteDiagnostics diagnose_trials(const std::vector<Trial>& trials) {
  TrialLog log(kTarget.size(), 0);
  for (const Trial& trial : trials) log.append(trial.candidate, trial.value);
  return diagnose(log, kTarget);
}

TEST(DiscreteDiagnostics, CountDistinctAndRepeatedCandidatesAndHits) {
  const auto seen = diagnose_trials({{{0, 0, 0}, 9}, {{8, 1, 6}, 0}, {{0, 0, 0}, 9}, {{8, 1, 6}, 0}, {{0, 0, 1}, 7}});
  EXPECT_EQ(seen.unique_candidates, 3);
  EXPECT_EQ(seen.duplicate_candidates, 2);
  EXPECT_EQ(seen.exact_optimum_hits, 2);
  EXPECT_EQ(seen.best_hamming, 0);
  EXPECT_EQ(seen.best_l1, 0);
}

TEST(DiscreteDiagnostics, MeasureTheBestCandidateNotTheNearest) {
  const auto seen = diagnose_trials({{{8, 1, 5}, 4}, {{0, 3, 6}, 3}});
  EXPECT_EQ(seen.best_hamming, 2);
  EXPECT_EQ(seen.best_l1, 10);
}

TEST(DiscreteDiagnostics, PreferTheLeastHammingThenTheLeastL1AmongEqualValues) {
  EXPECT_EQ(diagnose_trials({{{7, 2, 6}, 3}, {{0, 1, 6}, 3}}).best_hamming, 1);
  EXPECT_EQ(diagnose_trials({{{0, 1, 6}, 3}, {{7, 2, 6}, 3}}).best_hamming, 1);
  EXPECT_EQ(diagnose_trials({{{0, 1, 6}, 3}, {{5, 1, 6}, 3}}).best_l1, 3);
  EXPECT_EQ(diagnose_trials({{{5, 1, 6}, 3}, {{0, 1, 6}, 3}}).best_l1, 3);
}

}  // namespace
}  // namespace pineforge::benchmark
