// The inverse of the standard normal distribution, lane by lane; included by the kernels_*.cpp only.
#pragma once

#include "vector_math.hpp"

namespace pineforge::hpo::simd {
namespace {

/// A rational function of degree 7 over 7; coefficients lowest power first, the denominator's first is 1.
struct Rational {
  double over[8];
  double under[8];
};

PINEFORGE_INLINE Lanes evaluate(const Rational& rational, Lanes x) {
  Lanes over = broadcast(rational.over[7]);
  Lanes under = broadcast(rational.under[7]);
  for (int i = 6; i >= 0; --i) {
    over = over * x + rational.over[i];
    under = under * x + rational.under[i];
  }
  return over / under;
}

// Wichura, Algorithm AS 241: The Percentage Points of the Normal Distribution, Applied Statistics 37 (1988), PPND16.

/// In 0.180625 - (p - 1/2)^2, for |p - 1/2| <= 0.425.
constexpr Rational kCentral{
    {3.3871328727963666080, 1.3314166789178437745e2, 1.9715909503065514427e3, 1.3731693765509461125e4,
     4.5921953931549871457e4, 6.7265770927008700853e4, 3.3430575583588128105e4, 2.5090809287301226727e3},
    {1.0, 4.2313330701600911252e1, 6.8718700749205790830e2, 5.3941960214247511077e3, 2.1213794301586595867e4,
     3.9307895800092710610e4, 2.8729085735721942674e4, 5.2264952788528545610e3}};
/// In r - 1.6 with r = sqrt(-ln p) <= 5, p the tail.
constexpr Rational kTail{
    {1.42343711074968357734, 4.63033784615654529590, 5.76949722146069140550, 3.64784832476320460504,
     1.27045825245236838258, 2.41780725177450611770e-1, 2.27238449892691845833e-2, 7.74545014278341407640e-4},
    {1.0, 2.05319162663775882187, 1.67638483018380384940, 6.89767334985100004550e-1, 1.48103976427480074590e-1,
     1.51986665636164571966e-2, 5.47593808499534494600e-4, 1.05075007164441684324e-9}};
/// In r - 5, for r > 5.
constexpr Rational kFarTail{
    {6.65790464350110377720, 5.46378491116411436990, 1.78482653991729133580, 2.96560571828504891230e-1,
     2.65321895265761230930e-2, 1.24266094738807843860e-3, 2.71155556874348757815e-5, 2.01033439929228813265e-7},
    {1.0, 5.99832206555887937690e-1, 1.36929880922735805310e-1, 1.48753612908506148525e-2, 7.86869131145613259100e-4,
     1.84631831751005468180e-5, 1.42151175831644588870e-7, 2.04426310338993978564e-15}};

/// The x with Phi(x) = lower and Q(x) = upper, lower + upper = 1, relative error about 1e-15; each tail is used where
/// it is the smaller one. A tail below 1e-300 counts as 1e-300.
PINEFORGE_INLINE Lanes normal_inverse(Lanes lower, Lanes upper) {
  const Lanes offset = lower - 0.5;
  const Lanes square = 0.180625 - offset * offset;
  Lanes x = offset * evaluate(kCentral, square);
  const IntLanes in_tail = square < Lanes{};
  if (any(in_tail)) {
    const Lanes tail = larger(smaller(lower, upper), broadcast(1e-300));
    const Lanes r = square_root(-log_lanes(tail));
    Lanes distance = evaluate(kTail, r - 1.6);
    const IntLanes far = r > broadcast(5.0);
    if (any(far & in_tail)) distance = far ? evaluate(kFarTail, r - 5.0) : distance;
    x = in_tail ? (lower < upper ? -distance : distance) : x;
  }
  return x;
}

}  // namespace
}  // namespace pineforge::hpo::simd
