// The bad trials' kernels that are wider than the least sigma, and the prior: summed directly.
#pragma once

#include <span>
#include <vector>

#include "cell_extremes.hpp"
#include "kernel_mixture.hpp"
#include "split_tracker.hpp"

namespace pineforge::hpo {

/// A list whose first place, Extreme::kInTable, is the prior's.
class WideKernels {
 public:
  WideKernels(const simd::Kernels& kernels, const simd::Interval& interval);

  /// Leaves the prior alone.
  void clear() { mixture_.resize(1); }
  /// Adds the kernel of an extreme, or changes its width; sets its place.
  void put(Extreme& extreme, const SplitTracker& split);
  /// Takes the kernel off the list. The last one gets its place, and that is told to its extreme among `extremes`.
  void take_off(Extreme& extreme, CellExtremes& extremes);
  /// A trial became bad that is older than some bad ones.
  void shift_ranks(Trial entered);

  /// To be called before the sums, after changes.
  void weigh(const WeightRamp& ramp);
  void add_densities(std::span<const double> points, double* sums) const { mixture_.add_densities(points, sums); }
  void add_coarse_densities(std::span<const double> points, float* sums) const {
    mixture_.add_coarse_densities(points, sums);
  }
  double mass_within(double a, double b) const { return mixture_.mass_within(a, b); }

  std::size_t bytes() const;

 private:
  KernelMixture mixture_;
  std::vector<Trial> trials_;
  std::vector<double> ranks_;
};

}  // namespace pineforge::hpo
