// Truncated normal kernels in single precision, to rule candidates out; included by the kernels_*.cpp only.
// candidate_set.cpp has the error bounds. Within them results may differ between instruction sets.
#pragma once

#include "kernels.hpp"
#include "vector_math.hpp"

namespace pineforge::hpo::simd {
namespace {

/// sqrt(log2(e) / 2): exp(-z^2 / 2) = 2^-(z kBumpScale)^2.
constexpr double kBumpScale = 0.84932180028801904272;

/// a b + c, fused where the processor can.
template <class Floats>
PINEFORGE_INLINE Floats multiply_add(Floats a, Floats b, Floats c) {
#if defined(__AVX512F__)
  if constexpr (sizeof(Floats) == 64) return _mm512_fmadd_ps(a, b, c);
#endif
#if defined(__FMA__)
  if constexpr (sizeof(Floats) == 32) return _mm256_fmadd_ps(a, b, c);
#elif defined(__aarch64__)
  if constexpr (sizeof(Floats) == 16) return vfmaq_f32(c, a, b);
#endif
  return a * b + c;
}

template <class Floats>
PINEFORGE_INLINE Floats smaller(Floats a, Floats b) {
#if defined(__AVX512F__)
  if constexpr (sizeof(Floats) == 64) return _mm512_maskz_min_ps(0xffff, a, b);
#endif
#if defined(__AVX2__)
  if constexpr (sizeof(Floats) == 32) return _mm256_min_ps(a, b);
#elif defined(__SSE2__)
  if constexpr (sizeof(Floats) == 16) return _mm_min_ps(a, b);
#endif
  return a < b ? a : b;
}

/// 2^-y for y >= 0, relative error below 5e-6; 2^-120 for all y above 120.
template <class Floats>
PINEFORGE_INLINE Floats coarse_exp2_minus(Floats y) {
  using Ints = decltype(y < y);
  constexpr float kFloatRounder = 0x1.8p23F;
  const Floats zero{};
  y = smaller(y, 120.0F - zero);
  const Floats rounded = kFloatRounder - y;
  const Floats r = (kFloatRounder - rounded) - y;
  Floats power = multiply_add(r, 0.009666368515385448F - zero, 0.05592197584225585F - zero);
  power = multiply_add(power, r, 0.2402234903802036F - zero);
  power = multiply_add(power, r, 0.6931210452034271F - zero);
  power = multiply_add(power, r, 1.0F - zero);
  return reinterpret_cast<Floats>(reinterpret_cast<Ints>(power) + (reinterpret_cast<Ints>(rounded) << 23));
}

template <class Floats>
PINEFORGE_INLINE void add_coarse_bump(Floats x, Floats scale, Floats offset, Floats amplitude, Floats& sum) {
  const Floats distance = multiply_add(x, scale, offset);
  sum = multiply_add(amplitude, coarse_exp2_minus(distance * distance), sum);
}

/// Vectors of points against all kernels, so that accumulators stay in registers.
template <size_t kFull, size_t kHalf>
PINEFORGE_INLINE void coarse_sum_tile(const CoarseBumps& bumps, const double* points, float* result) {
  constexpr size_t kFullLength = 2 * kWidth;
  FloatLanes point[kFull + 1], sum[kFull + 1];
  HalfFloatLanes half_point[kHalf + 1], half_sum[kHalf + 1];
  float place[kFull * kFullLength + kHalf * kWidth];
  for (size_t i = 0; i < kFull * kFullLength + kHalf * kWidth; i += kWidth) {
    store(place + i, to_floats((load(points + i) - bumps.middle) * bumps.inverse_range));
  }
  __builtin_memcpy(point, place, kFull * sizeof(FloatLanes));
  __builtin_memcpy(half_point, place + kFull * kFullLength, kHalf * sizeof(HalfFloatLanes));
  __builtin_memcpy(sum, result, kFull * sizeof(FloatLanes));
  __builtin_memcpy(half_sum, result + kFull * kFullLength, kHalf * sizeof(HalfFloatLanes));
  for (size_t i = 0; i < bumps.count; ++i) {
    const float offset = bumps.offset[i];
    const float scale = bumps.scale[i];
    const float amplitude = bumps.amplitude[i];
    const auto add = [&](auto x, auto& total) {
      const decltype(x) zero{};
      add_coarse_bump(x, scale - zero, offset - zero, amplitude - zero, total);
    };
#pragma GCC unroll 8
    for (size_t v = 0; v < kFull; ++v) add(point[v], sum[v]);
#pragma GCC unroll 8
    for (size_t v = 0; v < kHalf; ++v) add(half_point[v], half_sum[v]);
  }
  __builtin_memcpy(result, sum, kFull * sizeof(FloatLanes));
  __builtin_memcpy(result + kFull * kFullLength, half_sum, kHalf * sizeof(HalfFloatLanes));
}

#if defined(__AVX512F__)
/// 24 points make one and a half vectors: the halves of two kernels are summed as one vector.
PINEFORGE_INLINE void coarse_sum_pairs(const CoarseBumps& bumps, const double* points, float* result) {
  constexpr __mmask16 kUpper = 0xff00;
  float place[32];
  for (size_t i = 0; i < 24; i += kWidth) {
    store(place + i, to_floats((load(points + i) - bumps.middle) * bumps.inverse_range));
  }
  __builtin_memcpy(place + 24, place + 16, 8 * sizeof(float));
  const FloatLanes first = load(place);
  const FloatLanes last = load(place + 16);
  FloatLanes sum = load(result);
  FloatLanes last_sums{};
  const FloatLanes zero{};
  size_t i = 0;
  for (; i + 1 < bumps.count; i += 2) {
    const FloatLanes scale = bumps.scale[i] - zero;
    const FloatLanes offset = bumps.offset[i] - zero;
    const FloatLanes amplitude = bumps.amplitude[i] - zero;
    const FloatLanes next_scale = bumps.scale[i + 1] - zero;
    const FloatLanes next_offset = bumps.offset[i + 1] - zero;
    const FloatLanes next_amplitude = bumps.amplitude[i + 1] - zero;
    add_coarse_bump(first, scale, offset, amplitude, sum);
    add_coarse_bump(first, next_scale, next_offset, next_amplitude, sum);
    add_coarse_bump(last, _mm512_mask_blend_ps(kUpper, scale, next_scale),
                    _mm512_mask_blend_ps(kUpper, offset, next_offset),
                    _mm512_mask_blend_ps(kUpper, amplitude, next_amplitude), last_sums);
  }
  if (i < bumps.count) {
    const FloatLanes scale = bumps.scale[i] - zero;
    const FloatLanes offset = bumps.offset[i] - zero;
    const FloatLanes amplitude = bumps.amplitude[i] - zero;
    add_coarse_bump(first, scale, offset, amplitude, sum);
    add_coarse_bump(last, scale, offset, _mm512_mask_blend_ps(kUpper, amplitude, zero), last_sums);
  }
  store(result, sum);
  float halves[16];
  store(halves, last_sums);
  for (size_t point = 0; point < 8; ++point) result[16 + point] += halves[point] + halves[point + 8];
}
#endif

static void coarse_sum(const CoarseBumps& bumps, const double* points, size_t count, float* result) {
  constexpr size_t kTile = 24;
  constexpr size_t kFullLength = 2 * kWidth;
  size_t i = 0;
  for (; i + kTile <= count; i += kTile) {
#if defined(__AVX512F__)
    coarse_sum_pairs(bumps, points + i, result + i);
#else
    coarse_sum_tile<kTile / kFullLength, kTile % kFullLength / kWidth>(bumps, points + i, result + i);
#endif
  }
  for (; i < count; i += kBlock) {
    coarse_sum_tile<kBlock / kFullLength, kBlock % kFullLength / kWidth>(bumps, points + i, result + i);
  }
}

/// From means between -1/2 and 1/2, scales and amplitudes.
PINEFORGE_INLINE void store_coarse_bumps(const CoarseArrays& bumps, size_t at, Lanes mean, Lanes scale,
                                         Lanes amplitude) {
  const HalfFloatLanes rounded_scale = to_floats(scale);
  store(bumps.scale + at, rounded_scale);
  store(bumps.offset + at, to_floats(-(mean * to_doubles(rounded_scale))));
  store(bumps.amplitude + at, to_floats(amplitude));
}

/// The upper tail of the standard normal at t >= 0 to 3e-7 (Abramowitz and Stegun 7.1.28).
PINEFORGE_INLINE FloatLanes coarse_upper_tail(FloatLanes t) {
  const FloatLanes zero{};
  const FloatLanes x = t * 0.70710678F;
  FloatLanes sum = multiply_add(x, 0.0000430638F - zero, 0.0002765672F - zero);
  sum = multiply_add(sum, x, 0.0001520143F - zero);
  sum = multiply_add(sum, x, 0.0092705272F - zero);
  sum = multiply_add(sum, x, 0.0422820123F - zero);
  sum = multiply_add(sum, x, 0.0705230784F - zero);
  sum = multiply_add(sum, x, 1.0F - zero);
  sum = sum * sum;
  sum = sum * sum;
  sum = sum * sum;
  sum = sum * sum;
  return 0.5F / sum;
}

static void coarse_kernels(Interval interval, const SortedObservations& observations, const CoarseArrays& bumps) {
  const double inverse_range = 1.0 / interval.range();
  const double middle = interval.middle();
  // Room for what the second loop starts from.
  float* const mean_of = bumps.offset;
  float* const width_of = bumps.scale;
  for (size_t i = 0; i < observations.count; i += kWidth) {
    const Lanes here = load(observations.position + i);
    const Lanes left = here - load(observations.position + i - 1);
    const Lanes right = load(observations.position + i + 1) - here;
    store(mean_of + i, to_floats((here - middle) * inverse_range));
    store(width_of + i, to_floats(larger(left, right) * inverse_range));
  }
  // A tail beyond is below 1e-7.
  const FloatLanes far = 5.2F - FloatLanes{};
  const FloatLanes one = 1.0F - FloatLanes{};
  const FloatLanes least = observations.least_width - FloatLanes{};
  for (size_t i = 0; i < observations.count; i += 2 * kWidth) {
    const FloatLanes mean = load(mean_of + i);
    const FloatLanes width = load(width_of + i);
    const FloatLanes inverse_sigma = one / smaller(width > least ? width : least, one);
    const FloatLanes to_low = (mean + 0.5F) * inverse_sigma;
    const FloatLanes to_high = (0.5F - mean) * inverse_sigma;
    FloatLanes mass = one;
    if (bits(to_low < far) != 0) mass = mass - coarse_upper_tail(to_low);
    if (bits(to_high < far) != 0) mass = mass - coarse_upper_tail(to_high);
    const FloatLanes rank = load_as_floats(observations.rank + i);
    const FloatLanes ramp = rank * observations.beta + observations.alpha;
    const FloatLanes weight = rank >= observations.full_from - FloatLanes{} ? one : ramp;
    const FloatLanes scale = inverse_sigma * static_cast<float>(kBumpScale);
    store(bumps.offset + i, -mean * scale);
    store(bumps.scale + i, scale);
    store(bumps.amplitude + i, weight * inverse_sigma / mass);
  }
}

static uint32_t coarse_best(const float* good, const float* bad, float worst) {
  constexpr size_t kFloats = 2 * kWidth;
  FloatLanes quotient[kCoarseCandidates / kFloats];
  FloatLanes largest{};
  for (size_t v = 0; v < kCoarseCandidates / kFloats; ++v) {
    quotient[v] = load(good + v * kFloats) / load(bad + v * kFloats);
    largest = quotient[v] > largest ? quotient[v] : largest;
  }
  const float bound = largest_lane(largest) * worst;
  uint32_t best = 0;
  for (size_t v = 0; v < kCoarseCandidates / kFloats; ++v) {
    best |= bits(quotient[v] >= bound - FloatLanes{}) << (v * kFloats);
  }
  return best;
}

}  // namespace
}  // namespace pineforge::hpo::simd
