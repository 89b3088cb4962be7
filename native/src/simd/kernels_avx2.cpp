// The arithmetic of the fast sampler, compiled for x86-64 with AVX2.
#include "kernels_body.hpp"

namespace pineforge::hpo::simd {

const Kernels& avx2_kernels() {
  static constexpr Kernels kKernels = make_kernels("avx2");
  return kKernels;
}

}  // namespace pineforge::hpo::simd
