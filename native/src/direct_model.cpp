#include "direct_model.hpp"

#include <algorithm>

namespace pineforge::hpo {

DirectModel::DirectModel(const simd::Kernels& kernels, const simd::Interval& interval)
    : interval_(interval), mixture_(kernels, interval, kCapacity + 1) {
  sorted_.reserve(kCapacity + 1);
}

void DirectModel::update(const SplitChange& change, std::span<const double> positions) {
  const auto observation = [&](Trial trial) { return Observation{positions[static_cast<std::size_t>(trial)], trial}; };
  if (change.promoted()) erase(observation(change.entered_good));
  if (change.entered_bad != kNoTrial) insert(observation(change.entered_bad));
}

void DirectModel::insert(Observation entered) {
  entered.rank = static_cast<double>(sorted_.size());
  for (Observation& other : sorted_) {
    if (other.trial < entered.trial) continue;
    other.rank += 1.0;
    entered.rank -= 1.0;
  }
  sorted_.insert(std::lower_bound(sorted_.begin(), sorted_.end(), entered), entered);
}

void DirectModel::erase(const Observation& left) {
  sorted_.erase(std::lower_bound(sorted_.begin(), sorted_.end(), left));
  for (Observation& other : sorted_) other.rank -= other.trial > left.trial ? 1.0 : 0.0;
}

void DirectModel::prepare() {
  const std::size_t count = sorted_.size();
  const WeightRamp ramp(count);
  mixture_.resize(count + 1);
  for (std::size_t i = 0; i < count; ++i) {
    mixture_.mean()[i] = sorted_[i].position;
    mixture_.weight()[i] = ramp.weight(sorted_[i].rank);
  }
  sorted_widths(std::span<const double>(mixture_.mean(), count), interval_, mixture_.sigma());
  mixture_.mean()[count] = 0.5 * (interval_.low + interval_.high);
  mixture_.sigma()[count] = interval_.range();
  mixture_.weight()[count] = 1.0;
  mixture_.complete(/*tails=*/false);
  mixture_.weigh();
}

}  // namespace pineforge::hpo
