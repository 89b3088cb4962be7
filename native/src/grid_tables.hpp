// What the models of one parameter with few values share.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "aligned_vector.hpp"
#include "edge_table.hpp"
#include "quantile_rows.hpp"
#include "simd/kernels.hpp"
#include "width_table.hpp"

namespace pineforge::hpo {

/// Kernels wider than the least sigma have a whole number of steps as their sigma (gaps between values), but a single
/// observation, whose width is its distance from an end of the interval. So they are tabulated once per study.
class GridTables {
 public:
  /// Widths up to this have a WidthTable.
  static constexpr std::size_t kNarrow = 16;

  GridTables(const simd::Kernels& kernels, std::size_t size);

  std::size_t size() const { return size_; }
  /// Whether the masses of all values are as quickly had as those of a few.
  bool is_small() const { return size_ <= simd::kGridWindow; }
  /// Length of masses by value: a multiple of simd::kGridWindow.
  std::size_t row_length() const { return prior_masses_.size(); }
  /// Width of a single observation, in steps: an odd number of half steps.
  double single_width(std::size_t value) const { return static_cast<double>(std::max(value, size_ - 1 - value)) + 0.5; }
  /// Of a width of 1 ... min(size, kNarrow) steps.
  const WidthTable& narrow(std::size_t width) const { return narrow_[width - 1]; }
  std::size_t narrow_widths() const { return narrow_.size(); }
  /// Of a width of 1 ... size steps.
  const EdgeTable& edges(std::size_t width) const {
    return width <= narrow_.size() ? narrow_[width - 1].edges() : wide_[width - 1 - narrow_.size()];
  }
  /// Of the same widths, for a small grid.
  const QuantileRows& rows(std::size_t width) const { return rows_[width - 1]; }
  /// The prior's masses by value, and what draws from it take: see QuantileRows for small grids, EdgeTable::at for
  /// others.
  const double* prior_masses() const { return prior_masses_.data(); }
  const double* prior_row() const { return prior_row_.data() + 1; }

  std::size_t bytes() const;

 private:
  void set_prior(const simd::Kernels& kernels);

  std::size_t size_;
  std::vector<WidthTable> narrow_;
  std::vector<EdgeTable> wide_;
  std::vector<QuantileRows> rows_;
  AlignedVector<double> prior_masses_;
  AlignedVector<double> prior_row_;
};

}  // namespace pineforge::hpo
