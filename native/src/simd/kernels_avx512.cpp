// The arithmetic of the fast sampler, compiled for x86-64 with AVX512.
#include "kernels_body.hpp"

namespace pineforge::hpo::simd {

const Kernels& avx512_kernels() {
  static constexpr Kernels kKernels = make_kernels("avx512");
  return kKernels;
}

}  // namespace pineforge::hpo::simd
