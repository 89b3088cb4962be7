// Which kernel of the good trials' mixture a candidate is drawn from.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "simd/kernels.hpp"
#include "split_tracker.hpp"

namespace pineforge::hpo {

/// Chooses kernels as numpy.random.RandomState.choice does: the number of cumulative weights, divided by their last,
/// that do not exceed the uniform. All good trials and the prior weigh the same.
class KernelChooser {
 public:
  explicit KernelChooser(const simd::Kernels& kernels) : kernels_(kernels) { reset(1); }

  /// `count`: good trials and the prior.
  void reset(std::size_t count);
  /// `uniforms`: their number is a multiple of the padding.
  void choose(std::span<const double> uniforms, std::uint32_t* chosen) const;

 private:
  const simd::Kernels& kernels_;
  std::size_t count_;
  std::array<double, kMaxGood + 1> cumulative_;
};

}  // namespace pineforge::hpo
