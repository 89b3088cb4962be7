// Parameters with few values, for tests.
#pragma once

#include <cstddef>
#include <cstdint>

#include "pineforge/hpo/search_space.hpp"

namespace pineforge::hpo {

/// 0 ... size - 1.
inline Parameter ints(std::size_t size) {
  SearchSpace space;
  space.add_int("x", 0, static_cast<std::int64_t>(size) - 1);
  return space[0];
}

/// 29 values.
inline Parameter steps() {
  SearchSpace space;
  space.add_stepped_real("x", 0.2, 3.0, 0.1);
  return space[0];
}

}  // namespace pineforge::hpo
