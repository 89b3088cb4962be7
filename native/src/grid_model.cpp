#include "grid_model.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace pineforge::hpo {
namespace {

/// One observation, at its place within a block of columns.
std::array<double, simd::kPadding> unit(std::size_t value) {
  std::array<double, simd::kPadding> contribution{};
  contribution[value % simd::kPadding] = 1.0;
  return contribution;
}

std::size_t block_of(std::size_t value) { return value - value % simd::kPadding; }

}  // namespace

GridModel::GridModel(const simd::Kernels& kernels, GridTails& tails)
    : kernels_(kernels),
      tails_(tails),
      size_(tails.size()),
      sums_(kernels, size_),
      values_(size_),
      least_(kernels, size_),
      one_(kernels, size_),
      least_row_(simd::padded(size_)),
      one_row_(simd::padded(size_)) {
  one_.set_sigma(1.0);
  wide_.reserve(2 * size_);
}

void GridModel::update(const SplitChange& change, const SplitTracker& split, std::span<const std::uint8_t> values) {
  observations_ = split.bad_count();
  const auto value_of = [&](Trial trial) { return std::size_t{values[static_cast<std::size_t>(trial)]}; };
  if (change.promoted()) {
    rebuild(split, values);
    return;
  }
  if (change.aged != kNoTrial) {
    const std::size_t value = value_of(change.aged);
    sums_.age(block_of(value), unit(value), change.aged);
  }
  if (change.entered_good != kNoTrial) {
    sums_.enter_good(change.entered_good, change.slot);
    for (Value& value : values_) {
      if (value.count == 0) continue;
      value.first.rank = split.rank(value.first.trial);
      value.last.rank = split.rank(value.last.trial);
    }
  }
  if (change.entered_bad != kNoTrial) insert(change.entered_bad, value_of(change.entered_bad), split);
}

void GridModel::rebuild(const SplitTracker& split, std::span<const std::uint8_t> values) {
  sums_.clear();
  std::fill(values_.begin(), values_.end(), Value{});
  widths_changed_ = true;
  for (Trial trial = 0; trial < static_cast<Trial>(split.trials()); ++trial) {
    if (split.is_good(trial)) {
      const auto slot = std::find(split.good_slots().begin(), split.good_slots().end(), trial);
      sums_.enter_good(trial, static_cast<std::size_t>(slot - split.good_slots().begin()));
    } else {
      insert(trial, values[static_cast<std::size_t>(trial)], split);
    }
  }
}

void GridModel::insert(Trial trial, std::size_t index, const SplitTracker& split) {
  Value& value = values_[index];
  const Extreme entered{trial, split.rank(trial), 0.0};
  if (value.count <= 1) widths_changed_ = true;
  if (value.count == 0 || trial < value.first.trial) value.first = {trial, entered.rank, value.first.width};
  if (value.count == 0 || trial > value.last.trial) value.last = {trial, entered.rank, value.last.width};
  ++value.count;
  if (split.is_recent(trial)) {
    add_recent(index, 1.0);
  } else {
    add_old(trial, index);
  }
}

void GridModel::add_old(Trial trial, std::size_t value) { sums_.add_old(block_of(value), unit(value), trial); }

void GridModel::add_recent(std::size_t value, double sign) { sums_.add_recent(block_of(value), unit(value), sign); }

void GridModel::prepare(const SplitTracker& split) {
  const auto range = static_cast<double>(size_);
  const double sigma = range / std::min(100.0, static_cast<double>(observations_) + 2.0);
  if (sigma != least_.sigma()) {
    least_.set_sigma(sigma);
    widths_changed_ = true;
  }
  if (widths_changed_) set_widths();
  widths_changed_ = false;
  const WeightRamp ramp = split.ramp();
  wide_.clear();
  one_row_in_use_ = false;
  for (std::size_t value = 0; value < size_; ++value) weigh(value, ramp);
}

/// The width rule of sorted_widths (kernel_mixture.hpp) for values in order and equal ones by trial number.
void GridModel::set_widths() {
  constexpr double kNoGap = 0.0;
  const auto clip = [&](double width) { return width > least_.sigma() ? width : 0.0; };
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
  for (Value& value : values_) {
    if (value.count == 1) {
      value.first.width = std::max(value.first.width, value.last.width);
      value.last.width = kNoGap;
    }
    value.first.width = clip(value.first.width);
    value.last.width = clip(value.last.width);
  }
}

void GridModel::weigh(std::size_t index, const WeightRamp& ramp) {
  const Value& value = values_[index];
  least_row_[index] = 0.0;
  one_row_[index] = 0.0;
  if (value.count == 0) return;
  double narrow = sums_.weighted(index, ramp);
  for (const Extreme* extreme : {&value.first, &value.last}) {
    if (extreme->width == 0.0) continue;
    const double weight = ramp.weight(extreme->rank);
    narrow -= weight;
    weigh_wide(index, extreme->width, weight);
  }
  least_row_[index] = narrow * least_.inverse_mass(index);
}

void GridModel::weigh_wide(std::size_t index, double width, double weight) {
  if (width == 1.0) {
    one_row_[index] += weight * one_.inverse_mass(index);
    one_row_in_use_ = true;
    return;
  }
  const double* tails = tails_.of_width(width);
  wide_.push_back({index, tails, weight / interval_mass(tails, size_, index)});
}

void GridModel::masses(std::span<const std::uint32_t> values, double* result) const {
  const std::size_t row = simd::padded(size_);
  const auto last = static_cast<std::uint32_t>(size_ - 1);
  for (std::size_t i = 0; i < values.size(); ++i) result[i] = tails_.prior_masses()[values[i]];
  kernels_.grid_sum(least_row_.data(), row, least_.bin_masses(last), last, values.data(), values.size(), result);
  if (one_row_in_use_) {
    kernels_.grid_sum(one_row_.data(), row, one_.bin_masses(last), last, values.data(), values.size(), result);
  }
  for (const Wide& kernel : wide_) {
    for (std::size_t i = 0; i < values.size(); ++i) {
      const std::size_t distance = values[i] > kernel.value ? values[i] - kernel.value : kernel.value - values[i];
      result[i] += kernel.share * bin_mass(kernel.tails, distance);
    }
  }
}

std::size_t GridModel::bytes() const {
  return sums_.bytes() + values_.size() * sizeof(Value) + least_.bytes() + one_.bytes() +
         (least_row_.size() + one_row_.size()) * sizeof(double) +
         wide_.capacity() * sizeof(Wide);
}

}  // namespace pineforge::hpo
