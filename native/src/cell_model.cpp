#include "cell_model.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace pineforge::hpo {
namespace {

/// The prior and both extremes of every cell.
constexpr std::size_t kMaxWide = 2 * CellTable::kCells + 1;
/// Trials after which the recent sums are made anew, to be rid of what subtraction leaves.
constexpr Trial kRefillPeriod = 128;

}  // namespace

CellModel::CellModel(const simd::Kernels& kernels, const simd::Interval& interval, std::span<const double> site_edges)
    : width_(interval.range() / static_cast<double>(CellTable::kCells)),
      range_(interval.range()),
      table_(kernels, interval, site_edges),
      wide_(kernels, interval, kMaxWide),
      wide_trials_(kMaxWide, kNoTrial),
      wide_ranks_(kMaxWide, std::numeric_limits<double>::infinity()) {
  wide_.resize(1);
  wide_.set(0, 0.5 * (interval.low + interval.high), interval.range());
}

void CellModel::rebuild(const SplitTracker& split, std::span<const double> positions) {
  table_.clear();
  cells_.fill(Cell{});
  wide_.resize(1);
  const auto trials = static_cast<Trial>(split.trials());
  const auto position = [&](Trial trial) { return positions[static_cast<std::size_t>(trial)]; };
  for (Trial trial = 0; trial < trials; ++trial) {
    if (!split.is_good(trial)) take_into_cell({position(trial), trial, 0.0, kNowhere});
  }
  for (std::size_t cell = 0; cell < cells_.size(); ++cell) {
    if (cells_[cell].count == 0) continue;
    const Gaps gaps = gaps_of(cell);
    for (Extreme* extreme : {&cells_[cell].least(), &cells_[cell].greatest()}) {
      extreme->sigma = clip(gaps.of(*extreme, cells_[cell]));
      if (extreme->sigma == width_) {
        extreme->place = kInTable;
      } else {
        put_in_list(*extreme, split);
      }
    }
  }
  for (Trial trial = 0; trial < trials; ++trial) {
    const auto slot = std::find(split.good_slots().begin(), split.good_slots().end(), trial);
    if (slot != split.good_slots().end()) {
      table_.enter_good(trial, static_cast<std::size_t>(slot - split.good_slots().begin()));
    } else if (is_in_table(trial, position(trial))) {
      add_to_table(trial, position(trial), split, 1.0);
    }
  }
}

void CellModel::update(const SplitChange& change, const SplitTracker& split, std::span<const double> positions) {
  const auto position = [&](Trial trial) { return positions[static_cast<std::size_t>(trial)]; };
  if (change.aged != kNoTrial) age(change.aged, position(change.aged));
  if (change.promoted()) {
    promote(change, split, positions);
  } else if (change.entered_good != kNoTrial) {
    table_.enter_good(change.entered_good, change.slot);
    if (change.left_good != kNoTrial) correct_ranked_below(change.left_good, 1.0, split, positions);
  }
  if (change.entered_good != kNoTrial) {
    for (std::size_t place = 1; place < wide_.size(); ++place) wide_ranks_[place] = split.rank(wide_trials_[place]);
  }
  if (change.entered_bad != kNoTrial) insert(change.entered_bad, position(change.entered_bad), split);
  if (change.told % kRefillPeriod == 0) refill_recent(split, positions);
}

// What is no extreme lies less than h from both neighbours: it is narrow.
void CellModel::insert(Trial trial, double position, const SplitTracker& split) {
  Extreme displaced = take_into_cell({position, trial, 0.0, kNowhere});
  if (displaced.trial == trial) {
    add_to_table(trial, position, split, 1.0);
    return;
  }
  if (displaced.trial != kNoTrial) put_in_table(displaced, split);
  refresh(table_.cell_of(position), split);
}

