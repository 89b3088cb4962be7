// NumPy's order of summation.
#pragma once

#include <span>

namespace pineforge::hpo {

/// The sum of `terms` in the order of numpy.sum over contiguous doubles: one by one below 8 terms, eight accumulators
/// up to 128 terms, above that the sum of two parts whose first is half as long, rounded down to a multiple of 8. The
/// order decides ties between mathematically equal scores of categories.
double pairwise_sum(std::span<const double> terms);

}  // namespace pineforge::hpo
