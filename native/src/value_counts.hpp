// Weighted numbers of bad trials by value of a parameter with few values.
#pragma once

#include <algorithm>
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
    if (change.promoted()) {
      rebuild(split, value_of);
      return;
    }
    if (change.aged != kNoTrial) {
      const std::size_t value = value_of(change.aged);
      sums_.age(block_of(value), unit(value), change.aged);
    }
    if (change.entered_good != kNoTrial) {
      sums_.enter_good(change.entered_good, change.slot);
      if (change.left_good != kNoTrial) correct_ranked_below(change.left_good, split, value_of);
    }
    if (change.entered_bad != kNoTrial) enter_bad(change.entered_bad, split, value_of);
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

  template <class ValueOf>
  void enter_bad(Trial trial, const SplitTracker& split, ValueOf value_of) {
    const std::size_t value = value_of(trial);
    if (split.is_recent(trial)) {
      sums_.add_recent(block_of(value), unit(value), trial);
    } else {
      sums_.add_old(block_of(value), unit(value), trial);
    }
  }

  template <class ValueOf>
  void rebuild(const SplitTracker& split, ValueOf value_of) {
    sums_.clear();
    const auto trials = static_cast<Trial>(split.trials());
    for (Trial trial = 0; trial < trials; ++trial) {
      const auto slot = std::find(split.good_slots().begin(), split.good_slots().end(), trial);
      if (slot != split.good_slots().end()) {
        sums_.enter_good(trial, static_cast<std::size_t>(slot - split.good_slots().begin()));
      } else {
        enter_bad(trial, split, value_of);
      }
    }
  }

  /// See RankedSums: for the recent trials older than `trial`.
  template <class ValueOf>
  void correct_ranked_below(Trial trial, const SplitTracker& split, ValueOf value_of) {
    for (const Trial recent : split.recent()) {
      if (recent < trial) sums_.correct_ranked(block_of(value_of(recent)), unit(value_of(recent)));
    }
  }

  RankedSums sums_;
  std::vector<double> weighted_;
};

}  // namespace pineforge::hpo