/// Counts an observation and makes it an extreme where it is one. Returns what is no extreme then: the observation
/// itself, the former extreme whose place it took, or nothing, with kNoTrial.
CellModel::Extreme CellModel::take_into_cell(const Extreme& entered) {
  Cell& cell = cells_[table_.cell_of(entered.position)];
  const auto sorts_before = [](const Extreme& a, const Extreme& b) {
    return a.position < b.position || (a.position == b.position && a.trial < b.trial);
  };
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

/// A bad trial became good late.
void CellModel::promote(const SplitChange& change, const SplitTracker& split, std::span<const double> positions) {
  const Trial promoted = change.entered_good;
  remove(change, split, positions);
  for (Trial trial = table_.begin_late_entry(promoted, change.slot) + 1; trial < promoted; ++trial) {
    const double position = positions[static_cast<std::size_t>(trial)];
    if (!is_in_table(trial, position)) continue;
    table_.project(position, footprint_);
    table_.add_to_late_entry(change.slot, footprint_);
  }
  table_.finish_late_entry(promoted, change.slot);
  correct_ranked_below(promoted, -1.0, split, positions);
}

/// See RankedSums: for the recent trials older than `trial`.
void CellModel::correct_ranked_below(Trial trial, double sign, const SplitTracker& split,
                                     std::span<const double> positions) {
  for (const Trial recent : split.recent()) {
    if (recent >= trial) continue;
    const double position = positions[static_cast<std::size_t>(recent)];
    if (!is_in_table(recent, position)) continue;
    table_.project(position, footprint_);
    table_.correct_ranked(footprint_, sign);
  }
}

void CellModel::remove(const SplitChange& change, const SplitTracker& split, std::span<const double> positions) {
  const Trial promoted = change.entered_good;
  const double position = positions[static_cast<std::size_t>(promoted)];
  const std::size_t index = table_.cell_of(position);
  Extreme* extreme = extreme_of(promoted, position);
  if (extreme != nullptr && extreme->place != kInTable) {
    take_off_list(*extreme);
  } else {
    table_.project(position, footprint_);
    if (change.left_recent) {
      table_.add_recent(footprint_, promoted, -1.0);
    } else {
      table_.add_old(footprint_, promoted, -1.0);
    }
  }
  --cells_[index].count;
  if (extreme == nullptr) return;
  find_extremes(index, split, positions);
  refresh(index, split);
}

/// Finds the extremes of a cell that lost one among all bad trials; those that were none are in the table.
void CellModel::find_extremes(std::size_t index, const SplitTracker& split, std::span<const double> positions) {
  Cell& cell = cells_[index];
  const Cell former = cell;
  std::size_t found = 0;
  const auto trials = static_cast<Trial>(split.trials()) - 1;
  for (Trial trial = 0; trial < trials; ++trial) {
    const double position = positions[static_cast<std::size_t>(trial)];
    if (table_.cell_of(position) != index || split.is_good(trial)) continue;
    const Extreme extreme{position, trial, width_, kInTable};
    // Trials come in ascending order: an equal position sorts last.
    if (found == 0 || position < cell.first.position) cell.first = extreme;
    if (found == 0 || position >= cell.last.position) cell.last = extreme;
    ++found;
  }
  for (Extreme* extreme : {&cell.first, &cell.last}) {
    if (extreme->trial == former.first.trial) *extreme = former.first;
    if (extreme->trial == former.last.trial) *extreme = former.last;
  }
}

CellModel::Extreme* CellModel::extreme_of(Trial trial, double position) {
  Cell& cell = cells_[table_.cell_of(position)];
  if (cell.first.trial == trial) return &cell.first;
  if (cell.count > 1 && cell.last.trial == trial) return &cell.last;
  return nullptr;
}

bool CellModel::is_in_table(Trial trial, double position) {
  const Extreme* extreme = extreme_of(trial, position);
  return extreme == nullptr || extreme->place == kInTable;
}

std::size_t CellModel::before(std::size_t cell) const {
  while (cell-- > 0) {
    if (cells_[cell].count > 0) return cell;
  }
  return kNowhere;
}

std::size_t CellModel::after(std::size_t cell) const {
  while (++cell < cells_.size()) {
    if (cells_[cell].count > 0) return cell;
  }
  return kNowhere;
}

/// Recomputes the widths that the extremes of a changed cell bear on.
void CellModel::refresh(std::size_t cell, const SplitTracker& split) {
  if (cells_[cell].count > 0) refresh_one(cell, split);
  if (const std::size_t left = before(cell); left != kNowhere) refresh_one(left, split);
  if (const std::size_t right = after(cell); right != kNowhere) refresh_one(right, split);
}

void CellModel::refresh_one(std::size_t index, const SplitTracker& split) {
  Cell& cell = cells_[index];
  const Gaps gaps = gaps_of(index);
  resize(cell.least(), clip(gaps.of(cell.least(), cell)), split);
  if (cell.count > 1) resize(cell.last, clip(gaps.of(cell.last, cell)), split);
}

CellModel::Gaps CellModel::gaps_of(std::size_t index) const {
  const Cell& cell = cells_[index];
  const std::size_t left = before(index);
  const std::size_t right = after(index);
  Gaps gaps;
  if (left != kNowhere) gaps.left = cell.least().position - cells_[left].greatest().position;
  if (right != kNowhere) gaps.right = cells_[right].least().position - cell.greatest().position;
  return gaps;
}

double CellModel::clip(double gap) const { return std::min(std::max(gap, width_), range_); }

void CellModel::resize(Extreme& extreme, double sigma, const SplitTracker& split) {
  if (sigma == extreme.sigma) return;
  extreme.sigma = sigma;
  if (sigma == width_) {
    put_in_table(extreme, split);
    return;
  }
  if (extreme.place == kInTable) add_to_table(extreme.trial, extreme.position, split, -1.0);
  put_in_list(extreme, split);
}

void CellModel::put_in_table(Extreme& extreme, const SplitTracker& split) {
  if (extreme.place == kInTable) return;
  if (extreme.place != kNowhere) take_off_list(extreme);
  extreme.place = kInTable;
  add_to_table(extreme.trial, extreme.position, split, 1.0);
}

void CellModel::add_to_table(Trial trial, double position, const SplitTracker& split, double sign) {
  table_.project(position, footprint_);
  if (split.is_recent(trial)) {
    table_.add_recent(footprint_, trial, sign);
  } else {
    table_.add_old(footprint_, trial, sign);
  }
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
    table_.refill_recent(footprint_);
  }
}

