#include "tie_break.hpp"

#include "parzen_estimator.hpp"

namespace pineforge::hpo {
namespace {

std::vector<double> values_of(std::span<const double> history, const SplitTracker& split, bool good) {
  std::vector<double> values;
  for (std::size_t trial = 0; trial < split.trials(); ++trial) {
    if (split.is_good(static_cast<Trial>(trial)) == good) values.push_back(history[trial]);
  }
  return values;
}

}  // namespace

std::size_t break_tie(const Parameter& parameter, std::span<const double> history, const SplitTracker& split,
                      std::span<const double> tied) {
  const ParzenEstimator good(parameter, values_of(history, split, true), TieOrder::kStable);
  const ParzenEstimator bad(parameter, values_of(history, split, false), TieOrder::kStable);
  std::size_t best = 0;
  double best_score = 0.0;
  for (std::size_t i = 0; i < tied.size(); ++i) {
    const double score = good.log_density(tied[i]) - bad.log_density(tied[i]);
    if (i == 0 || score > best_score) {
      best = i;
      best_score = score;
    }
  }
  return best;
}

}  // namespace pineforge::hpo
