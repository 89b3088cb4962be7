// The bad trials' masses of a parameter with few values on an even grid.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "aligned_vector.hpp"
#include "grid_tables.hpp"
#include "split_tracker.hpp"
#include "value_counts.hpp"
#include "value_set.hpp"
#include "width_table.hpp"

namespace pineforge::hpo {

/// Values are 0 ... size - 1, in steps. All observations of one value have the same kernel but the first and the last
/// of them by trial number, which in stable sorted order are the neighbours of the next lower and next higher value
/// seen: only these can be wider than the least sigma, by a whole number of steps. So the model is, per value, the
/// weighted number of its observations and the ranks and widths of those two.
///
/// Kernels of one width add up to a row of shares by value; a value's mass is a sum over the row.
class GridModel {
 public:
  /// Beyond this many values a CellModel is cheaper.
  static constexpr std::size_t kMaxSize = ValueSet::kCapacity;

  GridModel(const simd::Kernels& kernels, const GridTables& tables);

  /// Follows one trial. `values` by trial.
  void update(const SplitChange& change, const SplitTracker& split, std::span<const std::uint8_t> values);

  /// Weighs the kernels for the present split; to be called before the masses, after updates.
  void prepare(const SplitTracker& split);
  /// The mixture's masses of all values of a small grid, up to the sum of the weights; GridTables::row_length() of
  /// them.
  void masses_of_all(double* result) const;
  /// The same of some values of any grid.
  void masses(std::span<const std::uint32_t> values, double* result) const;

  std::size_t bytes() const;

 private:
  /// The first or last observation of a value, where it is wider than the least sigma.
  struct Extreme {
    std::size_t value;
    bool is_last;
    /// In steps.
    double width;
  };
  /// The kernels of one width, by value: see simd::GridRow.
  struct Row {
    Row(const GridTables& tables, std::size_t width);
    bool is_in_use() const { return kernels >= worth; }

    const WidthTable* table;
    AlignedVector<double> first_inverse;
    AlignedVector<double> last_inverse;
    AlignedVector<double> share;
    /// How many kernels there are, and from how many on they are summed as a row.
    std::size_t kernels = 0;
    std::size_t worth;
  };
  /// A kernel without a row.
  struct Single {
    Extreme extreme;
    const EdgeTable* edges;
    /// Weight / mass.
    double share;
  };

  void rebuild(const SplitTracker& split, std::span<const std::uint8_t> values);
  void insert(std::size_t value, double rank);
  void shift_ranks(double from);
  void set_least(double sigma);
  void set_widths();
  void list_wide();
  void place(const Extreme& extreme);
  Row* row_of(double width);
  double weight_of(const Extreme& extreme, const WeightRamp& ramp) const;
  static double mass_of(const Single& single, std::size_t value);

  const simd::Kernels& kernels_;
  const GridTables& tables_;
  ValueCounts counts_;
  std::size_t observations_ = 0;
  ValueSet seen_;
  /// Least and greatest rank by value, padded; infinity and -1 where there is none.
  AlignedVector<double> first_;
  AlignedVector<double> last_;
  /// Values that have two observations, or the range of the least sigma, changed since the widths were set.
  bool widths_changed_ = true;

  WidthTable least_;
  AlignedVector<double> least_share_;
  /// A single observation's.
  EdgeTable odd_;
  std::vector<Extreme> wide_;
  AlignedVector<double> first_is_wide_;
  AlignedVector<double> last_is_wide_;
  /// By width - 1.
  std::vector<Row> rows_;
  /// The least sigma's row, then those in use.
  std::vector<simd::GridRow> used_rows_;
  std::vector<Single> singles_;
};

}  // namespace pineforge::hpo
