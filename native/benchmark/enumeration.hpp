// Every candidate of a finite problem.
#pragma once

#include <cstdint>
#include <vector>

#include "problem.hpp"

namespace pineforge::benchmark {

struct Enumeration {
  std::uint64_t candidates = 0;
  double minimum = 0.0;
  /// How many candidates have the minimum.
  std::uint64_t multiplicity = 0;
  /// The least value above the minimum; infinity where there is none.
  double second_best = 0.0;
  /// The first candidate with the minimum, the last parameter varying fastest.
  std::vector<double> minimizer;
};

/// @throws std::invalid_argument where the problem is not discrete.
Enumeration enumerate(const Problem& problem);

}  // namespace pineforge::benchmark
