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

bool CellExtremes::take_out(Trial trial, const SplitTracker& split, std::span<const double> positions, double least) {
  const double position = positions[static_cast<std::size_t>(trial)];
  const std::size_t cell = cell_of(position);
  const bool was_extreme = find(trial, position) != nullptr;
  --cells_[cell].count;
  if (was_extreme) find_extremes(cell, split, positions, least);
  return was_extreme;
}

void CellExtremes::find_extremes(std::size_t index, const SplitTracker& split, std::span<const double> positions,
                                 double least) {
  Cell& cell = cells_[index];
  const Cell former = cell;
  bool is_first = true;
  const auto told = static_cast<Trial>(split.trials()) - 1;
  for (Trial trial = 0; trial < told; ++trial) {
    const double position = positions[static_cast<std::size_t>(trial)];
    if (cell_of(position) != index || split.is_good(trial)) continue;
    const Extreme extreme{position, trial, least, Extreme::kInTable};
    // Trials come in ascending order: an equal position sorts last.
    if (is_first || position < cell.first.position) cell.first = extreme;
    if (is_first || position >= cell.last.position) cell.last = extreme;
    is_first = false;
  }
  for (Extreme* extreme : {&cell.first, &cell.last}) {
    if (extreme->trial == former.first.trial) *extreme = former.first;
    if (extreme->trial == former.last.trial) *extreme = former.last;
  }
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
