// The bad trials' density of a numeric parameter while the good group grows: direct sums over all kernels.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "kernel_mixture.hpp"
#include "split_tracker.hpp"

namespace pineforge::hpo {

/// Keeps the bad trials in the order of their positions, equal ones by trial number, which is what the stable order of
/// optuna/samplers/_tpe/parzen_estimator.py's compute_sigmas amounts to. Their kernels are made anew for every trial
/// in single precision, and exactly only where that leaves more than one candidate.
class DirectModel {
 public:
  /// Bad trials of 240, which is as long as less than kMaxGood trials are good; a CellModel takes over then.
  static constexpr std::size_t kCapacity = 9 * (kMaxGood - 1);

  DirectModel(const simd::Kernels& kernels, const simd::Interval& interval);

  /// `positions`: on the axis, by trial. The number of bad trials stays within kCapacity.
  void update(const SplitChange& change, std::span<const double> positions);

  /// To be called before coarse sums, after updates.
  void prepare_coarsely();
  void add_coarse_densities(std::span<const double> points, float* sums) const;
  /// To be called before exact sums, after updates.
  void prepare();
  void add_densities(std::span<const double> points, double* sums) const { mixture_.add_densities(points, sums); }
  double mass_within(double a, double b) const { return mixture_.mass_within(a, b); }

  std::size_t bytes() const { return mixture_.bytes(); }

 private:
  void insert(Trial entered, double position);
  void erase(Trial left, double position);
  std::size_t place_of(Trial trial, double position) const;
  std::span<const double> sorted() const { return std::span(positions_).subspan(1, count_); }

  static constexpr std::size_t kPlaces = simd::coarsely_padded(kCapacity + 1);

  const simd::Kernels& kernels_;
  simd::Interval interval_;
  std::size_t count_ = 0;
  /// The last trial of those that ever were bad.
  std::int32_t newest_ = -1;
  /// Ascending, from place 1 on: what is on both sides of the observations is their outermost neighbour.
  std::array<double, kPlaces + 2> positions_{};
  std::array<std::int32_t, kPlaces> trials_{};
  /// Place among the bad trials, oldest first.
  std::array<std::int32_t, kPlaces> ranks_{};

  std::array<float, kPlaces> coarse_offset_{};
  std::array<float, kPlaces> coarse_scale_{};
  std::array<float, kPlaces> coarse_amplitude_{};
  KernelMixture mixture_;
};

}  // namespace pineforge::hpo
