// The yardstick: Optuna 4.9.0's univariate TPE, line for line and by brute force.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "pineforge/hpo/sampler.hpp"
#include "random_stream.hpp"
#include "trial_split.hpp"

namespace pineforge::hpo {

/// Source of every step: optuna/samplers/_tpe/sampler.py v4.9.0, TPESampler with multivariate, group and constant_liar
/// off.
class ReferenceSampler final : public Sampler {
 public:
  /// @throws std::invalid_argument where the space is empty.
  ReferenceSampler(const SearchSpace& space, const SamplerOptions& options);

  std::span<const double> ask() override;
  void tell(double value) override;

 private:
  /// The candidate that the good trials make most likely against the bad ones. `history`: the parameter's values by
  /// trial.
  double propose(const Parameter& parameter, std::span<const double> history, const TrialSplit& split);

  SearchSpace space_;
  SamplerOptions options_;
  RandomStream startup_stream_;
  RandomStream fitted_stream_;
  /// Per parameter its value by trial.
  std::vector<std::vector<double>> history_;
  /// Objective by trial.
  std::vector<double> values_;
  std::vector<double> candidate_;
  bool asked_ = false;
};

}  // namespace pineforge::hpo
