// The bad trials' masses of a parameter with few values on an even grid.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "grid_tails.hpp"
#include "split_tracker.hpp"
#include "value_counts.hpp"
#include "width_table.hpp"

namespace pineforge::hpo {

/// Values are 0 ... size - 1, in steps. All observations of one value have the same kernel but the first and the last
/// of them by trial number, which in stable sorted order are the neighbours of the next lower and next higher value
/// seen: only these can be wider than the least sigma, by a whole number of steps. So the model is, per value, the
/// weighted number of its observations and the trials and widths of those two.
///
/// Kernels of one width add up to a row of weights by value; a value's mass is a sum over the row.
class GridModel {
 public:
  /// Beyond this many values a CellModel is cheaper.
  static constexpr std::size_t kMaxSize = 256;

  GridModel(const simd::Kernels& kernels, GridTails& tails);

  /// Follows one trial. `values` by trial.
  void update(const SplitChange& change, const SplitTracker& split, std::span<const std::uint8_t> values);

  /// Weighs the kernels for the present split; to be called before the masses, after updates.
  void prepare(const SplitTracker& split);
  /// The mixture's masses at `values`, up to the sum of the weights.
  void masses(std::span<const std::uint32_t> values, double* result) const;

  std::size_t bytes() const;

 private:
  /// Widths that have a row: 1 ... kRows steps.
  static constexpr std::size_t kRows = 8;
  static constexpr std::size_t kNoRow = static_cast<std::size_t>(-1);

  /// The first or last observation of a value.
  struct Extreme {
    Trial trial = kNoTrial;
    double rank = 0.0;
    /// In steps; 0 for the least sigma.
    double width = 0.0;
    /// Of rows_; kNoRow where the width has none.
    std::size_t row = kNoRow;
  };
  struct Value {
    std::size_t count = 0;
    Extreme first;
    Extreme last;
  };
  /// Weight / mass within the interval of the kernels of one width, by value; padded.
  struct Row {
    WidthTable table;
    std::vector<double> shares;
    bool is_in_use = false;
  };
  /// A kernel without a row. `tails`: see GridTails.
  struct Single {
    std::size_t value;
    const double* tails;
    double share;
  };

  void insert(Trial trial, std::size_t value, const SplitTracker& split);
  void remove(const SplitChange& change, const SplitTracker& split, std::span<const std::uint8_t> values);
  void set_ranks(const SplitTracker& split);
  void set_widths();
  void list_wide();
  std::size_t row_of(double width) const;
  void weigh_wide(std::size_t value, const Extreme& extreme, double weight);

  const simd::Kernels& kernels_;
  GridTails& tails_;
  std::size_t size_;
  std::vector<double> spare_tails_;
  ValueCounts counts_;
  std::vector<Value> values_;
  std::size_t observations_ = 0;
  /// Values seen or the least sigma changed since the widths were set.
  bool widths_changed_ = true;
  /// Values that have an extreme wider than the least sigma.
  std::vector<std::size_t> wide_values_;

  Row least_;
  std::vector<Row> rows_;
  std::vector<Single> singles_;
};

}  // namespace pineforge::hpo
