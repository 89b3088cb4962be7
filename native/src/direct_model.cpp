#include "direct_model.hpp"

#include <algorithm>

namespace pineforge::hpo {
namespace {

/// The prior as one of simd::CoarseBumps: its sigma is the range, its mean the middle.
constexpr float kPriorScale = 0.84932180F;
/// 1 / erf(1 / sqrt(8)).
constexpr float kPriorAmplitude = 2.6114780F;

/// Makes room at `place` among the first `count` elements.
template <class Array>
void open_place(Array& values, std::size_t place, std::size_t count) {
  std::copy_backward(values.begin() + place, values.begin() + count, values.begin() + count + 1);
}

template <class Array>
void close_place(Array& values, std::size_t place, std::size_t count) {
  std::copy(values.begin() + place + 1, values.begin() + count, values.begin() + place);
}

}  // namespace

DirectModel::DirectModel(const simd::Kernels& kernels, const simd::Interval& interval)
    : kernels_(kernels), interval_(interval), mixture_(kernels, interval, kCapacity + 1) {}

void DirectModel::update(const SplitChange& change, std::span<const double> positions) {
  const auto position = [&](Trial trial) { return positions[static_cast<std::size_t>(trial)]; };
  if (change.promoted()) erase(change.entered_good, position(change.entered_good));
  if (change.entered_bad != kNoTrial) insert(change.entered_bad, position(change.entered_bad));
}

std::size_t DirectModel::place_of(Trial trial, double position) const {
  const std::span<const double> all = sorted();
  auto place = static_cast<std::size_t>(std::lower_bound(all.begin(), all.end(), position) - all.begin());
  while (place < count_ && all[place] == position && trials_[place] < trial) ++place;
  return place;
}

void DirectModel::insert(Trial entered, double position) {
  const auto trial = static_cast<std::int32_t>(entered);
  auto rank = static_cast<std::int32_t>(count_);
  if (trial < newest_) {
    for (std::size_t i = 0; i < count_; ++i) {
      const std::int32_t is_newer = trials_[i] > trial ? 1 : 0;
      ranks_[i] += is_newer;
      rank -= is_newer;
    }
  }
  newest_ = std::max(newest_, trial);
  const std::size_t place = place_of(entered, position);
  open_place(positions_, place + 1, count_ + 1);
  open_place(trials_, place, count_);
  open_place(ranks_, place, count_);
  positions_[place + 1] = position;
  trials_[place] = trial;
  ranks_[place] = rank;
  ++count_;
}

void DirectModel::erase(Trial left, double position) {
  const auto trial = static_cast<std::int32_t>(left);
  const std::size_t place = place_of(left, position);
  close_place(positions_, place + 1, count_ + 1);
  close_place(trials_, place, count_);
  close_place(ranks_, place, count_);
  --count_;
  for (std::size_t i = 0; i < count_; ++i) ranks_[i] -= trials_[i] > trial ? 1 : 0;
}

void DirectModel::prepare_coarsely() {
  // The first and the last of two or more observations take their inner gap only.
  const bool is_single = count_ == 1;
  positions_[0] = is_single ? interval_.low : positions_[1];
  positions_[count_ + 1] = is_single ? interval_.high : positions_[count_];
  const WeightRamp ramp(count_);
  kernels_.coarse_kernels(
      interval_,
      {positions_.data() + 1, ranks_.data(), simd::coarsely_padded(count_),
       static_cast<float>(least_width(interval_, count_) / interval_.range()), static_cast<float>(ramp.alpha),
       static_cast<float>(ramp.beta), static_cast<float>(ramp.full_from)},
      {coarse_offset_.data(), coarse_scale_.data(), coarse_amplitude_.data()});
  coarse_scale_[count_] = kPriorScale;
  coarse_offset_[count_] = 0.0F;
  coarse_amplitude_[count_] = kPriorAmplitude;
}

void DirectModel::add_coarse_densities(std::span<const double> points, float* sums) const {
  kernels_.coarse_sum({coarse_offset_.data(), coarse_scale_.data(), coarse_amplitude_.data(), count_ + 1,
                       interval_.middle(), 1.0 / interval_.range()},
                      points.data(), points.size(), sums);
}

void DirectModel::prepare() {
  const WeightRamp ramp(count_);
  mixture_.resize(count_ + 1);
  std::copy_n(sorted().begin(), count_, mixture_.mean());
  sorted_widths(sorted(), interval_, mixture_.sigma());
  for (std::size_t i = 0; i < count_; ++i) mixture_.weight()[i] = ramp.weight(static_cast<double>(ranks_[i]));
  mixture_.mean()[count_] = interval_.middle();
  mixture_.sigma()[count_] = interval_.range();
  mixture_.weight()[count_] = 1.0;
  mixture_.complete(/*tails=*/false);
  mixture_.weigh();
}

}  // namespace pineforge::hpo
