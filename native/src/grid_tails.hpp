// Normal tails at the edges of a grid's bins.
#pragma once

#include <cstddef>
#include <vector>

#include "simd/kernels.hpp"

namespace pineforge::hpo {

/// For a grid of values 0 ... size - 1 with bins of half a step on both sides. Kernels wider than the least sigma have
/// a whole number of steps as their sigma (gaps between values), but a single observation, whose width is its distance
/// from an end of the interval. So tails are tabulated once per study.
class GridTails {
 public:
  GridTails(const simd::Kernels& kernels, std::size_t size);

  std::size_t size() const { return size_; }
  /// Q((j + 1/2) / width), by j below size; in `spare`, of padded(size), where the width is no integer.
  const double* of_width(double width, std::vector<double>& spare);
  /// The prior's mass by value, padded.
  const double* prior_masses() const { return prior_masses_.data(); }

  std::size_t bytes() const { return (tails_.size() + prior_masses_.size()) * sizeof(double); }

 private:
  const simd::Kernels& kernels_;
  std::size_t size_;
  void compute(double width, double* tails) const;

  /// By width - 1.
  std::vector<double> tails_;
  std::vector<bool> is_known_;
  std::vector<double> prior_masses_;
};

/// Mass of the bin `distance` values from the mean.
inline double bin_mass(const double* tails, std::size_t distance) {
  return distance == 0 ? (1.0 - tails[0]) - tails[0] : tails[distance - 1] - tails[distance];
}

/// Mass within the interval, for a mean at `value`.
inline double interval_mass(const double* tails, std::size_t size, std::size_t value) {
  return (1.0 - tails[value]) - tails[size - 1 - value];
}

}  // namespace pineforge::hpo
