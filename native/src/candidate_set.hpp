// The 24 candidates of a numeric parameter, and the points at which their scores are computed.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "bin_quadrature.hpp"
#include "numeric_axis.hpp"

namespace pineforge::hpo {

inline constexpr std::size_t kCandidates = 24;
/// A bit for each.
inline constexpr std::uint32_t kAllCandidates = (1U << kCandidates) - 1U;

/// Whether a set that is not empty has one member; std::has_single_bit calls a function where there is no instruction.
inline bool has_one(std::uint32_t set) { return (set & (set - 1)) == 0; }

/// A candidate without grid scores by the density at its position. One on a grid scores by the mass within half a step,
/// computed as the mean density over that bin (BinQuadrature). Both mixtures use the same points, so that the bin's
/// width drops out of the score. Bins wider than range / 100, which small values of log ints have, are scored by their
/// mass itself.
///
/// Most candidates are first ruled out in single precision and by fewer points (coarse_best); then points are placed
/// for those left.
class CandidateSet {
 public:
  static constexpr std::size_t kMostPoints = kCandidates * BinQuadrature::kMaxPoints;

  CandidateSet(const simd::Kernels& kernels, const NumericAxis& axis, const Parameter& parameter);

  /// To be filled with positions on the axis, before locate().
  std::array<double, kCandidates>& positions() { return positions_; }
  /// Rounds the positions to values of the parameter and moves them there.
  void locate();

  double value(std::size_t candidate) const;
  /// The position of the candidate's value.
  double position(std::size_t candidate) const { return positions_[candidate]; }

  /// Bits of the candidates, of equal ones of the first.
  std::uint32_t distinct() const { return distinct_; }

  /// Places points for coarse sums at all candidates, of equal ones at the first.
  void place_coarse_points();
  /// Places the points of the candidates whose bits are set, at least one.
  void place_points(std::uint32_t candidates);
  /// Padded.
  std::span<const double> points() const { return std::span(points_).first(point_count_); }
  /// Bits of the candidates that may be the best, by coarse densities at points(), all positive, and 0 up to
  /// simd::kCoarseCandidates.
  std::uint32_t coarse_best(std::span<const float> good, std::span<const float> bad) const;
  /// Whether a placed candidate scores by mass within [low, high] instead of by points.
  bool by_mass(std::size_t candidate) const { return quadratures_[candidate] == nullptr; }
  double low(std::size_t candidate) const { return bins_[candidate].middle - bins_[candidate].half; }
  double high(std::size_t candidate) const { return bins_[candidate].middle + bins_[candidate].half; }
  /// The mean density of a placed candidate's bin, from the densities at points().
  template <class Real>
  Real mean_density(std::size_t candidate, std::span<const Real> densities) const;

  /// Edges of the bins of low, low + 1, ... that are wider than range / 100; empty where there is none. Only these
  /// score by mass.
  std::span<const double> wide_bin_edges() const { return wide_bin_edges_; }

 private:
  /// Of a value, on the axis; of no width without a grid.
  struct Bin {
    double middle;
    double half;
  };
  static constexpr double kSmallValues = 32.0;

  void find_wide_bins(const Parameter& parameter);
  Bin bin_of(double value, double position) const;
  bool is_wide(double value) const;
  void find_distinct();
  void place(std::uint32_t candidates, bool coarsely);
  const BinQuadrature* quadrature_for(std::size_t candidate, bool coarsely) const;

  const simd::Kernels& kernels_;
  const NumericAxis& axis_;
  /// Range / 100.
  double unit_;
  std::array<double, kCandidates> positions_{};
  /// Of a parameter with a grid.
  std::array<double, kCandidates> values_{};
  double low_;
  std::vector<double> wide_bin_edges_;
  /// Of the values below kSmallValues of a log int.
  std::array<Bin, static_cast<std::size_t>(kSmallValues)> small_bins_{};
  /// Bits of the candidates of a grid that are the first of their value.
  std::uint32_t distinct_ = kAllCandidates;

  /// Of the placed candidates.
  std::array<Bin, kCandidates> bins_{};
  std::array<const BinQuadrature*, kCandidates> quadratures_{};
  std::array<std::size_t, kCandidates> first_points_{};
  std::array<double, kMostPoints> points_{};
  std::size_t point_count_ = 0;
};

}  // namespace pineforge::hpo
