#include "enumeration.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <stdexcept>
#include <string>

namespace pineforge::benchmark {
namespace {

/// Steps to the next candidate, the last parameter fastest; false after the last one.
bool advance(const hpo::SearchSpace& space, std::vector<double>& candidate) {
  for (std::size_t p = space.size(); p-- > 0;) {
    candidate[p] += space[p].step;
    if (candidate[p] <= space[p].high) return true;
    candidate[p] = space[p].low;
  }
  return false;
}

void count(Enumeration& seen, const std::vector<double>& candidate, double value) {
  ++seen.candidates;
  if (value < seen.minimum) {
    seen.second_best = seen.minimum;
    seen.minimum = value;
    seen.multiplicity = 1;
    seen.minimizer = candidate;
  } else if (value == seen.minimum) {
    ++seen.multiplicity;
  } else {
    seen.second_best = std::min(seen.second_best, value);
  }
}

}  // namespace

Enumeration enumerate(const Problem& problem) {
  if (!problem.discrete) {
    throw std::invalid_argument("problem '" + std::string(problem.name) + "' has no finite space to enumerate");
  }
  std::vector<double> candidate;
  for (const hpo::Parameter& parameter : problem.space) candidate.push_back(parameter.low);
  Enumeration seen;
  seen.minimum = seen.second_best = std::numeric_limits<double>::infinity();
  do count(seen, candidate, problem.objective(candidate));
  while (advance(problem.space, candidate));
  return seen;
}

}  // namespace pineforge::benchmark
