// The standard normal distribution between two bounds, in logarithms.
// The formulas are those of optuna/samplers/_tpe/_truncnorm.py at v4.9.0, because the sampler must reach the same
// decisions: a better conditioned form of a narrow mass would differ from Optuna's by more than rounding.
#pragma once

namespace pineforge::hpo {

/// ln Phi(x) (_log_ndtr_single): erfc in the tail, an asymptotic series below -20.
double log_normal_cdf(double x);

/// ln(Phi(b) - Phi(a)) for a <= b (_log_gauss_mass); -inf where a == b. Works in the left tail, also for a > 0.
double log_normal_mass(double a, double b);

/// ln of the standard normal density at x.
double log_normal_density(double x);

/// The x with (Phi(x) - Phi(a)) / (Phi(b) - Phi(a)) = q, for 0 <= q <= 1 and a < b (ppf): Newton's method on ln Phi to
/// a relative step of 1e-8, at which its error is of the order of rounding.
double truncated_normal_quantile(double q, double a, double b);

}  // namespace pineforge::hpo