/// Adds the kernel, or changes its width.
void CellModel::put_in_list(Extreme& extreme, const SplitTracker& split) {
  if (extreme.place == kInTable || extreme.place == kNowhere) {
    extreme.place = wide_.size();
    wide_.resize(extreme.place + 1);
    wide_trials_[extreme.place] = extreme.trial;
    wide_ranks_[extreme.place] = split.rank(extreme.trial);
  }
  wide_.set(extreme.place, extreme.position, extreme.sigma);
}

/// The last of the list takes the place.
void CellModel::take_off_list(Extreme& extreme) {
  const std::size_t place = extreme.place;
  const std::size_t last = wide_.size() - 1;
  extreme.place = kNowhere;
  if (place != last) {
    wide_trials_[place] = wide_trials_[last];
    wide_ranks_[place] = wide_ranks_[last];
    wide_.copy(last, place);
    extreme_of(wide_trials_[place], wide_.mean()[place])->place = place;
  }
  wide_.resize(last);
}

void CellModel::prepare(const SplitTracker& split) {
  const WeightRamp ramp = split.ramp();
  for (std::size_t place = 0; place < wide_.size(); ++place) wide_.weight()[place] = ramp.weight(wide_ranks_[place]);
  wide_.complete_changed();
  wide_.weigh();
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
