#include "cell_model.hpp"

#include <algorithm>
#include <bit>

namespace pineforge::hpo {
namespace {

/// Trials after which the recent sums are made anew, to be rid of what subtraction leaves.
constexpr Trial kRefillPeriod = 128;

}  // namespace

CellModel::CellModel(const simd::Kernels& kernels, const simd::Interval& interval, std::span<const double> site_edges)
    : width_(interval.range() / static_cast<double>(kCells)),
      range_(interval.range()),
      extremes_(interval),
      wide_(kernels, interval),
      table_(kernels, interval, site_edges) {}

void CellModel::rebuild(const SplitTracker& split, std::span<const double> positions) {
  table_.clear();
  wide_.clear();
  extremes_.clear();
  const auto trials = static_cast<Trial>(split.trials());
  const auto position = [&](Trial trial) { return positions[static_cast<std::size_t>(trial)]; };
  for (Trial trial = 0; trial < trials; ++trial) {
    if (!split.is_good(trial)) extremes_.take_in({position(trial), trial, width_, Extreme::kInTable});
  }
  // Nothing is in the table yet: wide kernels go to the list without being taken out of it.
  for (std::size_t cell = 0; cell < extremes_.size(); ++cell) {
    if (extremes_[cell].count == 0) continue;
    const Gaps gaps = extremes_.gaps_of(cell);
    extremes_[cell].first.sigma = clip(gaps.of_first(extremes_[cell]));
    if (extremes_[cell].first.sigma > width_) wide_.put(extremes_[cell].first, split);
    if (extremes_[cell].count == 1) continue;
    extremes_[cell].last.sigma = clip(gaps.of_last());
    if (extremes_[cell].last.sigma > width_) wide_.put(extremes_[cell].last, split);
  }
  for (Trial trial = 0; trial < trials; ++trial) {
    const auto slot = std::find(split.good_slots().begin(), split.good_slots().end(), trial);
    if (slot != split.good_slots().end()) {
      table_.enter_good(trial, static_cast<std::size_t>(slot - split.good_slots().begin()));
    } else if (extremes_.is_in_table(trial, position(trial))) {
      add_to_table(trial, position(trial), split, 1.0);
    }
  }
}

void CellModel::update(const SplitChange& change, const SplitTracker& split, std::span<const double> positions) {
  const auto position = [&](Trial trial) { return positions[static_cast<std::size_t>(trial)]; };
  if (change.aged != kNoTrial) age(change.aged, position(change.aged));
  if (change.entered_good != kNoTrial) {
    table_.enter_good(change.entered_good, change.slot);
    correct_ranked_below(change.left_good, split, positions);
    wide_.shift_ranks(change.entered_bad);
  }
  insert(change.entered_bad, position(change.entered_bad), split);
  if (change.told % kRefillPeriod == 0) refill_recent(split, positions);
}

// What is no extreme lies less than h from both neighbours: it is narrow.
void CellModel::insert(Trial trial, double position, const SplitTracker& split) {
  Extreme displaced = extremes_.take_in({position, trial, 0.0, Extreme::kNowhere});
  if (displaced.trial == trial) {
    add_to_table(trial, position, split, 1.0);
    return;
  }
  if (displaced.trial != kNoTrial) put_in_table(displaced, split);
  refresh(extremes_.cell_of(position), split);
}

/// Moves a trial that is no longer recent to the old sums.
void CellModel::age(Trial trial, double position) {
  if (!extremes_.is_in_table(trial, position)) return;
  table_.project(position, footprint_);
  table_.age(footprint_, trial);
}

double CellModel::clip(double gap) const { return std::min(std::max(gap, width_), range_); }

/// Recomputes the widths that the extremes of a changed cell bear on.
void CellModel::refresh(std::size_t cell, const SplitTracker& split) {
  const std::size_t left = extremes_.before(cell);
  const std::size_t right = extremes_.after(cell);
  if (extremes_[cell].count > 0) refresh_one(cell, split);
  if (left != CellExtremes::kNone) refresh_one(left, split);
  if (right != CellExtremes::kNone) refresh_one(right, split);
}

void CellModel::refresh_one(std::size_t index, const SplitTracker& split) {
  Cell& cell = extremes_[index];
  const Gaps gaps = extremes_.gaps_of(index);
  resize(cell.first, clip(gaps.of_first(cell)), split);
  if (cell.count > 1) resize(cell.last, clip(gaps.of_last()), split);
}

void CellModel::resize(Extreme& extreme, double sigma, const SplitTracker& split) {
  if (sigma == extreme.sigma) return;
  extreme.sigma = sigma;
  if (sigma == width_) {
    put_in_table(extreme, split);
    return;
  }
  if (extreme.place == Extreme::kInTable) add_to_table(extreme.trial, extreme.position, split, -1.0);
  wide_.put(extreme, split);
}

void CellModel::put_in_table(Extreme& extreme, const SplitTracker& split) {
  if (extreme.place == Extreme::kInTable) return;
  if (extreme.place != Extreme::kNowhere) wide_.take_off(extreme, extremes_);
  extreme.place = Extreme::kInTable;
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

/// See RankedSums: for the recent trials older than `trial`.
void CellModel::correct_ranked_below(Trial trial, const SplitTracker& split, std::span<const double> positions) {
  for (const Trial recent : split.recent()) {
    const double position = positions[static_cast<std::size_t>(recent)];
    if (recent >= trial || !extremes_.is_in_table(recent, position)) continue;
    table_.project(position, footprint_);
    table_.correct_ranked(footprint_);
  }
}

void CellModel::refill_recent(const SplitTracker& split, std::span<const double> positions) {
  table_.clear_recent();
  for (const Trial trial : split.recent()) {
    const double position = positions[static_cast<std::size_t>(trial)];
    if (!extremes_.is_in_table(trial, position)) continue;
    table_.project(position, footprint_);
    table_.refill_recent(footprint_);
  }
}

void CellModel::prepare(const SplitTracker& split) { wide_.weigh(split.ramp()); }

void CellModel::add_densities(const SplitTracker& split, std::span<const double> points, double* sums) const {
  wide_.add_densities(points, sums);
  table_.add_densities(split.ramp(), points, sums);
}

void CellModel::add_coarse_densities(const SplitTracker& split, std::span<const double> points, float* sums) {
  std::fill_n(coarse_table_sums_.begin(), points.size(), 0.0);
  table_.add_densities(split.ramp(), points, coarse_table_sums_.data());
  for (std::size_t i = 0; i < points.size(); ++i) sums[i] += static_cast<float>(coarse_table_sums_[i]);
  wide_.add_coarse_densities(points, sums);
}

void CellModel::add_densities_again(std::uint32_t places, std::span<const double> points, double* sums) const {
  wide_.add_densities(points, sums);
  for (; places != 0; places &= places - 1) {
    *sums++ += coarse_table_sums_[static_cast<std::size_t>(std::countr_zero(places))];
  }
}

double CellModel::mass_at(const SplitTracker& split, std::size_t site, double a, double b) const {
  return table_.mass_at(site, split.ramp()) + wide_.mass_within(a, b);
}

}  // namespace pineforge::hpo
