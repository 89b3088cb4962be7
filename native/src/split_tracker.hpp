// The good and the bad trials, kept up to date trial by trial.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "weight_ramp.hpp"

namespace pineforge::hpo {

/// A trial number, below 2^31.
using Trial = std::int64_t;
inline constexpr Trial kNoTrial = -1;

/// At most this many trials are good.
inline constexpr std::size_t kMaxGood = 25;

/// What a told trial changed. Exactly one of the new trial and the evicted one becomes bad, or neither.
struct SplitChange {
  /// The trial that was told.
  Trial told = kNoTrial;
  /// Became good: the told trial, or a bad one when the good group grew.
  Trial entered_good = kNoTrial;
  /// Ceased to be good.
  Trial left_good = kNoTrial;
  /// Place of entered_good among the good trials, taken over from left_good where there is one.
  std::size_t slot = 0;
  /// Became bad: the told trial or left_good.
  Trial entered_bad = kNoTrial;
  /// Still bad, but no longer one of the newest 25 bad trials.
  Trial aged = kNoTrial;

  /// Whether a bad trial became good, which only happens while the good group grows.
  bool promoted() const { return entered_good != kNoTrial && entered_good != told; }
};

/// The split of optuna/samplers/_tpe/sampler.py v4.9.0, _split_trials: the min(ceil(0.1 n), 25) lowest objectives, of
/// equal ones the earlier, are good.
class SplitTracker {
 public:
  /// Storage is reserved for `expected_trials`.
  explicit SplitTracker(std::size_t expected_trials);

  /// Adds the next trial. O(1) once 25 trials are good, O(n) before that.
  SplitChange tell(double objective);

  std::size_t trials() const { return objectives_.size(); }
  std::size_t good_count() const { return good_.size(); }
  std::size_t bad_count() const { return trials() - good_count(); }
  /// Ascending.
  std::span<const Trial> good() const { return good_by_trial_; }
  /// Good trials by slot.
  std::span<const Trial> good_slots() const { return slots_; }
  bool is_good(Trial trial) const { return is_good_[static_cast<std::size_t>(trial)] != 0; }
  /// Whether a bad trial is among the newest 25 of them.
  bool is_recent(Trial bad) const { return recent_.empty() || bad >= recent_.back(); }
  /// The newest bad trials, at most 25, newest first.
  std::span<const Trial> recent() const { return recent_; }
  /// Place of a bad trial among the bad ones, oldest first.
  double rank(Trial bad) const;
  WeightRamp ramp() const { return WeightRamp(bad_count()); }
  std::size_t bytes() const { return objectives_.capacity() * sizeof(double) + is_good_.capacity(); }

 private:
  bool better(Trial a, Trial b) const;
  void grow(SplitChange& change);
  void enter_good(Trial trial, std::size_t slot);
  void enter_bad(Trial trial, SplitChange& change);
  Trial best_bad() const;

  std::vector<double> objectives_;
  /// By trial.
  std::vector<std::uint8_t> is_good_;
  /// Best first.
  std::vector<Trial> good_;
  std::vector<Trial> good_by_trial_;
  std::vector<Trial> slots_;
  std::vector<Trial> recent_;
  /// Good trials by slot, unused slots above all trials: of a fixed number, so that the count is a few instructions.
  std::array<std::int32_t, kMaxGood + 3> good_for_rank_;
};

}  // namespace pineforge::hpo
