// Vectors of doubles as wide as the instruction set this file is compiled for; included by the kernels_*.cpp only.
//
// Results do not depend on the width. Every operation works lane by lane with correctly rounded +, -, *, / and sqrt,
// products are never fused with sums (-ffp-contract=off), and sums across lanes (sum8) follow one tree over eight
// lanes, whatever number of vectors those take. Only what rules candidates out within an error bound
// (coarse_kernels.hpp) may differ.
//
// Everything here has internal linkage and uses no template of the standard library, so that no function compiled for
// one instruction set can be linked into another's code.
#pragma once

#include <stddef.h>
#include <stdint.h>

#if defined(__AVX512F__) || defined(__AVX2__)
#include <immintrin.h>
#elif defined(__SSE2__)
#include <emmintrin.h>
#elif defined(__aarch64__)
#include <arm_neon.h>
#endif

#define PINEFORGE_INLINE [[gnu::always_inline]] static inline

namespace pineforge::hpo::simd {
namespace {

#if defined(__AVX512F__)
constexpr size_t kWidth = 8;
#elif defined(__AVX2__)
constexpr size_t kWidth = 4;
#else
constexpr size_t kWidth = 2;
#endif

/// Arrays that the kernels take are padded to a multiple of this.
constexpr size_t kBlock = 8;
/// Vectors in a block.
constexpr size_t kParts = kBlock / kWidth;

using Lanes = double __attribute__((vector_size(kWidth * sizeof(double))));
using IntLanes = int64_t __attribute__((vector_size(kWidth * sizeof(int64_t))));

/// Single precision: twice as many lanes, and as many.
using FloatLanes = float __attribute__((vector_size(kWidth * sizeof(double))));
using HalfFloatLanes = float __attribute__((vector_size(kWidth * sizeof(float))));
/// What comparing FloatLanes gives.
using FloatMask = int32_t __attribute__((vector_size(kWidth * sizeof(double))));

PINEFORGE_INLINE Lanes broadcast(double value) { return value - Lanes{}; }

PINEFORGE_INLINE Lanes load(const double* from) {
  Lanes lanes;
  __builtin_memcpy(&lanes, from, sizeof lanes);
  return lanes;
}

PINEFORGE_INLINE void store(double* to, Lanes lanes) { __builtin_memcpy(to, &lanes, sizeof lanes); }

PINEFORGE_INLINE FloatLanes load(const float* from) {
  FloatLanes lanes;
  __builtin_memcpy(&lanes, from, sizeof lanes);
  return lanes;
}

PINEFORGE_INLINE FloatLanes load_as_floats(const int32_t* from) {
  FloatMask lanes;
  __builtin_memcpy(&lanes, from, sizeof lanes);
  return __builtin_convertvector(lanes, FloatLanes);
}

/// from[index[i]] in lane i.
PINEFORGE_INLINE Lanes gather(const double* from, const uint32_t* index) {
#if defined(__AVX512F__)
  return Lanes{from[index[0]], from[index[1]], from[index[2]], from[index[3]],
               from[index[4]], from[index[5]], from[index[6]], from[index[7]]};
#elif defined(__AVX2__)
  return Lanes{from[index[0]], from[index[1]], from[index[2]], from[index[3]]};
#else
  return Lanes{from[index[0]], from[index[1]]};
#endif
}

PINEFORGE_INLINE float largest_lane(FloatLanes lanes) {
#if defined(__AVX512F__)
  const auto with = [&lanes](__m512 other) { lanes = lanes > FloatLanes(other) ? lanes : FloatLanes(other); };
  with(_mm512_maskz_shuffle_f32x4(0xffff, lanes, lanes, 0x4e));
  with(_mm512_maskz_shuffle_f32x4(0xffff, lanes, lanes, 0xb1));
  with(_mm512_maskz_shuffle_ps(0xffff, lanes, lanes, 0x4e));
  with(_mm512_maskz_shuffle_ps(0xffff, lanes, lanes, 0xb1));
  return lanes[0];
#else
  float largest = lanes[0];
  for (size_t lane = 1; lane < 2 * kWidth; ++lane) largest = lanes[lane] > largest ? lanes[lane] : largest;
  return largest;
#endif
}

PINEFORGE_INLINE void store(float* to, FloatLanes lanes) { __builtin_memcpy(to, &lanes, sizeof lanes); }

PINEFORGE_INLINE HalfFloatLanes to_floats(Lanes lanes) { return __builtin_convertvector(lanes, HalfFloatLanes); }
PINEFORGE_INLINE Lanes to_doubles(HalfFloatLanes lanes) { return __builtin_convertvector(lanes, Lanes); }
PINEFORGE_INLINE void store(float* to, HalfFloatLanes lanes) { __builtin_memcpy(to, &lanes, sizeof lanes); }

PINEFORGE_INLINE IntLanes as_bits(Lanes lanes) { return reinterpret_cast<IntLanes>(lanes); }
PINEFORGE_INLINE Lanes from_bits(IntLanes bits) { return reinterpret_cast<Lanes>(bits); }

/// a > b ? a : b and a < b ? a : b, which are one instruction each on x86-64.
PINEFORGE_INLINE Lanes larger(Lanes a, Lanes b) {
#if defined(__AVX512F__)
  return _mm512_maskz_max_pd(0xff, a, b);
#elif defined(__AVX2__)
  return _mm256_max_pd(a, b);
#elif defined(__SSE2__)
  return _mm_max_pd(a, b);
#else
  return a > b ? a : b;
#endif
}

PINEFORGE_INLINE Lanes smaller(Lanes a, Lanes b) {
#if defined(__AVX512F__)
  return _mm512_maskz_min_pd(0xff, a, b);
#elif defined(__AVX2__)
  return _mm256_min_pd(a, b);
#elif defined(__SSE2__)
  return _mm_min_pd(a, b);
#else
  return a < b ? a : b;
#endif
}

/// Whether `mask`, the result of a comparison, holds in some lane.
PINEFORGE_INLINE bool any(IntLanes mask) {
#if defined(__AVX512F__)
  return _mm512_test_epi64_mask(reinterpret_cast<__m512i>(mask), reinterpret_cast<__m512i>(mask)) != 0;
#elif defined(__AVX2__)
  return _mm256_movemask_pd(reinterpret_cast<__m256d>(mask)) != 0;
#elif defined(__SSE2__)
  return _mm_movemask_pd(reinterpret_cast<__m128d>(mask)) != 0;
#else
  return (mask[0] | mask[1]) != 0;
#endif
}

/// Bit i is set where lane i of `mask`, the result of a comparison, holds.
PINEFORGE_INLINE uint32_t bits(FloatMask mask) {
#if defined(__AVX512F__)
  return _mm512_movepi32_mask(reinterpret_cast<__m512i>(mask));
#elif defined(__AVX2__)
  return static_cast<uint32_t>(_mm256_movemask_ps(reinterpret_cast<__m256>(mask)));
#elif defined(__SSE2__)
  return static_cast<uint32_t>(_mm_movemask_ps(reinterpret_cast<__m128>(mask)));
#else
  uint32_t result = 0;
  for (size_t lane = 0; lane < 2 * kWidth; ++lane) result |= static_cast<uint32_t>(mask[lane] != 0) << lane;
  return result;
#endif
}

PINEFORGE_INLINE Lanes square_root(Lanes x) {
#if defined(__AVX512F__)
  return _mm512_maskz_sqrt_pd(0xff, x);
#elif defined(__AVX2__)
  return _mm256_sqrt_pd(x);
#elif defined(__SSE2__)
  return _mm_sqrt_pd(x);
#elif defined(__aarch64__)
  return vsqrtq_f64(x);
#else
  return Lanes{__builtin_sqrt(x[0]), __builtin_sqrt(x[1])};
#endif
}

/// The lanes of a block in another order: lane i is lane i ^ kBit. Within a vector or between vectors.
template <size_t kBit>
PINEFORGE_INLINE void exchange(const Lanes (&from)[kParts], Lanes (&to)[kParts]) {
  if constexpr (kBit >= kWidth) {
    for (size_t part = 0; part < kParts; ++part) to[part] = from[part ^ (kBit / kWidth)];
  } else {
    for (size_t part = 0; part < kParts; ++part) {
#if defined(__AVX512F__)
      to[part] = __builtin_shuffle(
          from[part], IntLanes{0 ^ kBit, 1 ^ kBit, 2 ^ kBit, 3 ^ kBit, 4 ^ kBit, 5 ^ kBit, 6 ^ kBit, 7 ^ kBit});
#elif defined(__AVX2__)
      to[part] = __builtin_shuffle(from[part], IntLanes{0 ^ kBit, 1 ^ kBit, 2 ^ kBit, 3 ^ kBit});
#else
      to[part] = Lanes{from[part][1], from[part][0]};
#endif
    }
  }
}

/// The sum of a block: ((0 + 4) + (2 + 6)) + ((1 + 5) + (3 + 7)).
PINEFORGE_INLINE double sum8(const Lanes (&block)[kParts]) {
  Lanes sum[kParts];
  Lanes other[kParts];
  exchange<4>(block, other);
  for (size_t part = 0; part < kParts; ++part) sum[part] = block[part] + other[part];
  exchange<2>(sum, other);
  const Lanes pair = sum[0] + other[0];
  return pair[0] + pair[1];
}

}  // namespace
}  // namespace pineforge::hpo::simd
