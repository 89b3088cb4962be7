// NumPy's order of summation.
#pragma once

#include <array>
#include <cstddef>
#include <span>

namespace pineforge::hpo {

/// The sum of `count` terms in the order of numpy.sum over contiguous doubles: one by one below 8 terms, eight
/// accumulators up to 128 terms, above that the sum of two parts whose first is half as long, rounded down to a
/// multiple of 8. The order decides ties between mathematically equal scores. `next()` gives the terms one after
/// another.
template <class Next>
double pairwise_sum_of(std::size_t count, Next& next) {
  constexpr std::size_t kLanes = 8;
  constexpr std::size_t kBlock = 128;
  if (count > kBlock) {
    const std::size_t half = count / 2;
    const std::size_t first = half - half % kLanes;
    const double sum = pairwise_sum_of(first, next);
    return sum + pairwise_sum_of(count - first, next);
  }
  std::array<double, kLanes> lane{};
  const std::size_t whole = count - count % kLanes;
  for (std::size_t i = 0; i < whole; ++i) lane[i % kLanes] += next();
  double sum = ((lane[0] + lane[1]) + (lane[2] + lane[3])) + ((lane[4] + lane[5]) + (lane[6] + lane[7]));
  for (std::size_t i = whole; i < count; ++i) sum += next();
  return sum;
}

double pairwise_sum(std::span<const double> terms);

}  // namespace pineforge::hpo
