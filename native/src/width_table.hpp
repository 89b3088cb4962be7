// Masses of grid bins under truncated normals of one width.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "aligned_vector.hpp"
#include "edge_table.hpp"
#include "simd/kernels.hpp"

namespace pineforge::hpo {

/// For the grid of an EdgeTable: the mass of a bin depends on its distance from the centre only, and the mass within
/// the interval on the centre only.
class WidthTable {
 public:
  explicit WidthTable(std::size_t size);

  /// In steps; 0 before the first call of set_sigma().
  double sigma() const { return edges_.sigma(); }
  void set_sigma(const simd::Kernels& kernels, double sigma);

  const EdgeTable& edges() const { return edges_; }
  /// bin_masses(value)[centre] is the mass of the bin of `value` around any centre, and the other way round; readable
  /// up to the larger of padded(size) and simd::kGridWindow. bin_masses(last) + (last - value) is the same.
  const double* bin_masses(std::size_t value) const { return bins_.data() + (size_ - 1 - value); }
  /// Bins farther than this from a centre hold nothing.
  std::uint32_t reach() const { return static_cast<std::uint32_t>(simd::kGridReach * sigma()) + 1; }
  /// 1 / mass within the interval, by centre, padded.
  const double* inverse_masses() const { return inverse_masses_.data(); }

  std::size_t bytes() const { return edges_.bytes() + (bins_.size() + inverse_masses_.size()) * sizeof(double); }

 private:
  std::size_t size_;
  EdgeTable edges_;
  /// By distance - (size - 1) ... size - 1, then zeros.
  AlignedVector<double> bins_;
  AlignedVector<double> inverse_masses_;
};

}  // namespace pineforge::hpo
