// The scale on which a numeric parameter is modelled.
#pragma once

#include <cstddef>
#include <span>

#include "pineforge/hpo/search_space.hpp"
#include "simd/kernels.hpp"
#include "uniform_stream.hpp"

namespace pineforge::hpo {

/// Positions on the axis are the parameter's value or, for a log parameter, its natural logarithm; values are first
/// multiplied by a power of two that brings their range near 1, which changes no rounding and keeps ranges near 1e300
/// and 1e-300 clear of overflow and underflow. The interval reaches half a step beyond the bounds of a grid
/// (optuna/samplers/_tpe/parzen_estimator.py v4.9.0, _calculate_numerical_distributions).
class NumericAxis {
 public:
  NumericAxis(const simd::Kernels& kernels, const Parameter& parameter);

  const simd::Interval& interval() const { return interval_; }
  bool is_log() const { return log_; }
  bool has_grid() const { return step_ > 0.0; }
  /// Number of values of a grid, as a double: it may exceed 2^53.
  double grid_size() const;
  /// Half a step, on the axis of a parameter without log.
  double half_step() const { return 0.5 * step_ * to_axis_; }

  double position_of(double value) const;
  /// The value at a position of a parameter without grid, within the bounds.
  double value_at(double position) const;
  /// The values at `positions` of a parameter with a grid, on it and within the bounds. Sizes equal and padded.
  void values_at(std::span<const double> positions, std::span<double> values) const;

  /// A startup value: uniform on the axis, a real one kept below the upper bound (optuna/samplers/_random.py and
  /// optuna/_transform.py, v4.9.0).
  double draw_uniformly(UniformStream& stream) const;

 private:
  double on_grid(double value) const;

  const simd::Kernels& kernels_;
  double low_;
  double high_;
  double step_;
  bool log_;
  /// Powers of two, 1 for a log parameter.
  double to_axis_ = 1.0;
  double from_axis_ = 1.0;
  simd::Interval interval_;
};

/// exp and log of single numbers by the kernels, for use outside of loops.
double exp_of(const simd::Kernels& kernels, double x);
double log_of(const simd::Kernels& kernels, double x);

}  // namespace pineforge::hpo
