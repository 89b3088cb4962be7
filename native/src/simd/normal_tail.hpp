// The upper tail of the standard normal distribution, lane by lane; included by the kernels_*.cpp only.
#pragma once

#include "vector_math.hpp"

namespace pineforge::hpo::simd {
namespace {

/// Q(t) = 1 - Phi(t) for t >= 0, relative error below 2e-15 (1 + t^2 / 16); above t = 37 it stays at Q(37) ~ 5e-300.
/// Q(t) exp(t^2 / 2) is smooth and is expanded in u = (t - c) / (t + c): Schonfelder, Chebyshev expansions for the
/// error and related functions, Math. Comp. 32 (1978), here with c = 3.25 and in powers of u
/// (native/tools/fit_polynomials.py).
PINEFORGE_INLINE Lanes upper_tail(Lanes t) {
  constexpr double kShift = 3.25;
  t = smaller(t, broadcast(37.0));
  const Lanes u = (t - kShift) / (t + kShift);
  const Lanes u2 = u * u;
  Lanes even = broadcast(1.3158256737645381e-10);
  even = even * u2 + 1.4618108420208061e-09;
  even = even * u2 + -1.4435666211959168e-08;
  even = even * u2 + 5.2697514131767235e-08;
  even = even * u2 + -5.899031853250137e-08;
  even = even * u2 + -5.268584184213536e-07;
  even = even * u2 + 4.942753558469783e-06;
  even = even * u2 + -3.1111355175722675e-05;
  even = even * u2 + 0.00019492572180713162;
  even = even * u2 + -0.001461505825490278;
  even = even * u2 + 0.012619662192363549;
  even = even * u2 + 0.1252215703778369;
  even = even * u2 + 0.11345206212929865;
  Lanes odd = broadcast(9.0938637281719e-10);
  odd = odd * u2 + -3.471005458863033e-09;
  odd = odd * u2 + -6.697383919208672e-09;
  odd = odd * u2 + 1.0885498926568146e-07;
  odd = odd * u2 + -5.606079870288584e-07;
  odd = odd * u2 + 1.9301890394073076e-06;
  odd = odd * u2 + -4.53583117727533e-06;
  odd = odd * u2 + 3.188812074823887e-06;
  odd = odd * u2 + 1.3690949003588532e-05;
  odd = odd * u2 + 0.0011099760446291306;
  odd = odd * u2 + -0.05467377902298719;
  odd = odd * u2 + -0.19645001012787863;
  return (odd * u + even) * exp2_minus(t * t * (0.5 * kLog2E));
}

/// The mass of [a, b], a <= b, with full relative precision in both tails: the difference of two upper tails where the
/// interval does not hold 0, else what both tails leave.
PINEFORGE_INLINE Lanes normal_mass(Lanes a, Lanes b) {
  const Lanes zero{};
  const Lanes below_a = upper_tail(a < zero ? -a : a);
  const Lanes above_b = upper_tail(b < zero ? -b : b);
  const IntLanes one_sided = (a > zero) | (b < zero);
  const Lanes difference = below_a - above_b;
  return one_sided ? (difference < zero ? -difference : difference) : (1.0 - below_a) - above_b;
}

}  // namespace
}  // namespace pineforge::hpo::simd
