// How a study went about a finite space.
#pragma once

#include <cstdint>
#include <span>

#include "trial_log.hpp"

namespace pineforge::benchmark {

/// The values that the result has where a problem has no discrete diagnostics are the defaults.
struct DiscreteDiagnostics {
  /// Distinct candidates, and trials that repeated one; they add up to the trials.
  std::int64_t unique_candidates = -1;
  std::int64_t duplicate_candidates = -1;
  /// Trials that proposed the target.
  std::int64_t exact_optimum_hits = 0;
  /// Coordinates in which the best candidate differs from the target, and by how many steps in sum. The best candidate
  /// has the lowest objective; of equal ones the least Hamming, then the least L1 distance.
  std::int64_t best_hamming = -1;
  std::int64_t best_l1 = -1;
};

/// For at least one trial over parameters with step 1. `target`: the known optimum.
DiscreteDiagnostics diagnose(const TrialLog& log, std::span<const double> target);

}  // namespace pineforge::benchmark
