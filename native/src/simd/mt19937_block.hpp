// MT19937 by the block; included by the kernels_*.cpp only.
#pragma once

#include "lanes.hpp"

namespace pineforge::hpo::simd {
namespace {

/// One step of the recurrence for one word.
PINEFORGE_INLINE uint32_t twist(uint32_t here, uint32_t next, uint32_t far) {
  const uint32_t mixed = (here & 0x80000000U) | (next & 0x7fffffffU);
  return far ^ (mixed >> 1) ^ (-(next & 1U) & 0x9908b0dfU);
}

PINEFORGE_INLINE uint32_t temper(uint32_t y) {
  y ^= y >> 11;
  y ^= (y << 7) & 0x9d2c5680U;
  y ^= (y << 15) & 0xefc60000U;
  return y ^ (y >> 18);
}

/// Loops whose iterations are independent within any vector width, for the compiler to vectorise.
static void mt19937_block(uint32_t* state, double* uniforms) {
  constexpr int kState = 624;
  constexpr int kFar = 397;
  for (int i = 0; i < kState - kFar; ++i) state[i] = twist(state[i], state[i + 1], state[i + kFar]);
  for (int i = kState - kFar; i < kState - 1; ++i) state[i] = twist(state[i], state[i + 1], state[i + kFar - kState]);
  state[kState - 1] = twist(state[kState - 1], state[0], state[kFar - 1]);
  uint32_t tempered[kState];
  for (int i = 0; i < kState; ++i) tempered[i] = temper(state[i]);
  for (int i = 0; i < kState / 2; ++i) {
    const auto high = static_cast<int32_t>(tempered[2 * i] >> 5);
    const auto low = static_cast<int32_t>(tempered[2 * i + 1] >> 6);
    uniforms[i] = (high * 67108864.0 + low) * (1.0 / 9007199254740992.0);
  }
}

}  // namespace
}  // namespace pineforge::hpo::simd
