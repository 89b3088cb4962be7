// The good and the bad trials.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace pineforge::hpo {

/// Trial numbers, ascending in both groups.
struct TrialSplit {
  std::vector<std::size_t> below;
  std::vector<std::size_t> above;
};

/// How many of n completed trials are good: min(ceil(0.1 n), 25) (optuna/samplers/_tpe/sampler.py v4.9.0,
/// default_gamma).
std::size_t below_count(std::size_t trials);

/// Splits trials by objective: the below_count(n) lowest values, of equal ones the earlier, against the rest
/// (optuna/samplers/_tpe/sampler.py v4.9.0, _split_trials).
TrialSplit split_trials(std::span<const double> values);

}  // namespace pineforge::hpo
