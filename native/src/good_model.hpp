// The good trials' density of a numeric parameter, and draws from it.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "candidate_set.hpp"
#include "kernel_chooser.hpp"
#include "kernel_mixture.hpp"
#include "split_tracker.hpp"
#include "uniform_stream.hpp"

namespace pineforge::hpo {

/// The good trials' positions in stable sorted order and their kernels' widths; `order` is the place among `good`.
struct SortedGood {
  template <class PositionOf>
  SortedGood(std::span<const Trial> good, PositionOf position_of, const simd::Interval& interval) {
    for (std::size_t i = 0; i < good.size(); ++i) {
      const double entered = position_of(good[i]);
      std::size_t place = i;
      for (; place > 0 && position[place - 1] > entered; --place) {
        position[place] = position[place - 1];
        order[place] = order[place - 1];
      }
      position[place] = entered;
      order[place] = i;
    }
    sorted_widths(std::span<const double>(position.data(), good.size()), interval, sigma.data());
  }

  std::array<double, kMaxGood> position;
  std::array<double, kMaxGood> sigma;
  std::array<std::size_t, kMaxGood> order;
};

/// At most 25 observations and the prior, all of weight 1. They change only when a trial enters the good group, once in
/// 5 to 20 trials; between such events the model stays as it is.
class GoodModel {
 public:
  GoodModel(const simd::Kernels& kernels, const simd::Interval& interval);

  /// `positions`: on the axis, by trial.
  void rebuild(std::span<const Trial> good, std::span<const double> positions);

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
  KernelMixture mixture_;
  KernelChooser chooser_;
};

}  // namespace pineforge::hpo
