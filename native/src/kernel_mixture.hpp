// A mixture of truncated normals in arrays that the kernels take.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "aligned_vector.hpp"
#include "simd/kernels.hpp"

namespace pineforge::hpo {

/// Widths of kernels at sorted positions: the larger of the gaps to the two neighbours, the interval's ends being the
/// outermost; the first and last of two or more take their inner gap only; clipped to [range / min(100, k + 2), range]
/// (optuna/samplers/_tpe/parzen_estimator.py v4.9.0, compute_sigmas, k observations).
void sorted_widths(std::span<const double> sorted, const simd::Interval& interval, double* sigma);

/// range / min(100, k + 2).
double least_width(const simd::Interval& interval, std::size_t observations);

/// Kernels of one parameter, filled by their owner and then completed.
class KernelMixture {
 public:
  /// Room for `capacity` kernels.
  KernelMixture(const simd::Kernels& kernels, const simd::Interval& interval, std::size_t capacity);

  std::size_t size() const { return size_; }
  std::size_t bytes() const;
  /// Sets the number of kernels; their values stay.
  void resize(std::size_t size);

  /// To be filled up to size(), before complete(); or kernel by kernel with set() and copy(), before
  /// complete_changed().
  double* mean() { return mean_.data(); }
  double* sigma() { return sigma_.data(); }
  const double* mean() const { return mean_.data(); }
  const double* sigma() const { return sigma_.data(); }

  /// Computes mass and scale of all kernels, and with `tails` also what a draw needs.
  void complete(bool tails);
  void set(std::size_t place, double mean, double sigma);
  void copy(std::size_t from, std::size_t to);
  void complete_changed();
  /// To be filled up to size(), before weigh(). Kernels sum up with the weights of the last weigh().
  double* weight() { return weight_.data(); }
  void weigh();

  simd::DrawTable draw_table() const;
  /// Adds the densities at `points` (padded), in units of 1 / (range sqrt(2 pi)), to `sums`.
  void add_densities(std::span<const double> points, double* sums) const;
  /// The same in single precision; candidate_set.cpp has the error.
  void add_coarse_densities(std::span<const double> points, float* sums) const;
  /// The mass within [a, b].
  double mass_within(double a, double b) const;

 private:
  const simd::Kernels& kernels_;
  simd::Interval interval_;
  std::size_t size_ = 0;
  /// Blocks of kPadding kernels that set() or copy() touched.
  std::vector<bool> changed_;
  AlignedVector<double> mean_;
  AlignedVector<double> sigma_;
  AlignedVector<double> lower_;
  AlignedVector<double> upper_;
  AlignedVector<double> mass_;
  AlignedVector<double> scale_;
  AlignedVector<double> weight_;
  AlignedVector<double> share_;
  AlignedVector<double> amplitude_;
  AlignedVector<float> coarse_offset_;
  AlignedVector<float> coarse_scale_;
  AlignedVector<float> coarse_amplitude_;
};

}  // namespace pineforge::hpo
