// Runs the fast sampler beside the reference and compares every proposal.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>

#include "pineforge/hpo/sampler.hpp"
#include "pineforge/hpo/search_space.hpp"

namespace pineforge::test {

/// `trial` counts from 0.
using Objective = std::function<double(std::span<const double> candidate, std::size_t trial)>;

/// Proposals agree to 1e-9, relative to the larger of them. A proposal is a
/// mean plus a multiple of a sigma, numbers of the size of the bounds, and
/// where these cancel to nearly 0 its error is relative to them: Optuna's
/// formulas, which the reference keeps, are off by up to 2e-14 of the range
/// there (Kernels.DrawsAreCloserToTheExactQuantileThanOptunas). So values below
/// 1e-5 of the bounds are compared in units of that.
struct ParityReport {
  std::size_t proposals = 0;
  /// The first disagreement: trial, parameter and both values. Empty where
  /// there is none.
  std::string disagreement;
};

/// The study stops at the first trial that disagrees.
ParityReport compare_samplers(const hpo::SearchSpace& space, hpo::SamplerOptions options, std::size_t trials,
                              const Objective& objective);

/// A search space of 1 to 4 parameters of all kinds, an objective with or
/// without ties, a budget and a seed, all drawn from `number`.
struct RandomStudy {
  hpo::SearchSpace space;
  hpo::SamplerOptions options;
  std::size_t trials = 0;
  Objective objective;
  /// For messages.
  std::string description;
};
RandomStudy make_random_study(std::uint64_t number);

}  // namespace pineforge::test
