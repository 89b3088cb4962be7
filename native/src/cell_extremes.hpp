// The first and last observations of every cell, and how far they are from their neighbours.
#pragma once

#include <array>
#include <cstddef>
#include <span>

#include "cell_table.hpp"
#include "split_tracker.hpp"

namespace pineforge::hpo {

/// An observation that is the first or last one of its cell in stable sorted order.
struct Extreme {
  /// Its kernel is in the table, or does not exist yet; else its place among the wide kernels.
  static constexpr std::size_t kInTable = 0;
  static constexpr std::size_t kNowhere = static_cast<std::size_t>(-1);

  double position = 0.0;
  Trial trial = kNoTrial;
  /// 0 before it is known.
  double sigma = 0.0;
  std::size_t place = kNowhere;
};

/// `last` is meant only where count is above 1; a single observation is in `first`.
struct Cell {
  std::size_t count = 0;
  Extreme first;
  Extreme last;

  const Extreme& greatest() const { return count > 1 ? last : first; }
};

/// Distances of a cell's extremes to the neighbouring observations of other cells, 0 where there is none: an end of the
/// interval is no neighbour. Neighbours within the cell are no farther than the width of a cell.
struct Gaps {
  double left = 0.0;
  double right = 0.0;

  double of_first(const Cell& cell) const { return cell.count == 1 && right > left ? right : left; }
  double of_last() const { return right; }
};

class CellExtremes {
 public:
  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

  explicit CellExtremes(const simd::Interval& interval) : grid_(interval) {}

  void clear() { cells_.fill(Cell{}); }
  std::size_t size() const { return cells_.size(); }
  Cell& operator[](std::size_t cell) { return cells_[cell]; }
  std::size_t cell_of(double position) const { return grid_.cell_of(position); }

  /// Counts an observation and makes it an extreme where it is one. Returns what is no extreme then: the observation
  /// itself, the former extreme whose place it took, or nothing, with kNoTrial.
  Extreme take_in(const Extreme& entered);
  /// The extreme that a trial is, or null.
  Extreme* find(Trial trial, double position);
  bool is_in_table(Trial trial, double position) {
    const Extreme* extreme = find(trial, position);
    return extreme == nullptr || extreme->place == Extreme::kInTable;
  }

  /// The nearest cells that hold an observation, or kNone.
  std::size_t before(std::size_t cell) const;
  std::size_t after(std::size_t cell) const;
  Gaps gaps_of(std::size_t cell) const;

 private:
  CellGrid grid_;
  std::array<Cell, kCells> cells_;
};

}  // namespace pineforge::hpo
