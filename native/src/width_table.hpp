// Masses of grid bins under truncated normals of one width.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "simd/kernels.hpp"

namespace pineforge::hpo {

/// For a grid of `size` values 0 ... size - 1, bins of half a step on both sides, and normals centred on a value: the
/// mass of a bin depends on its distance from the centre only, and the mass within the interval [-1/2, size - 1/2] on
/// the centre only.
class WidthTable {
 public:
  WidthTable(const simd::Kernels& kernels, std::size_t size);

  /// In steps; 0 before the first call of set_sigma().
  double sigma() const { return sigma_; }
  void set_sigma(double sigma);

  /// Of the bin `distance` values from the centre.
  double bin_mass(std::size_t distance) const { return bins_[size_ - 1 + distance]; }
  /// bin_masses(value)[centre] is the mass of the bin of `value` around any centre; readable up to padded(size).
  /// bin_masses(last) + (last - value) is the same.
  const double* bin_masses(std::size_t value) const { return bins_.data() + (size_ - 1 - value); }
  /// Bins farther than this from a centre are more than 10 sigmas from it. What they hold, 10^6 times, is less than
  /// 1e-13 of the prior's mass of any of 256 bins.
  std::uint32_t reach() const { return reach_; }
  /// 1 / mass within the interval, by centre.
  double inverse_mass(std::size_t centre) const { return inverse_mass_[centre]; }

  std::size_t bytes() const { return (bins_.size() + tails_.size() + inverse_mass_.size()) * sizeof(double); }

 private:
  const simd::Kernels& kernels_;
  std::size_t size_;
  double sigma_ = 0.0;
  std::uint32_t reach_ = 0;
  /// Upper tail at (j + 1/2) / sigma.
  std::vector<double> tails_;
  /// By distance - (size - 1) ... size - 1, then zeros.
  std::vector<double> bins_;
  std::vector<double> inverse_mass_;
};

}  // namespace pineforge::hpo
