// The six problems: search space, objective, budget and optimum.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "pineforge/hpo/search_space.hpp"

namespace pineforge::benchmark {

struct Problem {
  std::string_view name;
  /// Declared trial budget.
  std::uint32_t trials;
  /// Declared global minimum, in the objective's own unit.
  double declared_optimum;
  /// A candidate whose objective is within kOptimumTolerance of the declared optimum.
  std::vector<double> known_optimum;
  hpo::SearchSpace space;
  double (*objective)(std::span<const double> candidate);
  /// All parameters are ints: the space can be enumerated and carries the discrete diagnostics.
  bool discrete;
};

constexpr double kOptimumTolerance = 2e-5;

/// In declared order; lives as long as the program.
const std::vector<Problem>& problems();

/// @throws std::invalid_argument naming the problem where there is none of that name.
const Problem& find_problem(std::string_view name);

/// The objective at the known optimum.
/// @throws std::runtime_error where that lies outside the declared space or too far from the declared optimum.
double check_optimum(const Problem& problem);

}  // namespace pineforge::benchmark
