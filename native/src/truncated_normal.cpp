#include "truncated_normal.hpp"

#include <cmath>
#include <limits>
#include <numbers>

namespace pineforge::hpo {
namespace {

constexpr double kSqrt2 = std::numbers::sqrt2;
const double kLogSqrt2Pi = std::log(std::sqrt(2.0 * std::numbers::pi));

/// Phi(x), with full relative precision in the left tail (_ndtr_single).
double normal_cdf(double x) {
  const double t = x / kSqrt2;
  if (t < -1.0 / kSqrt2) return 0.5 * std::erfc(-t);
  if (t < 1.0 / kSqrt2) return 0.5 + 0.5 * std::erf(t);
  return 1.0 - 0.5 * std::erfc(t);
}

/// Phi(x), with absolute precision only (_ndtr).
double normal_cdf_absolute(double x) { return 0.5 + 0.5 * std::erf(x / kSqrt2); }

/// ln Phi(x) for x <= -20: Phi(x) ~ phi(x)/|x| (1 - 1/x^2 + 3/x^4 - 15/x^6 ...), Abramowitz and Stegun 26.2.12.
double log_normal_cdf_far_left(double x) {
  const double log_leading = -0.5 * (x * x) - std::log(-x) - 0.5 * std::log(2.0 * std::numbers::pi);
  const double inverse_square = 1.0 / (x * x);
  double sum = 1.0;
  double last = 0.0;
  double sign = 1.0;
  double odd_factorial = 1.0;
  double power = 1.0;
  for (int i = 1; std::abs(last - sum) > std::numeric_limits<double>::epsilon(); ++i) {
    last = sum;
    sign = -sign;
    power *= inverse_square;
    odd_factorial *= 2.0 * i - 1.0;
    sum += sign * odd_factorial * power;
  }
  return log_leading + std::log(sum);
}

/// ln(exp(p) + exp(q)), as numpy.logaddexp.
double log_sum(double p, double q) {
  if (p == q) return p + std::numbers::ln2;
  return p > q ? p + std::log1p(std::exp(q - p)) : q + std::log1p(std::exp(p - q));
}

/// ln(exp(p) - exp(q)) for p >= q.
double log_difference(double p, double q) { return p + std::log1p(-std::exp(q - p)); }

/// Start for Newton's method: the Gaussian tail for small z, the logistic approximation of Phi otherwise.
double guess_inverse_log_cdf(double z) {
  if (z < -5.0) return -std::sqrt(-2.0 * (z + kLogSqrt2Pi));
  return -(std::sqrt(3.0) / std::numbers::pi) * std::log(std::expm1(-z));
}

/// The x with ln Phi(x) = y, for y < 0 (_ndtri_exp). Near y = 0 it solves for -x, where ln Phi is well conditioned.
double inverse_log_normal_cdf(double y) {
  constexpr int kMaxSteps = 100;
  const bool flipped = y > -1e-2;
  const double z = flipped ? std::log(-std::expm1(y)) : y;
  double x = guess_inverse_log_cdf(z);
  for (int i = 0; i < kMaxSteps; ++i) {
    const double log_cdf = log_normal_cdf(x);
    const double dx = (log_cdf - z) * std::exp(log_cdf - log_normal_density(x));
    x -= dx;
    if (std::abs(dx) < 1e-8 * std::abs(x)) break;
  }
  return flipped ? -x : x;
}

}  // namespace

double log_normal_cdf(double x) {
  if (x > 6.0) return -normal_cdf(-x);
  if (x > -20.0) return std::log(normal_cdf(x));
  return log_normal_cdf_far_left(x);
}

double log_normal_mass(double a, double b) {
  if (b <= 0.0) return log_difference(log_normal_cdf(b), log_normal_cdf(a));
  if (a > 0.0) return log_difference(log_normal_cdf(-a), log_normal_cdf(-b));
  return std::log1p(-normal_cdf_absolute(a) - normal_cdf_absolute(-b));
}

double log_normal_density(double x) { return -(x * x) / 2.0 - kLogSqrt2Pi; }

double truncated_normal_quantile(double q, double a, double b) {
  if (q == 0.0) return a;
  if (q == 1.0) return b;
  const double log_mass = log_normal_mass(a, b);
  if (a < 0.0) return inverse_log_normal_cdf(log_sum(log_normal_cdf(a), std::log(q) + log_mass));
  return -inverse_log_normal_cdf(log_sum(log_normal_cdf(-b), std::log1p(-q) + log_mass));
}

}  // namespace pineforge::hpo
