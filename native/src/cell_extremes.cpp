#include "cell_extremes.hpp"

#include <utility>

namespace pineforge::hpo {
namespace {

bool sorts_before(const Extreme& a, const Extreme& b) {
  return a.position < b.position || (a.position == b.position && a.trial < b.trial);
}

}  // namespace

Extreme CellExtremes::take_in(const Extreme& entered) {
  Cell& cell = cells_[cell_of(entered.position)];
  ++cell.count;
  if (cell.count == 1) {
    cell.first = entered;
    return {};
  }
  if (cell.count == 2) {
    cell.last = entered;
    if (sorts_before(cell.last, cell.first)) std::swap(cell.first, cell.last);
    return {};
  }
  if (sorts_before(entered, cell.first)) return std::exchange(cell.first, entered);
  if (sorts_before(cell.last, entered)) return std::exchange(cell.last, entered);
  return entered;
}

Extreme* CellExtremes::find(Trial trial, double position) {
  Cell& cell = cells_[cell_of(position)];
  if (cell.count > 0 && cell.first.trial == trial) return &cell.first;
  if (cell.count > 1 && cell.last.trial == trial) return &cell.last;
  return nullptr;
}

std::size_t CellExtremes::before(std::size_t cell) const {
  while (cell-- > 0) {
    if (cells_[cell].count > 0) return cell;
  }
  return kNone;
}

std::size_t CellExtremes::after(std::size_t cell) const {
  while (++cell < cells_.size()) {
    if (cells_[cell].count > 0) return cell;
  }
  return kNone;
}

Gaps CellExtremes::gaps_of(std::size_t index) const {
  const Cell& cell = cells_[index];
  const std::size_t left = before(index);
  const std::size_t right = after(index);
  Gaps gaps;
  if (left != kNone) gaps.left = cell.first.position - cells_[left].greatest().position;
  if (right != kNone) gaps.right = cells_[right].first.position - cell.greatest().position;
  return gaps;
}

}  // namespace pineforge::hpo
