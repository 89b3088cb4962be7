// The bad trials' density of a numeric parameter once they are many: constant time per trial.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "cell_table.hpp"
#include "kernel_mixture.hpp"
#include "split_tracker.hpp"

namespace pineforge::hpo {

/// For 98 or more bad trials the least sigma is h = range / 100. A kernel is *wide*, of a sigma above h, only where its
/// observation has a neighbour more than h away. Of the observations within one of 100 cells of width h only the first
/// and the last in sorted order can have one, so no sorted list is needed: the two extremes of each cell suffice, and
/// at most 198 kernels are wide. These are summed directly; all others, of sigma h, are in a CellTable.
///
/// A new observation changes the widths of at most four kernels: its own, those of its neighbours among the extremes,
/// and that of a former least or greatest observation, which by the rule for the ends took its inner gap only.
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
  /// The same in single precision; `coarse_points` are the points as KernelMixture::add_coarse_densities takes them.
  void add_coarse_densities(const SplitTracker& split, std::span<const double> points, const float* coarse_points,
                            float* sums) const;
  /// The mass of bin `site`, [a, b].
  double mass_at(const SplitTracker& split, std::size_t site, double a, double b) const;

  std::size_t bytes() const { return table_.bytes() + wide_.bytes() + sizeof *this; }

 private:
  static constexpr std::size_t kInTable = 0;
  static constexpr std::size_t kNowhere = static_cast<std::size_t>(-1);

  struct Extreme {
    double position = 0.0;
    Trial trial = kNoTrial;
    double sigma = 0.0;
    /// Place among the wide kernels, or kInTable, or kNowhere before its width is known.
    std::size_t place = kNowhere;
  };
  /// The first and last observations of a cell in stable sorted order; the same one where count is 1, then in `first`.
  struct Cell {
    std::size_t count = 0;
    Extreme first;
    Extreme last;
    Extreme& least() { return first; }
    Extreme& greatest() { return count > 1 ? last : first; }
    const Extreme& least() const { return first; }
    const Extreme& greatest() const { return count > 1 ? last : first; }
  };
  /// Distances of a cell's extremes to the neighbouring observations of other cells; those within the cell do not
  /// exceed h. An end of the interval is no neighbour.
  struct Gaps {
    double left = 0.0;
    double right = 0.0;
    double of(const Extreme& extreme, const Cell& cell) const {
      if (cell.count == 1) return left > right ? left : right;
      return &extreme == &cell.first ? left : right;
    }
  };

  void insert(Trial trial, double position, const SplitTracker& split);
  Extreme take_into_cell(const Extreme& entered);
  void promote(const SplitChange& change, const SplitTracker& split, std::span<const double> positions);
  void remove(const SplitChange& change, const SplitTracker& split, std::span<const double> positions);
  void correct_ranked_below(Trial trial, double sign, const SplitTracker& split, std::span<const double> positions);
  void find_extremes(std::size_t cell, const SplitTracker& split, std::span<const double> positions);
  /// The extreme that the trial is, or null.
  Extreme* extreme_of(Trial trial, double position);
  bool is_in_table(Trial trial, double position);

  void refresh(std::size_t cell, const SplitTracker& split);
  void refresh_one(std::size_t cell, const SplitTracker& split);
  std::size_t before(std::size_t cell) const;
  std::size_t after(std::size_t cell) const;
  Gaps gaps_of(std::size_t cell) const;
  double clip(double gap) const;
  void resize(Extreme& extreme, double sigma, const SplitTracker& split);

  void put_in_table(Extreme& extreme, const SplitTracker& split);
  void add_to_table(Trial trial, double position, const SplitTracker& split, double sign);
  void age(Trial trial, double position);
  void refill_recent(const SplitTracker& split, std::span<const double> positions);

  void put_in_list(Extreme& extreme, const SplitTracker& split);
  void take_off_list(Extreme& extreme);

  /// h.
  double width_;
  double range_;
  std::array<Cell, CellTable::kCells> cells_;
  CellTable table_;
  CellTable::Footprint footprint_;
  /// The prior, in place 0, and the wide kernels.
  KernelMixture wide_;
  std::vector<Trial> wide_trials_;
  std::vector<double> wide_ranks_;
};

}  // namespace pineforge::hpo
