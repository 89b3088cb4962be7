// Weighted sums over all bad trials whose weights change with every trial, in constant time.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "aligned_vector.hpp"
#include "simd/kernels.hpp"
#include "split_tracker.hpp"

namespace pineforge::hpo {

/// Columns of sums of w(t) p_t over bad trials t, each with a vector p_t of contributions, mostly zeros.
///
/// The weight of the newest 25 is 1, of all others alpha + beta r(t) (WeightRamp); with every new bad trial alpha and
/// beta change. So the contributions are summed apart: *recent* over the newest 25, *old* S0 = sum p_t and S1 = sum
/// r(t) p_t over the others, and the weighted sum is alpha S0 + beta S1 + recent.
///
/// The rank of a bad trial is its number less the number of older good ones, r(t) = t - older(t), and changes when the
/// good group does. Let m trials be good and newer(t) = m - older(t) of them newer than t; then
///   S1 = sum t p_t - sum older(t) p_t = ranked - m S0,   ranked = sum (t + newer(t)) p_t.
/// Swapping the good trial e for a newer one g changes newer(t) by -1 where t < e and by +1 where t < g, which is
/// everywhere: ranked += S0 - sum of p_t over old t < e. That sum needs no history. Every good trial g has a
/// *snapshot*, the sum of p_t over all bad t < g, recent ones included: when g became good, as the newest trial, it was
/// S0 + recent, and bad trials that appear below g later are added to it. The few recent ones below e are known to the
/// owner, who takes them out again (correct_ranked). So an exchange costs one pass over the columns. A bad trial that
/// becomes good late, as one may while the good group grows, is no such exchange: the sums have to be made anew.
///
/// All terms of all sums are positive; subtraction of what was added leaves errors of an ulp of the largest value a
/// column had, which the recent sums, where it happens at every trial, are cleared of by their owner now and then.
class RankedSums {
 public:
  RankedSums(const simd::Kernels& kernels, std::size_t columns);

  void clear();

  /// `trial`, the newest one, became good and takes the slot of the good trial that left, if any did. The owner then
  /// calls correct_ranked for recent trials below the one that left.
  void enter_good(Trial trial, std::size_t slot);
  void correct_ranked(std::size_t column, std::span<const double> contribution);

  /// Adds sign * contribution (padded, from `column`, a multiple of the padding) of a trial to the old sums.
  void add_old(std::size_t column, std::span<const double> contribution, Trial trial, double sign = 1.0);
  /// The same for the recent sums.
  void add_recent(std::size_t column, std::span<const double> contribution, Trial trial, double sign = 1.0);
  /// Moves a contribution from the recent sums to the old ones.
  void age(std::size_t column, std::span<const double> contribution, Trial trial);

  /// Makes the recent sums anew: first clears them, then adds what they consist of.
  void clear_recent();
  void refill_recent(std::size_t column, std::span<const double> contribution);

  /// Factors of old() and ranked() in a weighted sum; that of recent() is 1.
  double old_factor(const WeightRamp& ramp) const { return ramp.alpha - ramp.beta * static_cast<double>(good_count_); }
  double ranked_factor(const WeightRamp& ramp) const { return ramp.beta; }
  const double* old() const { return old_.data(); }
  const double* ranked() const { return ranked_.data(); }
  const double* recent() const { return recent_.data(); }
  /// The weighted sum of one column.
  double weighted(std::size_t column, const WeightRamp& ramp) const;

  std::size_t bytes() const;

 private:
  void add_to_snapshots(std::size_t column, std::span<const double> contribution, Trial trial, double sign);
  double rank_plus_good(Trial trial) const;
  std::span<double> snapshot(std::size_t slot) {
    return std::span(snapshots_).subspan(slot * old_.size(), old_.size());
  }

  const simd::Kernels& kernels_;
  AlignedVector<double> old_;
  AlignedVector<double> ranked_;
  AlignedVector<double> recent_;
  AlignedVector<double> snapshots_;
  std::array<Trial, kMaxGood> good_;
  std::size_t good_count_ = 0;
  Trial newest_good_ = kNoTrial;
};

}  // namespace pineforge::hpo
