#include "sorted_good.hpp"

#include <algorithm>

namespace pineforge::hpo {

void SortedGood::insert(Trial trial, double position) {
  const auto entered = static_cast<std::int32_t>(trial);
  std::int32_t kernel = 0;
  for (std::size_t i = 0; i < count_; ++i) {
    const std::int32_t is_newer = trials_[i] > entered ? 1 : 0;
    kernel += 1 - is_newer;
    kernels_[i] += is_newer;
  }
  std::size_t place = count_;
  const auto sorts_behind = [&](std::size_t other) {
    return positions_[other] > position || (positions_[other] == position && trials_[other] > entered);
  };
  for (; place > 0 && sorts_behind(place - 1); --place) {
    positions_[place] = positions_[place - 1];
    trials_[place] = trials_[place - 1];
    kernels_[place] = kernels_[place - 1];
  }
  positions_[place] = position;
  trials_[place] = entered;
  kernels_[place] = kernel;
  ++count_;
}

void SortedGood::erase(Trial trial) {
  const auto left = static_cast<std::int32_t>(trial);
  const auto end = trials_.begin() + static_cast<std::ptrdiff_t>(count_);
  const auto place = static_cast<std::size_t>(std::find(trials_.begin(), end, left) - trials_.begin());
  --count_;
  for (std::size_t i = place; i < count_; ++i) {
    positions_[i] = positions_[i + 1];
    trials_[i] = trials_[i + 1];
    kernels_[i] = kernels_[i + 1];
  }
  for (std::size_t i = 0; i < count_; ++i) kernels_[i] -= trials_[i] > left ? 1 : 0;
}

}  // namespace pineforge::hpo
