#include "grid_model.hpp"

#include <algorithm>
#include <array>

namespace pineforge::hpo {

GridModel::GridModel(const simd::Kernels& kernels, GridTails& tails)
    : kernels_(kernels),
      tails_(tails),
      size_(tails.size()),
      spare_tails_(simd::padded(size_)),
      counts_(kernels, size_),
      values_(size_),
      least_{WidthTable(kernels, size_), std::vector<double>(simd::padded(size_)), true} {
  for (std::size_t width = 1; width <= std::min(kRows, size_); ++width) {
    rows_.push_back({WidthTable(kernels, size_), std::vector<double>(simd::padded(size_)), false});
    rows_.back().table.set_sigma(static_cast<double>(width));
  }
  wide_values_.reserve(size_);
  singles_.reserve(2 * size_);
}

void GridModel::update(const SplitChange& change, const SplitTracker& split, std::span<const std::uint8_t> values) {
  observations_ = split.bad_count();
  const auto value_of = [&](Trial trial) { return std::size_t{values[static_cast<std::size_t>(trial)]}; };
  counts_.update(change, split, value_of);
  if (change.promoted()) remove(change, split, values);
  if (change.entered_good != kNoTrial) set_ranks(split);
  if (change.entered_bad != kNoTrial) insert(change.entered_bad, value_of(change.entered_bad), split);
}

void GridModel::insert(Trial trial, std::size_t index, const SplitTracker& split) {
  Value& value = values_[index];
  if (value.count <= 1) widths_changed_ = true;
  const double rank = split.rank(trial);
  if (value.count == 0 || trial < value.first.trial) {
    value.first.trial = trial;
    value.first.rank = rank;
  }
  if (value.count == 0 || trial > value.last.trial) {
    value.last.trial = trial;
    value.last.rank = rank;
  }
  ++value.count;
}

/// A bad trial became good: finds the extremes of its value anew where it was one.
void GridModel::remove(const SplitChange& change, const SplitTracker& split, std::span<const std::uint8_t> values) {
  const std::uint8_t index = values[static_cast<std::size_t>(change.entered_good)];
  Value& value = values_[index];
  widths_changed_ = true;
  value.count = 0;
  for (Trial trial = 0; trial < change.told; ++trial) {
    if (values[static_cast<std::size_t>(trial)] == index && !split.is_good(trial)) insert(trial, index, split);
  }
}

void GridModel::set_ranks(const SplitTracker& split) {
  for (Value& value : values_) {
    if (value.count == 0) continue;
    value.first.rank = split.rank(value.first.trial);
    value.last.rank = split.rank(value.last.trial);
  }
}

void GridModel::prepare(const SplitTracker& split) {
  const double sigma = static_cast<double>(size_) / std::min(100.0, static_cast<double>(observations_) + 2.0);
  if (sigma != least_.table.sigma()) {
    least_.table.set_sigma(sigma);
    widths_changed_ = true;
  }
  if (widths_changed_) {
    set_widths();
    list_wide();
  }
  widths_changed_ = false;

  const WeightRamp ramp = split.ramp();
  counts_.weigh(ramp);
  for (Row& row : rows_) {
    if (row.is_in_use) std::fill(row.shares.begin(), row.shares.end(), 0.0);
  }
  singles_.clear();
  for (const std::size_t value : wide_values_) {
    for (const Extreme* extreme : {&values_[value].first, &values_[value].last}) {
      if (extreme->width == 0.0) continue;
      const double weight = ramp.weight(extreme->rank);
      counts_.weighted()[value] -= weight;
      weigh_wide(value, *extreme, weight);
    }
  }
  for (std::size_t value = 0; value < size_; ++value) {
    least_.shares[value] = counts_.weighted()[value] * least_.table.inverse_mass(value);
  }
}

/// The width rule of sorted_widths (kernel_mixture.hpp) for values in order and equal ones by trial number.
void GridModel::set_widths() {
  constexpr double kNoGap = 0.0;
  Value* left = nullptr;
  double left_at = 0.0;
  for (std::size_t i = 0; i < size_; ++i) {
    Value& value = values_[i];
    if (value.count == 0) continue;
    const auto at = static_cast<double>(i);
    const double gap = left != nullptr ? at - left_at : kNoGap;
    value.first.width = gap;
    value.last.width = kNoGap;
    if (left != nullptr) left->last.width = gap;
    left = &value;
    left_at = at;
  }
  if (observations_ == 1) {
    const double to_low = left_at + 0.5;
    left->first.width = std::max(to_low, static_cast<double>(size_) - to_low);
  }
}

/// Leaves a width to those extremes only that are wider than the least sigma, and to one of a value seen once; gives a
/// row to widths that several of them have.
void GridModel::list_wide() {
  constexpr std::size_t kWorthARow = 4;
  std::array<std::size_t, kRows> kernels_of_row{};
  const auto clip = [this](double width) { return width > least_.table.sigma() ? width : 0.0; };
  wide_values_.clear();
  for (std::size_t i = 0; i < size_; ++i) {
    Value& value = values_[i];
    if (value.count == 0) continue;
    if (value.count == 1) {
      value.first.width = std::max(value.first.width, value.last.width);
      value.last.width = 0.0;
    }
    bool is_wide = false;
    for (Extreme* extreme : {&value.first, &value.last}) {
      extreme->width = clip(extreme->width);
      extreme->row = row_of(extreme->width);
      is_wide = is_wide || extreme->width > 0.0;
      if (extreme->row != kNoRow) ++kernels_of_row[extreme->row];
    }
    if (is_wide) wide_values_.push_back(i);
  }
  for (std::size_t row = 0; row < rows_.size(); ++row) rows_[row].is_in_use = kernels_of_row[row] >= kWorthARow;
}

std::size_t GridModel::row_of(double width) const {
  const auto steps = static_cast<std::size_t>(width);
  const bool has_row = steps >= 1 && steps <= rows_.size() && width == static_cast<double>(steps);
  return has_row ? steps - 1 : kNoRow;
}

void GridModel::weigh_wide(std::size_t value, const Extreme& extreme, double weight) {
  if (extreme.row != kNoRow && rows_[extreme.row].is_in_use) {
    rows_[extreme.row].shares[value] += weight * rows_[extreme.row].table.inverse_mass(value);
  } else {
    const double* tails = tails_.of_width(extreme.width, spare_tails_);
    singles_.push_back({value, tails, weight / interval_mass(tails, size_, value)});
  }
}

void GridModel::masses(std::span<const std::uint32_t> values, double* result) const {
  const auto last = static_cast<std::uint32_t>(size_ - 1);
  for (std::size_t i = 0; i < values.size(); ++i) result[i] = tails_.prior_masses()[values[i]];
  const auto add = [&](const Row& row) {
    kernels_.grid_sum(row.shares.data(), row.table.bin_masses(last), last, row.table.reach(), values.data(),
                      values.size(), result);
  };
  add(least_);
  for (const Row& row : rows_) {
    if (row.is_in_use) add(row);
  }
  for (const Single& kernel : singles_) {
    for (std::size_t i = 0; i < values.size(); ++i) {
      const std::size_t distance = values[i] > kernel.value ? values[i] - kernel.value : kernel.value - values[i];
      result[i] += kernel.share * bin_mass(kernel.tails, distance);
    }
  }
}

std::size_t GridModel::bytes() const {
  const std::size_t row = least_.table.bytes() + least_.shares.size() * sizeof(double);
  return counts_.bytes() + values_.size() * (sizeof(Value) + sizeof(std::size_t)) + (rows_.size() + 1) * row +
         singles_.capacity() * sizeof(Single);
}

}  // namespace pineforge::hpo
