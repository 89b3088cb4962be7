#include "cell_table.hpp"

#include <algorithm>

namespace pineforge::hpo {

CellTable::CellTable(const simd::Kernels& kernels, const simd::Interval& interval, std::span<const double> site_edges)
    : kernels_(kernels),
      interval_(interval),
      grid_(interval),
      width_(interval.range() / static_cast<double>(kCells)),
      site_edges_(site_edges.begin(), site_edges.end()),
      sums_(kernels, kNodeColumns + simd::padded(site_count())) {}

/// Within the interval, of a kernel with its mean at `position`.
double CellTable::mass_of(double position) const {
  const double place = grid_.place_of(position);
  // Nine sigmas from both ends, a tail does not change 1 - tail.
  constexpr double kFar = 9.0;
  if (place > kFar && place < static_cast<double>(kCells) - kFar) return 1.0;
  std::array<double, simd::kPadding> mean;
  std::array<double, simd::kPadding> sigma;
  std::array<double, simd::kPadding> mass;
  std::array<double, simd::kPadding> scale;
  mean.fill(position);
  sigma.fill(width_);
  kernels_.truncate(interval_, mean.data(), sigma.data(), mean.size(), {nullptr, nullptr, mass.data(), scale.data()});
  return mass[0];
}

void CellTable::project(double position, Footprint& footprint) const {
  const double share = 1.0 / mass_of(position);

  const std::size_t cell = grid_.cell_of(position);
  const std::size_t first = cell - std::min(cell, kReach);
  const std::size_t cells = std::min(cell + kReach, kCells - 1) - first + 1;
  footprint.first_column_ = first * simd::kNodes;
  footprint.columns_ = cells * simd::kNodes;
  const double from_mean = (static_cast<double>(first) + 0.5) - grid_.place_of(position);
  kernels_.cell_profile(from_mean, share * (interval_.range() / width_), cells, footprint.nodes_.data());
  if (site_count() > 0) project_sites(position, share, footprint);
}

void CellTable::project_sites(double position, double share, Footprint& footprint) const {
  const std::size_t count = simd::padded(site_count());
  std::array<double, simd::padded(kCells + 1)> from{};
  std::array<double, simd::padded(kCells + 1)> to{};
  for (std::size_t site = 0; site < count; ++site) {
    const std::size_t bin = std::min(site, site_count() - 1);
    from[site] = (site_edges_[bin] - position) / width_;
    to[site] = (site_edges_[bin + 1] - position) / width_;
  }
  kernels_.normal_mass(from.data(), to.data(), footprint.sites_.data(), count);
  for (std::size_t site = 0; site < count; ++site) footprint.sites_[site] *= share;
}

void CellTable::add_old(const Footprint& footprint, Trial trial, double sign) {
  for_each_part(footprint, [&](std::size_t column, std::span<const double> contribution) {
    sums_.add_old(column, contribution, trial, sign);
  });
}

void CellTable::add_recent(const Footprint& footprint, Trial trial, double sign) {
  for_each_part(footprint, [&](std::size_t column, std::span<const double> contribution) {
    sums_.add_recent(column, contribution, trial, sign);
  });
}

void CellTable::refill_recent(const Footprint& footprint) {
  for_each_part(footprint, [&](std::size_t column, std::span<const double> contribution) {
    sums_.refill_recent(column, contribution);
  });
}

void CellTable::correct_ranked(const Footprint& footprint) {
  for_each_part(footprint, [&](std::size_t column, std::span<const double> contribution) {
    sums_.correct_ranked(column, contribution);
  });
}

void CellTable::age(const Footprint& footprint, Trial trial) {
  for_each_part(footprint, [&](std::size_t column, std::span<const double> contribution) {
    sums_.age(column, contribution, trial);
  });
}

void CellTable::add_densities(const WeightRamp& ramp, std::span<const double> points, double* sums) const {
  kernels_.cell_sum({sums_.old(), sums_.ranked(), sums_.recent()}, sums_.old_factor(ramp), sums_.ranked_factor(ramp),
                    grid_.low, grid_.cells_per_unit, points.data(), points.size(), kCells, sums);
}

double CellTable::mass_at(std::size_t site, const WeightRamp& ramp) const {
  return sums_.weighted(kNodeColumns + site, ramp);
}

}  // namespace pineforge::hpo
