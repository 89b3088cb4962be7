// The bad trials' density of a numeric parameter once 25 trials are good: constant time per trial.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "candidate_set.hpp"
#include "cell_extremes.hpp"
#include "cell_table.hpp"
#include "split_tracker.hpp"
#include "wide_kernels.hpp"

namespace pineforge::hpo {

/// For 98 or more bad trials the least sigma is h = range / 100. A kernel is *wide*, of a sigma above h, only where its
/// observation has a neighbour more than h away. Of the observations within one of 100 cells of width h only the first
/// and the last in sorted order can have one, so no sorted list is needed: the two extremes of each cell suffice, and
/// at most 198 kernels are wide. These are summed directly; all others, of sigma h, are in a CellTable.
///
/// A new observation changes the widths of at most four kernels: its own, those of its neighbours among the extremes,
/// and that of a former least or greatest observation, which by the rule for the ends took its inner gap only. None
/// ever ceases to be bad: the good group no longer grows.
class CellModel {
 public:
  CellModel(const simd::Kernels& kernels, const simd::Interval& interval, std::span<const double> site_edges);

  /// Builds the model of the present split from nothing. `positions`: on the axis, by trial.
  void rebuild(const SplitTracker& split, std::span<const double> positions);
  /// Follows one trial; `split` is the split after it.
  void update(const SplitChange& change, const SplitTracker& split, std::span<const double> positions);

  /// Weighs the wide kernels for the present split; to be called before the sums, after updates.
  void prepare(const SplitTracker& split);
  /// Adds the densities at `points` (padded), in units of 1 / (range sqrt(2 pi)), to `sums`.
  void add_densities(const SplitTracker& split, std::span<const double> points, double* sums) const;
  /// The same in single precision; at most CandidateSet::kMostPoints.
  void add_coarse_densities(const SplitTracker& split, std::span<const double> points, float* sums);
  /// The same as add_densities(), at those of the last coarse points whose bits are set.
  void add_densities_again(std::uint32_t places, std::span<const double> points, double* sums) const;
  /// The mass of bin `site`, [a, b].
  double mass_at(const SplitTracker& split, std::size_t site, double a, double b) const;

  std::size_t bytes() const { return table_.bytes() + wide_.bytes(); }

 private:
  void insert(Trial trial, double position, const SplitTracker& split);
  void age(Trial trial, double position);

  double clip(double gap) const;
  void refresh(std::size_t cell, const SplitTracker& split);
  void refresh_one(std::size_t cell, const SplitTracker& split);
  void resize(Extreme& extreme, double sigma, const SplitTracker& split);

  void put_in_table(Extreme& extreme, const SplitTracker& split);
  void add_to_table(Trial trial, double position, const SplitTracker& split, double sign);
  void correct_ranked_below(Trial trial, const SplitTracker& split, std::span<const double> positions);
  void refill_recent(const SplitTracker& split, std::span<const double> positions);

  /// h.
  double width_;
  double range_;
  CellExtremes extremes_;
  WideKernels wide_;
  CellTable table_;
  /// The table's part of the densities at the last coarse points.
  std::array<double, CandidateSet::kMostPoints> coarse_table_sums_{};
  CellTable::Footprint footprint_;
};

}  // namespace pineforge::hpo
