// NumPy's legacy uniform stream.
#pragma once

#include <cstdint>
#include <random>

namespace pineforge::hpo {

/// The doubles of numpy.random.RandomState(seed).random_sample().
/// MT19937 (Matsumoto and Nishimura, ACM TOMACS 8(1), 1998) with the authors' 2002 initialisation from one 32-bit
/// number: the same generator and initialisation that the C++ standard prescribes for std::mt19937.
class RandomStream {
 public:
  explicit RandomStream(std::uint32_t seed) : engine_(seed) {}

  /// Uniform on [0, 1), a multiple of 2^-53; takes two 32-bit outputs.
  double next();

 private:
  std::mt19937 engine_;
};

}  // namespace pineforge::hpo
