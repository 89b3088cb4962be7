#include "pairwise_sum.hpp"

namespace pineforge::hpo {

double pairwise_sum(std::span<const double> terms) {
  auto next = [term = terms.begin()]() mutable { return *term++; };
  return pairwise_sum_of(terms.size(), next);
}

}  // namespace pineforge::hpo
