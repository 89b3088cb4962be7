// How much each observation counts.
#pragma once

#include <cstddef>
#include <vector>

namespace pineforge::hpo {

/// The weights of `observations` kernels, oldest first, and of the prior, which comes last; their sum is 1. All are
/// equal below 25 observations; else the newest 25 weigh as much as the prior and the older ones ramp up from
/// 1/observations of that (optuna/samplers/_tpe/sampler.py v4.9.0, default_weights; parzen_estimator.py, prior_weight
/// 1).
std::vector<double> mixture_weights(std::size_t observations);

/// The weight of kernel i before the division by their sum.
double unscaled_weight(std::size_t observations, std::size_t i);

}  // namespace pineforge::hpo
