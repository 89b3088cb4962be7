// The bad trials' density of a numeric parameter while they are few: direct sums over all kernels.
#pragma once

#include <span>
#include <vector>

#include "kernel_mixture.hpp"
#include "split_tracker.hpp"

namespace pineforge::hpo {

/// Keeps the bad trials in the order of their positions, equal ones by trial number, which is what the stable order of
/// optuna/samplers/_tpe/parzen_estimator.py's compute_sigmas amounts to.
class DirectModel {
 public:
  /// Beyond this many observations the least sigma no longer changes (min(100, k + 2) in the estimator) and a CellModel
  /// takes over.
  static constexpr std::size_t kCapacity = 97;

  DirectModel(const simd::Kernels& kernels, const simd::Interval& interval);

  /// `positions`: on the axis, by trial. The number of bad trials stays within kCapacity.
  void update(const SplitChange& change, std::span<const double> positions);

  /// Builds the kernels; to be called before the sums, after updates.
  void prepare();
  void add_densities(std::span<const double> points, double* sums) const { mixture_.add_densities(points, sums); }
  void add_coarse_densities(const float* points, float* sums) const { mixture_.add_coarse_densities(points, sums); }
  double mass_within(double a, double b) const { return mixture_.mass_within(a, b); }

  std::size_t bytes() const { return mixture_.bytes(); }

 private:
  struct Observation {
    double position;
    Trial trial;
    /// Place among the bad trials, oldest first.
    double rank = 0.0;
    bool operator<(const Observation& other) const {
      return position < other.position || (position == other.position && trial < other.trial);
    }
  };

  void insert(Observation entered);
  void erase(const Observation& left);

  simd::Interval interval_;
  std::vector<Observation> sorted_;
  KernelMixture mixture_;
};

}  // namespace pineforge::hpo
