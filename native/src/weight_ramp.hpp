// How much a bad trial counts, as a function of its rank.
#pragma once

#include <cstddef>

namespace pineforge::hpo {

/// Observations that always count fully: the newest ones (optuna/samplers/_tpe/sampler.py v4.9.0, default_weights).
inline constexpr std::size_t kFullWeights = 25;

/// default_weights(count) as a function: an observation of rank r (0 is the oldest) weighs 1 where it is one of the
/// newest 25, else alpha + beta r, the elements of linspace(1 / count, 1, count - 25).
struct WeightRamp {
  double alpha = 1.0;
  double beta = 0.0;
  /// Ranks from here on count fully.
  double full_from = 0.0;

  explicit WeightRamp(std::size_t count) {
    if (count <= kFullWeights) return;
    const auto k = static_cast<double>(count);
    full_from = k - static_cast<double>(kFullWeights);
    alpha = 1.0 / k;
    // A ramp of one element is its start.
    if (count > kFullWeights + 1) beta = (1.0 - alpha) / (full_from - 1.0);
  }

  double weight(double rank) const { return rank >= full_from ? 1.0 : alpha + beta * rank; }

  /// Sum of the weights of all observations.
  double total(std::size_t count) const {
    const double full = static_cast<double>(count) - full_from;
    return full + full_from * (alpha + 0.5 * beta * (full_from - 1.0));
  }
};

}  // namespace pineforge::hpo
