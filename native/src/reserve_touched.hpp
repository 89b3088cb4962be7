// Storage that is ready before the clock runs.
#pragma once

#include <cstddef>
#include <vector>

namespace pineforge::hpo {

/// Reserves room for `count` elements and touches its pages, so that no later push_back meets a page fault.
template <class T>
void reserve_touched(std::vector<T>& values, std::size_t count) {
  values.resize(count);
  values.clear();
}

}  // namespace pineforge::hpo
