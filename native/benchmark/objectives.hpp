// The objectives of the six problems. All are minimised.
#pragma once

#include <span>

namespace pineforge::benchmark {

/// Each takes a candidate of its problem: one double per parameter in declared order, a categorical choice as its
/// index.
double branin2(std::span<const double> x);
double hartmann3(std::span<const double> x);
double rosenbrock6(std::span<const double> x);
double rotated_rastrigin6(std::span<const double> x);
double mixed_log(std::span<const double> x);
double million_discrete(std::span<const double> x);

}  // namespace pineforge::benchmark
