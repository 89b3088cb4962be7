// The kernels of a categorical parameter: one row of probabilities per observation and one for the prior.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace pineforge::hpo {

/// Rows in the order of the observations; the prior's uniform row comes last. The row of an observation is 1/(k + 1)
/// for each choice and 1 more for the observed one, divided by its sum (optuna/samplers/_tpe/parzen_estimator.py
/// v4.9.0, _calculate_categorical_distributions).
class CategoricalKernels {
 public:
  /// `observations`: indices of choices, oldest first.
  CategoricalKernels(std::uint32_t choices, std::span<const double> observations);

  /// The index of the choice at quantile `u` of one row, 0 <= u < 1: the number of cumulative sums below it.
  double draw(std::size_t row, double u) const;

  /// Per row, the log probability of the choice `value`.
  std::vector<double> log_densities(double value) const;

 private:
  std::span<const double> row(std::size_t index) const {
    return std::span(probabilities_).subspan(index * choices_, choices_);
  }

  std::size_t choices_;
  /// Row by row.
  std::vector<double> probabilities_;
};

}  // namespace pineforge::hpo
