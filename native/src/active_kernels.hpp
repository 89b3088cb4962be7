// The kernels of the instruction set in use.
#pragma once

#include "simd/kernels.hpp"

namespace pineforge::hpo {

const simd::Kernels& active_kernels();

}  // namespace pineforge::hpo
