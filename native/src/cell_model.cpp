#include "cell_model.hpp"

#include <algorithm>
#include <limits>

namespace pineforge::hpo {
namespace {

/// Both extremes of every cell, and the prior.
constexpr std::size_t kMaxWide = 2 * CellTable::kCells + 1;
/// Trials after which the recent sums are made anew, to be rid of what subtraction leaves.
constexpr Trial kRefillPeriod = 128;
constexpr double kNoGap = -1.0;

}  // namespace

CellModel::CellModel(const simd::Kernels& kernels, const simd::Interval& interval, std::span<const double> site_edges)
    : interval_(interval),
      width_(interval.range() / static_cast<double>(CellTable::kCells)),
      table_(kernels, interval, site_edges),
      wide_(kernels, interval, kMaxWide),
      wide_ranks_(kMaxWide) {}

void CellModel::rebuild(const SplitTracker& split, std::span<const double> positions) {
  table_.clear();
  cells_.fill(Cell{});
  wide_changed_ = true;
  auto good = split.good().begin();
  const auto enter_good_below = [&](Trial trial) {
    for (; good != split.good().end() && *good < trial; ++good) {
      const auto slot = std::find(split.good_slots().begin(), split.good_slots().end(), *good);
      table_.enter_good(*good, static_cast<std::size_t>(slot - split.good_slots().begin()));
    }
  };
  const auto trials = static_cast<Trial>(split.trials());
  for (Trial trial = 0; trial < trials; ++trial) {
    enter_good_below(trial);
    if (good != split.good().end() && *good == trial) continue;
    insert(trial, positions[static_cast<std::size_t>(trial)], split);
  }
  enter_good_below(trials);
}

void CellModel::update(const SplitChange& change, const SplitTracker& split, std::span<const double> positions) {
  if (change.promoted()) {
    rebuild(split, positions);
    return;
  }
  const auto position = [&](Trial trial) { return positions[static_cast<std::size_t>(trial)]; };
  if (change.aged != kNoTrial) age(change.aged, position(change.aged));
  if (change.entered_good != kNoTrial) {
    table_.enter_good(change.entered_good, change.slot);
    wide_changed_ = true;
  }
  if (change.entered_bad != kNoTrial) insert(change.entered_bad, position(change.entered_bad), split);
  if (change.told % kRefillPeriod == 0) refill_recent(split, positions);
}

// What is no extreme lies less than h from both neighbours: it is narrow.
void CellModel::insert(Trial trial, double position, const SplitTracker& split) {
  const std::size_t index = table_.cell_of(position);
  Cell& cell = cells_[index];
  const Extreme entered{position, trial, 0.0, false};
  const auto sorts_before = [](const Extreme& a, const Extreme& b) {
    return a.position < b.position || (a.position == b.position && a.trial < b.trial);
  };
  ++cell.count;
  if (cell.count == 1) {
    cell.first = entered;
  } else if (cell.count == 2) {
    cell.last = entered;
    if (sorts_before(cell.last, cell.first)) std::swap(cell.first, cell.last);
  } else if (sorts_before(entered, cell.first)) {
    put_in_table(cell.first, split);
    cell.first = entered;
  } else if (sorts_before(cell.last, entered)) {
    put_in_table(cell.last, split);
    cell.last = entered;
  } else {
    add_to_table(trial, position, split, 1.0);
    return;
  }
  refresh(index, split);
}

CellModel::Cell* CellModel::before(std::size_t cell) {
  while (cell-- > 0) {
    if (cells_[cell].count > 0) return &cells_[cell];
  }
  return nullptr;
}

CellModel::Cell* CellModel::after(std::size_t cell) {
  while (++cell < cells_.size()) {
    if (cells_[cell].count > 0) return &cells_[cell];
  }
  return nullptr;
}

/// Recomputes the widths that the extremes of a changed cell bear on.
void CellModel::refresh(std::size_t index, const SplitTracker& split) {
  const auto refresh_one = [&](std::size_t at) {
    Cell& cell = cells_[at];
    Cell* left = before(at);
    Cell* right = after(at);
    const double left_gap = left != nullptr ? cell.least().position - left->greatest().position : kNoGap;
    const double right_gap = right != nullptr ? right->least().position - cell.greatest().position : kNoGap;
    if (cell.count == 1) {
      resize_extreme(cell.first, left_gap, right_gap, split);
    } else {
      resize_extreme(cell.first, left_gap, kNoGap, split);
      resize_extreme(cell.last, kNoGap, right_gap, split);
    }
  };
  refresh_one(index);
  if (Cell* left = before(index)) refresh_one(static_cast<std::size_t>(left - cells_.data()));
  if (Cell* right = after(index)) refresh_one(static_cast<std::size_t>(right - cells_.data()));
}

/// A gap that the extreme does not have, or that lies within its cell, is kNoGap: it cannot exceed h.
void CellModel::resize_extreme(Extreme& extreme, double left_gap, double right_gap, const SplitTracker& split) {
  const double sigma = std::min(std::max(std::max(left_gap, right_gap), width_), interval_.range());
  if (sigma == extreme.sigma) return;
  extreme.sigma = sigma;
  wide_changed_ = true;
  const bool is_narrow = sigma == width_;
  if (is_narrow) {
    put_in_table(extreme, split);
  } else if (extreme.is_in_table) {
    add_to_table(extreme.trial, extreme.position, split, -1.0);
    extreme.is_in_table = false;
  }
}

void CellModel::put_in_table(Extreme& extreme, const SplitTracker& split) {
  if (extreme.is_in_table) return;
  extreme.is_in_table = true;
  wide_changed_ = true;
  add_to_table(extreme.trial, extreme.position, split, 1.0);
}

void CellModel::add_to_table(Trial trial, double position, const SplitTracker& split, double sign) {
  table_.project(position, footprint_);
  if (split.is_recent(trial)) {
    table_.add_recent(footprint_, sign);
  } else {
    table_.add_old(footprint_, trial, sign);
  }
}

bool CellModel::is_in_table(Trial trial, double position) {
  const Cell& cell = cells_[table_.cell_of(position)];
  if (cell.first.trial == trial) return cell.first.is_in_table;
  if (cell.count > 1 && cell.last.trial == trial) return cell.last.is_in_table;
  return true;
}

/// Moves a trial that is no longer recent to the old sums.
void CellModel::age(Trial trial, double position) {
  if (!is_in_table(trial, position)) return;
  table_.project(position, footprint_);
  table_.age(footprint_, trial);
}

void CellModel::refill_recent(const SplitTracker& split, std::span<const double> positions) {
  table_.clear_recent();
  for (const Trial trial : split.recent()) {
    const double position = positions[static_cast<std::size_t>(trial)];
    if (!is_in_table(trial, position)) continue;
    table_.project(position, footprint_);
    table_.add_recent(footprint_);
  }
}

void CellModel::prepare(const SplitTracker& split) {
  if (wide_changed_) list_wide(split);
  const WeightRamp ramp = split.ramp();
  for (std::size_t i = 0; i < wide_.size(); ++i) wide_.weight()[i] = ramp.weight(wide_ranks_[i]);
  wide_.weigh();
}

void CellModel::list_wide(const SplitTracker& split) {
  std::size_t count = 0;
  const auto list = [&](const Extreme& extreme) {
    if (extreme.is_in_table) return;
    wide_.mean()[count] = extreme.position;
    wide_.sigma()[count] = extreme.sigma;
    wide_ranks_[count] = split.rank(extreme.trial);
    ++count;
  };
  for (const Cell& cell : cells_) {
    if (cell.count > 0) list(cell.first);
    if (cell.count > 1) list(cell.last);
  }
  wide_.mean()[count] = 0.5 * (interval_.low + interval_.high);
  wide_.sigma()[count] = interval_.range();
  wide_ranks_[count] = std::numeric_limits<double>::infinity();
  wide_.resize(count + 1);
  wide_.complete(/*tails=*/false);
  wide_changed_ = false;
}

void CellModel::add_densities(const SplitTracker& split, std::span<const double> points, double* sums) const {
  wide_.add_densities(points, sums);
  table_.add_densities(split.ramp(), points, sums);
}

void CellModel::add_coarse_densities(const SplitTracker& split, std::span<const double> points,
                                     const float* coarse_points, float* sums) const {
  std::array<double, simd::kCoarsePoints> in_table{};
  table_.add_densities(split.ramp(), points, in_table.data());
  for (std::size_t i = 0; i < points.size(); ++i) sums[i] += static_cast<float>(in_table[i]);
  wide_.add_coarse_densities(coarse_points, sums);
}

double CellModel::mass_at(const SplitTracker& split, std::size_t site, double a, double b) const {
  return table_.mass_at(site, split.ramp()) + wide_.mass_within(a, b);
}

}  // namespace pineforge::hpo
