// The 24 candidates of a numeric parameter, and the points at which their scores are computed.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "numeric_axis.hpp"

namespace pineforge::hpo {

inline constexpr std::size_t kCandidates = 24;

/// A candidate without grid scores by the density at its position. One on a grid scores by the mass within half a step,
/// computed as the mean density over that bin by Gauss and Legendre's quadrature of m points. Its error for a bin of
/// width w is w^2m (m!)^4 / ((2m + 1) (2m)!^3) times the 2m-th derivative of the density (Abramowitz and
/// Stegun 25.4.30); with that of exp(-z^2 / 2) bounded by 1.09 sqrt((2m)!) exp(-z^2 / 4) (Cramer) and w in units of the
/// least sigma there is, range / 100, m is chosen so that the error stays below 4e-16 of a kernel's peak. Both mixtures
/// use the same points, so that the bin's width drops out of the score. Bins wider than range / 100, which small values
/// of log ints have, are scored by their mass itself.
///
/// Most candidates are first ruled out in single precision (coarse_best); points are placed for those left.
class CandidateSet {
 public:
  static constexpr std::size_t kMaxPoints = 8;

  CandidateSet(const simd::Kernels& kernels, const NumericAxis& axis);

  /// To be filled with positions on the axis, before locate().
  std::array<double, kCandidates>& positions() { return positions_; }
  /// Rounds the positions to values of the parameter and moves them there.
  void locate();

  double value(std::size_t candidate) const;
  /// The position of the candidate's value.
  double position(std::size_t candidate) const { return positions_[candidate]; }

  /// Distances from the positions at which coarse sums are taken and added up: the middle of a bin, or the two points
  /// of a quadrature.
  std::span<const double> coarse_shifts() const { return std::span(coarse_shifts_).first(coarse_shift_count_); }
  /// Moves coarse_positions() and coarse_points(), the same in single precision from 0 to 1 on the interval.
  void shift_coarse_points(double shift);
  std::span<const double> coarse_positions() const { return coarse_positions_; }
  const float* coarse_points() const { return coarse_points_.data(); }
  /// Bits of the candidates that may be the best, by coarse sums, all positive.
  std::uint32_t coarse_best(const float* good, const float* bad) const;

  /// Places the points of the candidates whose bits are set, at least one.
  void place_points(std::uint32_t candidates);
  /// Padded.
  std::span<const double> points() const { return std::span(points_).first(point_count_); }
  /// Whether a placed candidate scores by mass within [low, high] instead of by points.
  bool by_mass(std::size_t candidate) const { return point_counts_[candidate] == 0; }
  double low(std::size_t candidate) const { return low_[candidate]; }
  double high(std::size_t candidate) const { return high_[candidate]; }
  /// The mean density of a placed candidate's bin, from the densities at points().
  double mean_density(std::size_t candidate, const double* densities) const;

  /// Edges of the bins of low, low + 1, ... that are wider than range / 100; empty where there is none.
  static std::vector<double> wide_bin_edges(const simd::Kernels& kernels, const NumericAxis& axis,
                                            const Parameter& parameter);

 private:
  double greatest_width(std::size_t candidate) const;
  void choose_coarse_shifts();
  double coarse_bin_error(std::size_t candidate) const;
  void bound_coarse_quotients();
  void find_edges(std::uint32_t candidates);
  void place_bin(std::size_t candidate);

  const simd::Kernels& kernels_;
  const NumericAxis& axis_;
  /// Range / 100.
  double unit_;
  std::array<double, kCandidates> positions_{};
  /// Of a parameter with a grid.
  std::array<double, kCandidates> values_{};
  std::array<double, 2> coarse_shifts_{};
  std::size_t coarse_shift_count_ = 1;
  std::array<double, kCandidates> coarse_positions_{};
  std::array<float, simd::kCoarsePoints> coarse_points_{};
  /// Bounds of a score in terms of its coarse quotient; 0 for padding.
  std::array<float, simd::kCoarsePoints> coarse_least_{};
  std::array<float, simd::kCoarsePoints> coarse_most_{};

  std::array<double, kCandidates> low_{};
  std::array<double, kCandidates> high_{};
  std::array<std::size_t, kCandidates> first_points_{};
  std::array<std::size_t, kCandidates> point_counts_{};
  std::array<double, kCandidates * kMaxPoints> points_{};
  std::size_t point_count_ = 0;
};

}  // namespace pineforge::hpo
