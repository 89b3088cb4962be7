// Cumulative masses of a small grid, to draw from.
#pragma once

#include <cstddef>
#include <vector>

#include "edge_table.hpp"
#include "simd/kernels.hpp"

namespace pineforge::hpo {

/// For a grid of at most simd::kGridWindow values and truncated normals of one width: a row per centre, of
/// simd::kGridWindow entries. Entry i is the probability of a value up to i; from the last value on it is above all
/// uniforms, so that the entries below a uniform number the value drawn.
class QuantileRows {
 public:
  explicit QuantileRows(std::size_t size) : size_(size), rows_(size * simd::kGridWindow, 2.0) {}

  void set(const EdgeTable& edges) {
    for (std::size_t centre = 0; centre < size_; ++centre) {
      const double* cumulative = edges.at(centre);
      double* row = rows_.data() + centre * simd::kGridWindow;
      // Divided, so that where nothing is left beyond a value it has exactly 1.
      for (std::size_t i = 0; i + 1 < size_; ++i) {
        row[i] = (cumulative[i] - cumulative[-1]) / edges.mass_within(centre);
      }
    }
  }

  const double* at(std::size_t centre) const { return rows_.data() + centre * simd::kGridWindow; }
  std::size_t bytes() const { return rows_.size() * sizeof(double); }

 private:
  std::size_t size_;
  std::vector<double> rows_;
};

}  // namespace pineforge::hpo
