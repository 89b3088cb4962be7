// A normal distribution at the edges of a grid's bins.
#pragma once

#include <cstddef>
#include <vector>

#include "aligned_vector.hpp"
#include "simd/kernels.hpp"

namespace pineforge::hpo {

/// For a grid of values 0 ... size - 1, bins of half a step on both sides, and normals of one width centred on a value.
/// They all read the same table, each from another place.
class EdgeTable {
 public:
  explicit EdgeTable(std::size_t size);

  /// In steps; 0 before the first call of set_sigma().
  double sigma() const { return sigma_; }
  void set_sigma(const simd::Kernels& kernels, double sigma);

  /// at(centre)[i] is the mass below the upper edge of value i, for i = -1 (below the interval) ... size - 1 (up to its
  /// end); simd::kGridWindow further entries are readable.
  const double* at(std::size_t centre) const { return cumulative_.data() + (size_ - centre); }
  /// The whole table: Phi((j + 1/2) / sigma), by j + size for j = -size ... size - 1.
  const double* cumulative() const { return cumulative_.data(); }
  /// Mass within the interval [-1/2, size - 1/2].
  double mass_within(std::size_t centre) const { return at(centre)[size_ - 1] - at(centre)[-1]; }
  /// Mass of the bin `distance` values from the centre, exact to a few ulps of the larger tail
  /// beyond it; 0 beyond simd::kGridReach sigmas.
  double bin_mass(std::size_t distance) const {
    const double* centre = cumulative_.data() + size_;
    return centre[-static_cast<std::ptrdiff_t>(distance)] - centre[-static_cast<std::ptrdiff_t>(distance) - 1];
  }

  std::size_t bytes() const { return cumulative_.size() * sizeof(double); }

 private:
  std::size_t size_;
  double sigma_ = 0.0;
  AlignedVector<double> cumulative_;
};

}  // namespace pineforge::hpo
