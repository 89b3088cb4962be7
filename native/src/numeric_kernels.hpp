// The kernels of a numeric parameter: truncated normals, one per observation and one for the prior.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "pineforge/hpo/sampler.hpp"
#include "pineforge/hpo/search_space.hpp"

namespace pineforge::hpo {

/// A normal truncated to [low, high].
struct NumericKernel {
  NumericKernel() = default;
  NumericKernel(double kernel_mean, double kernel_sigma, double low, double high);

  /// -inf outside the interval.
  double log_density(double x) const;
  /// ln of the mass within [cell_low, cell_high].
  double log_cell_mass(double cell_low, double cell_high) const;

  double mean = 0.0;
  double sigma = 0.0;
  /// The interval, in sigmas from the mean.
  double from = 0.0;
  double to = 0.0;
  /// ln of the untruncated mass of the interval.
  double log_mass = 0.0;
};

/// Kernels in the order of the observations; the prior comes last. They live on the *inner* scale: the parameter's
/// value, or its logarithm for a log parameter, on an interval that reaches half a step beyond the bounds of a grid.
/// Sources: optuna/samplers/_tpe/parzen_estimator.py (_calculate_numerical_distributions) and
/// probability_distributions.py, v4.9.0.
class NumericKernels {
 public:
  /// `observations`: values of `parameter`, oldest first.
  NumericKernels(const Parameter& parameter, std::span<const double> observations, TieOrder tie_order);

  /// The value of the parameter at quantile `u` of one kernel, 0 <= u < 1; on the grid where there is one.
  double draw(std::size_t kernel, double u) const;

  /// Per kernel, the log density at `value`, a value of the parameter; for a parameter with a grid the log of the mass
  /// within half a step. -inf outside the interval.
  std::vector<double> log_densities(double value) const;

 private:
  double inner(double value) const;
  Parameter parameter_;
  double low_;
  double high_;
  /// Without repetitions for a parameter with a grid, where many observations share mean and sigma.
  std::vector<NumericKernel> kernels_;
  /// Per observation (and the prior) its place in kernels_.
  std::vector<std::size_t> kernel_of_;
};

/// Per observation the width of its kernel: the larger of the gaps to its neighbours in sorted order, of which `low`
/// and `high` are the outermost; the first and last of two or more observations take their inner gap only. Clipped to
/// [(high - low) / min(100, k + 2), high - low]. Observations on the inner scale.
std::vector<double> kernel_widths(std::span<const double> observations, double low, double high, TieOrder tie_order);

}  // namespace pineforge::hpo
