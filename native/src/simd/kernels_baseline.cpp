// The arithmetic of the fast sampler, compiled for the least processor of the platform.
#include "kernels_body.hpp"

namespace pineforge::hpo::simd {

const Kernels& baseline_kernels() {
  static constexpr Kernels kKernels = make_kernels("baseline");
  return kKernels;
}

}  // namespace pineforge::hpo::simd
