// The bad trials' masses of a parameter with few values on an even grid.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "grid_tails.hpp"
#include "ranked_sums.hpp"
#include "split_tracker.hpp"
#include "width_table.hpp"

namespace pineforge::hpo {

/// Values are 0 ... size - 1, in steps. All observations of one value have the same kernel but the first and the last of
/// them by trial number, which in stable sorted order are the neighbours of the next lower and next higher value seen: only
/// these can be wider than the least sigma, by an integer number of steps. So the model is, per value, the weighted
/// number of its observations (RankedSums) and the trials and widths of those two.
class GridModel {
 public:
  /// Beyond this many values a CellModel is cheaper.
  static constexpr std::size_t kMaxSize = 128;

  GridModel(const simd::Kernels& kernels, GridTails& tails);

  /// Follows one trial. `values` by trial.
  void update(const SplitChange& change, const SplitTracker& split, std::span<const std::uint8_t> values);

  /// Weighs the kernels for the present split; to be called before the masses, after updates.
  void prepare(const SplitTracker& split);
  /// The mixture's masses at `values`, up to the sum of the weights.
  void masses(std::span<const std::uint32_t> values, double* result) const;

  std::size_t bytes() const;

 private:
  /// The first or last observation of a value.
  struct Extreme {
    Trial trial = kNoTrial;
    double rank = 0.0;
    /// In steps; 0 for the least sigma.
    double width = 0.0;
  };
  struct Value {
    std::size_t count = 0;
    Extreme first;
    Extreme last;
  };
  /// A kernel that is in neither row. `tails`: see GridTails.
  struct Wide {
    std::size_t value;
    const double* tails;
    /// Weight / mass within the interval.
    double share;
  };

  void rebuild(const SplitTracker& split, std::span<const std::uint8_t> values);
  void insert(Trial trial, std::size_t value, const SplitTracker& split);
  void add_old(Trial trial, std::size_t value);
  void add_recent(std::size_t value, double sign);
  void set_widths();
  void weigh(std::size_t value, const WeightRamp& ramp);
  void weigh_wide(std::size_t value, double width, double weight);

  const simd::Kernels& kernels_;
  GridTails& tails_;
  std::size_t size_;
  RankedSums sums_;
  std::vector<Value> values_;
  /// Values seen or the least sigma changed since the widths were set.
  bool widths_changed_ = true;
  std::size_t observations_ = 0;

  WidthTable least_;
  WidthTable one_;

  /// Weight / mass of the kernels of the least sigma and of sigma 1, by value; padded.
  std::vector<double> least_row_;
  std::vector<double> one_row_;
  bool one_row_in_use_ = false;
  std::vector<Wide> wide_;
};

}  // namespace pineforge::hpo
