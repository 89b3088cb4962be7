// The reference's log density of a mixture, without its storage.
#pragma once

#include <cmath>
#include <cstddef>

#include "mixture_weights.hpp"
#include "pairwise_sum.hpp"

namespace pineforge::hpo {

/// ParzenEstimator::log_density to the bit: the same terms, added up in the same order. `log_kernels()` returns a
/// function whose calls give the log densities of the kernels one after another, the prior's last.
template <class LogKernels>
double mixture_log_density(std::size_t observations, LogKernels log_kernels) {
  const std::size_t kernels = observations + 1;
  auto unscaled = [&, i = std::size_t{0}]() mutable { return unscaled_weight(observations, i++); };
  const double total = pairwise_sum_of(kernels, unscaled);
  const auto terms = [&] {
    return [&, log_kernel = log_kernels(), i = std::size_t{0}]() mutable {
      return log_kernel() + std::log(unscaled_weight(observations, i++) / total);
    };
  };
  auto all_terms = terms();
  double largest = all_terms();
  for (std::size_t i = 1; i < kernels; ++i) {
    const double term = all_terms();
    if (largest < term) largest = term;
  }
  if (std::isinf(largest)) return largest;
  auto scaled = [&, term = terms()]() mutable { return std::exp(term() - largest); };
  return std::log(pairwise_sum_of(kernels, scaled)) + largest;
}

}  // namespace pineforge::hpo
