// exp and log, lane by lane; included by the kernels_*.cpp only.
#pragma once

#include "lanes.hpp"

namespace pineforge::hpo::simd {
namespace {

constexpr double kLog2E = 1.4426950408889634074;
constexpr double kLn2 = 0.69314718055994530942;
/// ln 2 in two parts: the first has 32 trailing zero bits, so that k * kLn2High is exact for every exponent k.
constexpr double kLn2High = 0x1.62e42feep-1;
constexpr double kLn2Low = 0x1.a39ef35793c76p-33;
/// Adding it rounds |x| < 2^51 to an integer in the low bits of the sum (half to even); subtracting it gives that back.
constexpr double kRounder = 0x1.8p52;

/// 2^r for |r| <= 1/2, relative error below 4e-16 (native/tools/fit_polynomials.py). Even and odd powers are two
/// independent chains.
PINEFORGE_INLINE Lanes exp2_fraction(Lanes r) {
  const Lanes r2 = r * r;
  Lanes even = broadcast(7.072585949269223e-09);
  even = even * r2 + 1.321544258792169e-06;
  even = even * r2 + 0.0001540353044173605;
  even = even * r2 + 0.009618129107606888;
  even = even * r2 + 0.24022650695910097;
  even = even * r2 + 1.0;
  Lanes odd = broadcast(1.0208690299958306e-07);
  odd = odd * r2 + 1.5252657260200837e-05;
  odd = odd * r2 + 0.0013333558230164974;
  odd = odd * r2 + 0.05550410866444772;
  odd = odd * r2 + 0.69314718055995;
  return odd * r + even;
}

/// x 2^k, for normal x and results, with k in the low bits of `rounded` = kRounder + k.
PINEFORGE_INLINE Lanes scale_by_power(Lanes x, Lanes rounded) {
  return from_bits(as_bits(x) + (as_bits(rounded) << 52));
}

/// 2^-y for y >= 0; 2^-1000 for all y above 1000, so that no result is subnormal and slow.
PINEFORGE_INLINE Lanes exp2_minus(Lanes y) {
  y = smaller(y, broadcast(1000.0));
  const Lanes rounded = kRounder - y;
  return scale_by_power(exp2_fraction((kRounder - rounded) - y), rounded);
}

/// e^x for |x| <= 708, relative error below 8e-16. Reduction: Cody and Waite, Software Manual for the Elementary
/// Functions (1980), chapter 6.
PINEFORGE_INLINE Lanes exp_lanes(Lanes x) {
  const Lanes rounded = x * kLog2E + kRounder;
  const Lanes k = rounded - kRounder;
  const Lanes r = (x - k * kLn2High) - k * kLn2Low;
  return scale_by_power(exp2_fraction(r * kLog2E), rounded);
}

/// ln x for normal positive x, error below 2 units in the last place. x = 2^k m with sqrt(1/2) <= m < sqrt 2;
/// ln m = 2 artanh s with s = (m - 1) / (m + 1), |s| < 0.1716, by its series (Abramowitz and Stegun 4.1.27).
PINEFORGE_INLINE Lanes log_lanes(Lanes x) {
  const int64_t kRootHalf = 0x3fe6a09e667f3bcd;
  const IntLanes offset = as_bits(x) - kRootHalf;
  const IntLanes exponent = offset >> 52;
  const Lanes m = from_bits(as_bits(x) - (exponent << 52));
  // The exponent as a double, through the low bits of kRounder.
  const Lanes k = from_bits(exponent + as_bits(broadcast(kRounder))) - kRounder;
  const Lanes s = (m - 1.0) / (m + 1.0);
  const Lanes s2 = s * s;
  Lanes series = broadcast(1.0 / 21.0);
  series = series * s2 + 1.0 / 19.0;
  series = series * s2 + 1.0 / 17.0;
  series = series * s2 + 1.0 / 15.0;
  series = series * s2 + 1.0 / 13.0;
  series = series * s2 + 1.0 / 11.0;
  series = series * s2 + 1.0 / 9.0;
  series = series * s2 + 1.0 / 7.0;
  series = series * s2 + 1.0 / 5.0;
  series = series * s2 + 1.0 / 3.0;
  const Lanes twice = s + s;
  return k * kLn2High + (twice + (twice * s2 * series + k * kLn2Low));
}

}  // namespace
}  // namespace pineforge::hpo::simd
