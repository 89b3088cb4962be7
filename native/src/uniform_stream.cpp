#include "uniform_stream.hpp"

#include <algorithm>

namespace pineforge::hpo {

// The authors' initialisation of 2002 from one 32-bit number (mt19937ar.c, init_genrand).
UniformStream::UniformStream(const simd::Kernels& kernels, std::uint32_t seed) : kernels_(kernels) {
  state_[0] = seed;
  for (std::uint32_t i = 1; i < state_.size(); ++i) {
    const std::uint32_t last = state_[i - 1];
    state_[i] = 1812433253U * (last ^ (last >> 30)) + i;
  }
}

void UniformStream::refill() {
  kernels_.mt19937_block(state_.data(), uniforms_.data());
  position_ = 0;
}

void UniformStream::take(std::span<double> result) {
  while (!result.empty()) {
    if (position_ == uniforms_.size()) refill();
    const std::size_t count = std::min(result.size(), uniforms_.size() - position_);
    std::copy_n(uniforms_.begin() + static_cast<std::ptrdiff_t>(position_), count, result.begin());
    position_ += count;
    result = result.subspan(count);
  }
}

}  // namespace pineforge::hpo
