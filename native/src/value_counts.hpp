// Weighted numbers of bad trials by value of a parameter with few values.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "ranked_sums.hpp"

namespace pineforge::hpo {

/// RankedSums in which a trial contributes 1 to the column of its value; all sums are whole numbers and exact.
class ValueCounts {
 public:
  ValueCounts(const simd::Kernels& kernels, std::size_t values)
      : sums_(kernels, values), weighted_(simd::padded(values)) {}

  /// Follows one trial; `value_of` gives the value of a trial.
  template <class ValueOf>
  void update(const SplitChange& change, const SplitTracker& split, ValueOf value_of) {
    if (change.aged != kNoTrial) {
      const std::size_t value = value_of(change.aged);
      sums_.age(block_of(value), unit(value), change.aged);
    }
    if (change.promoted()) {
      promote(change, split, value_of);
    } else if (change.entered_good != kNoTrial) {
      sums_.enter_good(change.entered_good, change.slot);
      if (change.left_good != kNoTrial) correct_ranked_below(change.left_good, 1.0, split, value_of);
    }
    if (change.entered_bad == kNoTrial) return;
    const std::size_t value = value_of(change.entered_bad);
    if (split.is_recent(change.entered_bad)) {
      sums_.add_recent(block_of(value), unit(value), change.entered_bad);
    } else {
      sums_.add_old(block_of(value), unit(value), change.entered_bad);
    }
  }

  /// Weighs all values for a ramp; weighted() has the result, padded.
  void weigh(const WeightRamp& ramp) {
    const double old_factor = sums_.old_factor(ramp);
    const double ranked_factor = sums_.ranked_factor(ramp);
    for (std::size_t i = 0; i < weighted_.size(); ++i) {
      weighted_[i] = (sums_.old()[i] * old_factor + sums_.ranked()[i] * ranked_factor) + sums_.recent()[i];
    }
  }
  double* weighted() { return weighted_.data(); }

  std::size_t bytes() const { return sums_.bytes() + weighted_.size() * sizeof(double); }

 private:
  using Unit = std::array<double, simd::kPadding>;

  static std::size_t block_of(std::size_t value) { return value - value % simd::kPadding; }
  static Unit unit(std::size_t value) {
    Unit contribution{};
    contribution[value % simd::kPadding] = 1.0;
    return contribution;
  }

  /// A bad trial became good late.
  template <class ValueOf>
  void promote(const SplitChange& change, const SplitTracker& split, ValueOf value_of) {
    const Trial promoted = change.entered_good;
    const std::size_t left = value_of(promoted);
    if (change.left_recent) {
      sums_.add_recent(block_of(left), unit(left), promoted, -1.0);
    } else {
      sums_.add_old(block_of(left), unit(left), promoted, -1.0);
    }
    for (Trial trial = sums_.begin_late_entry(promoted, change.slot) + 1; trial < promoted; ++trial) {
      sums_.add_to_late_entry(change.slot, block_of(value_of(trial)), unit(value_of(trial)));
    }
    sums_.finish_late_entry(promoted, change.slot);
    correct_ranked_below(promoted, -1.0, split, value_of);
  }

  /// See RankedSums: for the recent trials older than `trial`.
  template <class ValueOf>
  void correct_ranked_below(Trial trial, double sign, const SplitTracker& split, ValueOf value_of) {
    for (const Trial recent : split.recent()) {
      if (recent < trial) sums_.correct_ranked(block_of(value_of(recent)), unit(value_of(recent)), sign);
    }
  }

  RankedSums sums_;
  std::vector<double> weighted_;
};

}  // namespace pineforge::hpo
