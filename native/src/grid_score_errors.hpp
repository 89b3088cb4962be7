// How far rounding can move the score of a value of a grid.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "pineforge/hpo/search_space.hpp"
#include "split_tracker.hpp"

namespace pineforge::hpo {

/// Bounds the relative error of a score good / bad by GridModel and GoodGridModel plus that of the reference's
/// exp(log good - log bad), up to 10^6 trials. Let u = 2^-53, and let a kernel of sigma s (in steps) lie so that a bin
/// begins x sigmas from its mean.
///
/// Ours: a bin's mass is the difference of two tails, each with a relative error below 2e-15 (1 + x^2 / 16)
/// (normal_tail.hpp). As the tail Q has the hazard max(0.8, x) at least, Q / mass < 1 + s / max(0.8, x).
/// The reference: ln Phi and its argument are rounded to 3 x^2 u + 5 u, and their difference loses the same factor;
/// where a bin holds the mean, two absolute errors of 2 u fall on a mass of 0.38 / s or more.
///
/// * Kernels of the least sigma, at least 98 observations: s <= 2.56, and bins beyond 7 sigmas do not count. Both
///   together stay below 1.2e-13 of their mass.
/// * Wider ones, at most 198 of weight 1 or less, the prior, and all kernels below 98 observations: s times the mass
///   is below 1, so that the errors are below 1e-14 of a weight of 1 each.
/// * Weights, sums of at most 600 terms in turn (ours) or 40 (pairwise), and logarithms of numbers between e^-32 and
///   e^32: below 8e-14.
/// * Values of a stepped real parameter are rounded to the size of its bounds, and so are the distances of the
///   reference's bins from its means: in steps, bound u / step, and relative to a mass up to (7 + 1 / s) times that.
class GridScoreErrors {
 public:
  explicit GridScoreErrors(const Parameter& parameter) : of_kernels_(kOfKernels + of_values(parameter)) {}

  /// Of one score.
  double of_score(double good, double bad, const SplitTracker& split) const {
    return 2.0 * of_kernels_ + kOfWideKernel * (wide(split.good_count()) / good + wide(split.bad_count()) / bad);
  }
  /// Of two scores together, whatever they are: the prior alone gives each value a mass of 1 / 280 or more.
  double of_any_two_scores() const {
    constexpr double kMostPerMass = 280.0 * (1.0 + static_cast<double>(kMaxGood) + kMostWide);
    return 2.0 * (2.0 * of_kernels_ + kOfWideKernel * kMostPerMass);
  }

 private:
  static constexpr double kOfKernels = 2e-13;
  static constexpr double kOfWideKernel = 1e-14;
  static constexpr double kMostWide = 199.0;

  static double wide(std::size_t observations) { return std::min(static_cast<double>(observations) + 1.0, kMostWide); }

  /// Ints and the edges of their bins are exact below 2^52. Where steps are lost in the rounding of the bounds, there
  /// is no bound worth having.
  static double of_values(const Parameter& parameter) {
    constexpr double kMost = 1e-9;
    if (parameter.kind == ParameterKind::kInt) return 0.0;
    const double bound = std::max(std::abs(parameter.low), std::abs(parameter.high));
    return std::min(20.0 * 0x1p-53 * bound / parameter.step, kMost);
  }

  double of_kernels_;
};

}  // namespace pineforge::hpo
