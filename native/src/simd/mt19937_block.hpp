// MT19937 by the block; included by the kernels_*.cpp only.
#pragma once

#include "kernels.hpp"
#include "lanes.hpp"

namespace pineforge::hpo::simd {
namespace {

/// One step of the recurrence for one word.
PINEFORGE_INLINE uint32_t twist(uint32_t here, uint32_t next, uint32_t far) {
  const uint32_t mixed = (here & 0x80000000U) | (next & 0x7fffffffU);
  return far ^ (mixed >> 1) ^ (-(next & 1U) & 0x9908b0dfU);
}

/// Of a word, or of lanes of them.
template <class Words>
PINEFORGE_INLINE Words temper(Words y) {
  y ^= y >> 11;
  y ^= (y << 7) & 0x9d2c5680U;
  y ^= (y << 15) & 0xefc60000U;
  return y ^ (y >> 18);
}

/// Doubles from pairs of words: the upper 27 bits of the first above the upper 26 of the second, times 2^-53.
static void pairs_to_uniforms(const uint32_t* state, size_t count, double* uniforms) {
#if defined(__AVX512F__)
  using Words = uint32_t __attribute__((vector_size(64)));
  using Pairs = uint64_t __attribute__((vector_size(64)));
  for (size_t i = 0; i < count; i += kWidth) {
    Words words;
    __builtin_memcpy(&words, state + 2 * i, sizeof words);
    const auto pairs = reinterpret_cast<Pairs>(temper(words));
    const Pairs bits_of_uniform = (pairs & 0xffffffe0U) << 21 | pairs >> 38;
    const Lanes values = _mm512_maskz_cvtepu64_pd(0xff, reinterpret_cast<__m512i>(bits_of_uniform));
    store(uniforms + i, values * 0x1p-53);
  }
#else
  uint32_t tempered[kMtState];
  for (size_t i = 0; i < 2 * count; ++i) tempered[i] = temper(state[i]);
  for (size_t i = 0; i < count; ++i) {
    const auto high = static_cast<int32_t>(tempered[2 * i] >> 5);
    const auto low = static_cast<int32_t>(tempered[2 * i + 1] >> 6);
    uniforms[i] = (high * 0x1p26 + low) * 0x1p-53;
  }
#endif
}

/// Loops whose iterations are independent within any vector width, for the compiler to vectorise.
static void mt19937_block(uint32_t* state, double* uniforms) {
  constexpr int kState = kMtState;
  constexpr int kFar = 397;
  for (int i = 0; i < kState - kFar; ++i) state[i] = twist(state[i], state[i + 1], state[i + kFar]);
  for (int i = kState - kFar; i < kState - 1; ++i) state[i] = twist(state[i], state[i + 1], state[i + kFar - kState]);
  state[kState - 1] = twist(state[kState - 1], state[0], state[kFar - 1]);
  pairs_to_uniforms(state, kMtUniforms, uniforms);
}

}  // namespace
}  // namespace pineforge::hpo::simd
