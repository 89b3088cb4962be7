// The good trials' masses of a parameter with few values, and draws from them.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "good_model.hpp"
#include "grid_tails.hpp"
#include "width_table.hpp"

namespace pineforge::hpo {

/// GoodModel on the values 0 ... size - 1, with half a step 1/2.
class GoodGridModel {
 public:
  GoodGridModel(const simd::Kernels& kernels, GridTails& tails);

  /// `values` by trial.
  void rebuild(std::span<const Trial> good, std::span<const std::uint8_t> values);

  std::array<std::uint32_t, kCandidates> draw(UniformStream& stream) const;
  /// The mixture's mass at a value, up to the sum of the weights.
  double mass(std::size_t value) const { return masses_[value]; }

  std::size_t bytes() const {
    return least_.bytes() + mixture_.bytes() + (masses_.size() + rows_.size()) * sizeof(double);
  }

 private:
  bool has_rows() const { return tails_.size() <= simd::kGridRow; }
  void add_kernel(std::size_t value, double sigma);
  void set_row(std::size_t kernel, std::size_t value, double sigma);
  void set_prior_row(std::size_t kernel);

  const simd::Kernels& kernels_;
  GridTails& tails_;
  std::vector<double> spare_tails_;
  WidthTable least_;
  std::vector<double> masses_;
  /// What draws take: the kernels themselves, or for the smallest grids each kernel's cumulative masses.
  KernelMixture mixture_;
  std::vector<double> rows_;
  KernelChooser chooser_;
};

}  // namespace pineforge::hpo
