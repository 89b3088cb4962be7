// Weighted numbers of bad trials by value of a parameter with few values.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "aligned_vector.hpp"
#include "simd/kernels.hpp"
#include "split_tracker.hpp"

namespace pineforge::hpo {

/// Per value, how many of its bad trials are *recent* (the newest 25 of all values), how many are old, and the sum of
/// the old ones' ranks: with the ramp's alpha and beta (WeightRamp) their weights add up to
///   alpha old + beta ranked + recent.
/// All are whole numbers below 2^53, exact.
///
/// Ranks change when a good trial e becomes bad: those of all later bad trials rise by one. How many of the old ones of
/// a value are later than e needs no history. Every good trial has a *snapshot*, by value the number of bad trials
/// before it: when it became good, as the newest trial, that was old + recent, and bad trials that appear before it
/// later are added. A bad trial becomes good only while fewer than 241 trials are known; then all is counted anew.
class ValueCounts {
 public:
  explicit ValueCounts(std::size_t values)
      : old_(simd::padded(values)), ranked_(old_.size()), recent_(old_.size()), snapshots_(kMaxGood * old_.size()) {}

  /// Follows one trial; `split` is the split after it, `value_of` gives the value of a trial.
  template <class ValueOf>
  void update(const SplitChange& change, const SplitTracker& split, ValueOf value_of) {
    if (change.promoted()) return rebuild(split, value_of);
    if (change.left_good != kNoTrial && !split.is_recent(change.left_good)) shift_ranks(change.slot);
    if (change.aged != kNoTrial) {
      recent_[value_of(change.aged)] -= 1.0;
      add_old(value_of(change.aged), split.ramp().full_from - 1.0);
    }
    if (change.entered_bad != kNoTrial) enter_bad(change.entered_bad, split, value_of(change.entered_bad));
    if (change.left_good != kNoTrial) add_to_snapshots(change.left_good, split, value_of(change.left_good));
    if (change.entered_good != kNoTrial) take_snapshot(change.slot);
  }

  /// Padded.
  const double* old() const { return old_.data(); }
  const double* ranked() const { return ranked_.data(); }
  const double* recent() const { return recent_.data(); }
  double weighted(std::size_t value, const WeightRamp& ramp) const {
    return (old_[value] * ramp.alpha + ranked_[value] * ramp.beta) + recent_[value];
  }
  /// Number of bad trials.
  double count(std::size_t value) const { return old_[value] + recent_[value]; }

  std::size_t bytes() const { return (3 * old_.size() + snapshots_.size()) * sizeof(double); }

 private:
  template <class ValueOf>
  void rebuild(const SplitTracker& split, ValueOf value_of) {
    for (AlignedVector<double>* sums : {&old_, &ranked_, &recent_}) std::fill(sums->begin(), sums->end(), 0.0);
    const double full_from = split.ramp().full_from;
    double rank = 0.0;
    for (Trial trial = 0; trial < static_cast<Trial>(split.trials()); ++trial) {
      if (split.is_good(trial)) {
        const auto slot = std::find(split.good_slots().begin(), split.good_slots().end(), trial);
        take_snapshot(static_cast<std::size_t>(slot - split.good_slots().begin()));
        continue;
      }
      if (rank < full_from) {
        add_old(value_of(trial), rank);
      } else {
        recent_[value_of(trial)] += 1.0;
      }
      rank += 1.0;
    }
  }

  void add_old(std::size_t value, double rank) {
    old_[value] += 1.0;
    ranked_[value] += rank;
  }

  void enter_bad(Trial trial, const SplitTracker& split, std::size_t value) {
    if (split.is_recent(trial)) {
      recent_[value] += 1.0;
    } else {
      add_old(value, split.rank(trial));
    }
  }

  /// The good trial of this slot became bad; it is older than all recent trials, so that its snapshot counts old ones.
  void shift_ranks(std::size_t slot) {
    const double* before = snapshots_.data() + slot * old_.size();
    for (std::size_t value = 0; value < old_.size(); ++value) ranked_[value] += old_[value] - before[value];
  }

  /// The snapshot of the slot that `bad` left is about to be taken anew.
  void add_to_snapshots(Trial bad, const SplitTracker& split, std::size_t value) {
    const std::span<const Trial> good = split.good_slots();
    for (std::size_t slot = 0; slot < good.size(); ++slot) {
      snapshots_[slot * old_.size() + value] += good[slot] > bad ? 1.0 : 0.0;
    }
  }

  void take_snapshot(std::size_t slot) {
    double* before = snapshots_.data() + slot * old_.size();
    for (std::size_t value = 0; value < old_.size(); ++value) before[value] = old_[value] + recent_[value];
  }

  AlignedVector<double> old_;
  AlignedVector<double> ranked_;
  AlignedVector<double> recent_;
  /// By slot of the good trial.
  AlignedVector<double> snapshots_;
};

}  // namespace pineforge::hpo
