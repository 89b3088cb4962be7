#include "trial_split.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "argsort.hpp"

namespace pineforge::hpo {

std::size_t below_count(std::size_t trials) {
  constexpr std::size_t kMaxBelow = 25;
  return std::min(static_cast<std::size_t>(std::ceil(0.1 * static_cast<double>(trials))), kMaxBelow);
}

TrialSplit split_trials(std::span<const double> values) {
  const std::vector<std::size_t> by_value = argsort(values, TieOrder::kStable);
  const auto first_above = by_value.begin() + static_cast<std::ptrdiff_t>(below_count(values.size()));
  TrialSplit split{{by_value.begin(), first_above}, {first_above, by_value.end()}};
  std::sort(split.below.begin(), split.below.end());
  std::sort(split.above.begin(), split.above.end());
  return split;
}

}  // namespace pineforge::hpo
