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

GridModel::GridModel(const simd::Kernels& kernels, std::size_t size)
    : kernels_(kernels),
      size_(size),
      sums_(kernels, size),
      values_(size),
      least_(kernels, size),
      one_(kernels, size),
      prior_mass_(simd::padded(size)),
      tails_((size + 1) * simd::padded(size)),
      has_tails_(size + 1),
      least_row_(simd::padded(size)),
      one_row_(simd::padded(size)) {
  one_.set_sigma(1.0);
  wide_.reserve(2 * size);
  // The prior: mean (size - 1) / 2, sigma size.
  const auto range = static_cast<double>(size);
  std::vector<double> from(prior_mass_.size());
  std::vector<double> to(prior_mass_.size());
  for (std::size_t value = 0; value < from.size(); ++value) {
    from[value] = (static_cast<double>(value) - 0.5 * range) / range;
    to[value] = (static_cast<double>(value) + 1.0 - 0.5 * range) / range;
  }
  kernels_.normal_mass(from.data(), to.data(), prior_mass_.data(), from.size());
  double total = 0.0;
  for (std::size_t value = 0; value < size; ++value) total += prior_mass_[value];
  for (double& mass : prior_mass_) mass /= total;
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
    return;
  }
  const double* tails = tails_of(width);
  wide_.push_back({index, tails, weight / ((1.0 - tails[index]) - tails[size_ - 1 - index])});
}

const double* GridModel::tails_of(double width) {
  const std::size_t row = simd::padded(size_);
  const bool is_integer = width == std::floor(width);
  const std::size_t place = is_integer ? static_cast<std::size_t>(width) - 1 : size_;
  double* tails = tails_.data() + place * row;
  if (is_integer && has_tails_[place]) return tails;
  for (std::size_t j = 0; j < row; ++j) tails[j] = (static_cast<double>(j) + 0.5) / width;
  kernels_.upper_tail(tails, tails, row);
  has_tails_[place] = is_integer;
  return tails;
}

double GridModel::mass(std::size_t value) const {
  const std::size_t row = simd::padded(size_);
  double mass = prior_mass_[value] + kernels_.dot(least_row_.data(), least_.bin_masses(value), row) +
                kernels_.dot(one_row_.data(), one_.bin_masses(value), row);
  for (const Wide& kernel : wide_) {
    const std::size_t distance = value > kernel.value ? value - kernel.value : kernel.value - value;
    const double bin = distance == 0 ? (1.0 - kernel.tails[0]) - kernel.tails[0]
                                     : kernel.tails[distance - 1] - kernel.tails[distance];
    mass += kernel.share * bin;
  }
  return mass;
}

std::size_t GridModel::bytes() const {
  return sums_.bytes() + values_.size() * sizeof(Value) + least_.bytes() + one_.bytes() +
         (prior_mass_.size() + tails_.size() + least_row_.size() + one_row_.size()) * sizeof(double) +
         wide_.capacity() * sizeof(Wide);
}

}  // namespace pineforge::hpo
