// Which kernel of the good trials' mixture a candidate is drawn from.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "split_tracker.hpp"

namespace pineforge::hpo {

/// Chooses kernels as numpy.random.RandomState.choice does: the number of cumulative weights, divided by their last,
/// that do not exceed the uniform. All good trials and the prior weigh the same.
class KernelChooser {
 public:
  /// `kernels`: good trials and the prior.
  void reset(std::size_t kernels);
  void choose(std::span<const double> uniforms, std::uint32_t* chosen) const;

 private:
  std::size_t kernels_ = 1;
  /// With a sentinel on both sides.
  std::array<double, kMaxGood + 3> cumulative_{};
};

}  // namespace pineforge::hpo
