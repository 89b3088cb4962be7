// The sum of any number of narrow kernels at any point, in constant time.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "ranked_sums.hpp"
#include "simd/kernels.hpp"

namespace pineforge::hpo {

inline constexpr std::size_t kCells = 100;

/// An interval in 100 cells.
struct CellGrid {
  double low;
  double cells_per_unit;

  explicit CellGrid(const simd::Interval& interval)
      : low(interval.low), cells_per_unit(static_cast<double>(kCells) / interval.range()) {}

  /// From the lower end, in cells.
  double place_of(double position) const { return (position - low) * cells_per_unit; }
  std::size_t cell_of(double position) const {
    return std::min(static_cast<std::size_t>(std::max(place_of(position), 0.0)), kCells - 1);
  }
};

/// For 98 or more bad observations the least sigma is h = range / 100 and nearly all kernels have it. Their sum is a
/// smooth function: it is kept at 16 Chebyshev nodes in each of 100 cells of width h and interpolated between them, by
/// the polynomial of degree 15 in each cell.
///
/// Interpolation error. At a distance of z sigmas a kernel of peak A is f = A exp(-z^2 / 2), and by Cramer's bound of
/// Hermite functions (Abramowitz and Stegun 22.14.17) |f^(16)| <= 1.09 sqrt(16!) A exp(-z^2 / 4). Interpolation at 16
/// Chebyshev nodes of an interval of width 1 is off by at most max |f^(16)| / (16! 2^31): 1.1e-16 A exp(-z^2 / 4). To
/// the sum of N such kernels, N A exp(-z^2 / 2), the prior adds at least p = 2.3 at any point, in units of which A <=
/// 200 (range / h, and twice that where half of the kernel is cut off). The relative error 1.1e-16 N A exp(-z^2 / 4) /
/// (N A exp(-z^2 / 2) + p) is largest where exp(-z^2 / 2) = p / (N A), and there 0.55e-16 sqrt(N A / p): for 10^6
/// kernels, all at the worst distance from the point, 6e-13; next to kernels, 1e-16.
///
/// Reach. A kernel is added to the cells up to 10 cells from its own, that is up to 10 sigmas at least; what is left
/// out is below A exp(-50) = 4e-20, for 10^6 kernels less than 2e-14 of the prior.
///
/// Rounding. Sums of positive terms have a relative error of an ulp per addition at worst, in practice of its square
/// root; positions are known to 1e-14 cells. The log density after 10^6 additions is tested to agree with direct sums
/// to 1e-11.
///
/// Log ints have bins wider than h near their lower bound. Their masses, too, are sums over kernels, and are kept in
/// further columns, *sites*, one per such bin.
class CellTable {
 public:
  static constexpr std::size_t kReach = 10;

  /// `site_edges`: ascending edges of adjoining bins; empty for no sites.
  CellTable(const simd::Kernels& kernels, const simd::Interval& interval, std::span<const double> site_edges);

  /// A kernel's contribution to the columns.
  class Footprint {
   public:
    Footprint() = default;

   private:
    friend class CellTable;
    std::size_t first_column_ = 0;
    std::size_t columns_ = 0;
    alignas(kCacheLine) std::array<double, (2 * kReach + 1) * simd::kNodes> nodes_;
    alignas(kCacheLine) std::array<double, 2 * simd::padded(kCells + 1)> sites_;
  };

  /// Computes the contribution of a kernel of sigma h with its mean at `position`.
  void project(double position, Footprint& footprint) const;

  void clear() { sums_.clear(); }
  void clear_recent() { sums_.clear_recent(); }
  void enter_good(Trial trial, std::size_t slot) { sums_.enter_good(trial, slot); }
  void add_old(const Footprint& footprint, Trial trial, double sign = 1.0);
  void add_recent(const Footprint& footprint, Trial trial, double sign = 1.0);
  void refill_recent(const Footprint& footprint);
  void correct_ranked(const Footprint& footprint);
  /// Moves a contribution from the recent sums to the old ones.
  void age(const Footprint& footprint, Trial trial);

  /// Adds the weighted sum of the densities at `points` (padded), in units of 1 / (range sqrt(2 pi)), to `sums`.
  void add_densities(const WeightRamp& ramp, std::span<const double> points, double* sums) const;
  /// The weighted sum of the masses of bin `site`.
  double mass_at(std::size_t site, const WeightRamp& ramp) const;

  std::size_t bytes() const { return sums_.bytes(); }

 private:
  static constexpr std::size_t kNodeColumns = kCells * simd::kNodes;

  std::size_t site_count() const { return site_edges_.empty() ? 0 : site_edges_.size() - 1; }
  /// Calls add(column, contribution) for the cells and for the sites.
  template <class Add>
  void for_each_part(const Footprint& footprint, Add add) {
    add(footprint.first_column_, std::span(footprint.nodes_).first(footprint.columns_));
    if (site_count() > 0) add(kNodeColumns, std::span(footprint.sites_).first(simd::padded(site_count())));
  }
  double mass_of(double position) const;
  void project_sites(double position, double share, Footprint& footprint) const;

  const simd::Kernels& kernels_;
  simd::Interval interval_;
  CellGrid grid_;
  /// Width of a cell and of the kernels.
  double width_;
  std::vector<double> site_edges_;
  RankedSums sums_;
};

}  // namespace pineforge::hpo
