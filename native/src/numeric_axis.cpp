#include "numeric_axis.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace pineforge::hpo {
namespace {

/// The power of two p with 1 <= range / p < 2, as far as doubles reach.
double scale_of(double range) {
  constexpr int kMaxExponent = 1000;
  int exponent = 0;
  std::frexp(range, &exponent);
  return std::ldexp(1.0, std::clamp(exponent - 1, -kMaxExponent, kMaxExponent));
}

/// Half to even, as numpy.round.
double round_half_even(double x) {
  constexpr double kRounder = 0x1.8p52;
  return std::abs(x) < 0x1p51 ? (x + kRounder) - kRounder : std::nearbyint(x);
}

}  // namespace

double exp_of(const simd::Kernels& kernels, double x) {
  std::array<double, simd::kPadding> values{x};
  kernels.exp(values.data(), values.data(), values.size());
  return values[0];
}

double log_of(const simd::Kernels& kernels, double x) {
  std::array<double, simd::kPadding> values;
  values.fill(x);
  kernels.log(values.data(), values.data(), values.size());
  return values[0];
}

NumericAxis::NumericAxis(const simd::Kernels& kernels, const Parameter& parameter)
    : kernels_(kernels), low_(parameter.low), high_(parameter.high), step_(parameter.step), log_(parameter.log) {
  if (!log_) {
    from_axis_ = scale_of(high_ - low_);
    to_axis_ = 1.0 / from_axis_;
  }
  interval_ = {position_of(low_ - step_ / 2.0), position_of(high_ + step_ / 2.0)};
}

double NumericAxis::grid_size() const { return round_half_even((high_ - low_) / step_) + 1.0; }

double NumericAxis::position_of(double value) const { return log_ ? log_of(kernels_, value) : value * to_axis_; }

double NumericAxis::on_grid(double value) const {
  return std::clamp(low_ + round_half_even((value - low_) / step_) * step_, low_, high_);
}

double NumericAxis::value_at(double position) const {
  return std::clamp(log_ ? exp_of(kernels_, position) : position * from_axis_, low_, high_);
}

void NumericAxis::values_at(std::span<const double> positions, std::span<double> values) const {
  if (log_) {
    kernels_.exp(positions.data(), values.data(), values.size());
  } else {
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = positions[i] * from_axis_;
  }
  for (double& value : values) value = on_grid(value);
}

double NumericAxis::draw_uniformly(UniformStream& stream) const {
  const double position = interval_.low + interval_.range() * stream.next();
  const double value = log_ ? exp_of(kernels_, position) : position * from_axis_;
  if (!has_grid()) return std::clamp(value, low_, std::max(low_, std::nextafter(high_, high_ - 1.0)));
  return on_grid(value);
}

}  // namespace pineforge::hpo
