#include "direct_model.hpp"

#include <algorithm>

namespace pineforge::hpo {

DirectModel::DirectModel(const simd::Kernels& kernels, const simd::Interval& interval)
    : interval_(interval), mixture_(kernels, interval, kCapacity + 1) {
  sorted_.reserve(kCapacity + 1);
}

void DirectModel::update(const SplitChange& change, std::span<const double> positions) {
  const auto observation = [&](Trial trial) {
    return Observation{positions[static_cast<std::size_t>(trial)], trial};
  };
  if (change.promoted()) {
    sorted_.erase(std::lower_bound(sorted_.begin(), sorted_.end(), observation(change.entered_good)));
  }
  if (change.entered_bad == kNoTrial) return;
  const Observation entered = observation(change.entered_bad);
  sorted_.insert(std::lower_bound(sorted_.begin(), sorted_.end(), entered), entered);
}

void DirectModel::prepare(const SplitTracker& split) {
  const std::size_t count = sorted_.size();
  const WeightRamp ramp = split.ramp();
  mixture_.resize(count + 1);
  for (std::size_t i = 0; i < count; ++i) {
    mixture_.mean()[i] = sorted_[i].position;
    mixture_.weight()[i] = count <= kFullWeights ? 1.0 : ramp.weight(split.rank(sorted_[i].trial));
  }
  sorted_widths(std::span<const double>(mixture_.mean(), count), interval_, mixture_.sigma());
  mixture_.mean()[count] = 0.5 * (interval_.low + interval_.high);
  mixture_.sigma()[count] = interval_.range();
  mixture_.weight()[count] = 1.0;
  mixture_.complete(/*tails=*/false);
  mixture_.weigh();
}

}  // namespace pineforge::hpo
