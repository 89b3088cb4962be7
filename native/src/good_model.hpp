// The good trials' density of a numeric parameter, and draws from it.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "candidate_set.hpp"
#include "kernel_chooser.hpp"
#include "kernel_mixture.hpp"
#include "sorted_good.hpp"
#include "split_tracker.hpp"
#include "uniform_stream.hpp"

namespace pineforge::hpo {

/// At most 25 observations and the prior, all of weight 1. They change only when a trial enters the good group, once in
/// 5 to 20 trials; between such events the model stays as it is.
class GoodModel {
 public:
  GoodModel(const simd::Kernels& kernels, const simd::Interval& interval);

  /// Follows one trial. `positions`: on the axis, by trial.
  void update(const SplitChange& change, std::span<const double> positions);
  /// Builds the kernels where they changed; to be called before the others, after updates.
  void prepare();

  /// 24 positions: 24 uniforms choose the kernels, 24 more the quantiles within them.
  void draw(UniformStream& stream, std::array<double, kCandidates>& positions) const;
  void add_densities(std::span<const double> points, double* sums) const { mixture_.add_densities(points, sums); }
  void add_coarse_densities(std::span<const double> points, float* sums) const {
    mixture_.add_coarse_densities(points, sums);
  }
  double mass_within(double a, double b) const { return mixture_.mass_within(a, b); }

 private:
  const simd::Kernels& kernels_;
  simd::Interval interval_;
  SortedGood sorted_;
  bool is_stale_ = true;
  KernelMixture mixture_;
  KernelChooser chooser_;
};

}  // namespace pineforge::hpo
