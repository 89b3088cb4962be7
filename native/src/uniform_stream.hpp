// NumPy's legacy uniform stream, a block at a time.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "simd/kernels.hpp"

namespace pineforge::hpo {

/// The doubles of numpy.random.RandomState(seed).random_sample(), as RandomStream gives them one by one.
class UniformStream {
 public:
  UniformStream(const simd::Kernels& kernels, std::uint32_t seed);

  /// Uniform on [0, 1), a multiple of 2^-53.
  double next() {
    if (position_ == uniforms_.size()) refill();
    return uniforms_[position_++];
  }

  /// The next `result.size()` uniforms.
  void take(std::span<double> result);

 private:
  void refill();

  const simd::Kernels& kernels_;
  std::array<std::uint32_t, simd::kMtState> state_;
  std::array<double, simd::kMtUniforms> uniforms_;
  std::size_t position_ = simd::kMtUniforms;
};

}  // namespace pineforge::hpo
