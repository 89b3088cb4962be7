// The good trials' masses of a parameter with few values, and draws from them.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "aligned_vector.hpp"
#include "discrete_choice.hpp"
#include "grid_tables.hpp"
#include "kernel_chooser.hpp"
#include "quantile_rows.hpp"
#include "split_tracker.hpp"
#include "uniform_stream.hpp"

namespace pineforge::hpo {

/// At most 25 observations and the prior, all of weight 1, on the values 0 ... size - 1. They change only when a trial
/// enters the good group; between such events the model stays as it is.
class GoodGridModel {
 public:
  GoodGridModel(const simd::Kernels& kernels, const GridTables& tables);

  /// `values` by trial.
  void rebuild(std::span<const Trial> good, std::span<const std::uint8_t> values);

  /// 24 values: 24 uniforms choose the kernels, 24 more the quantiles within them.
  void draw(UniformStream& stream, Draws& draws) const;
  /// The mixture's masses by value, up to the sum of the weights; GridTables::row_length() of them.
  const double* masses() const { return masses_.data(); }

  std::size_t bytes() const {
    return least_.bytes() + least_rows_.bytes() + odd_.bytes() + odd_rows_.bytes() + masses_.size() * sizeof(double);
  }

 private:
  void resize(std::size_t count);
  std::size_t widen(std::size_t kernel, std::size_t value, double width);
  void add_kernel(const EdgeTable& edges, std::size_t value);
  void add_kernels(const WidthTable& table, std::size_t value, double weight);

  const simd::Kernels& kernels_;
  const GridTables& tables_;
  std::size_t count_ = 0;
  WidthTable least_;
  QuantileRows least_rows_;
  /// Of a single observation.
  EdgeTable odd_;
  QuantileRows odd_rows_;
  AlignedVector<double> masses_;
  /// What draws from a kernel take: see QuantileRows for small grids, EdgeTable::at for others.
  std::array<const double*, kMaxGood + 1> rows_;
  KernelChooser chooser_;
};

}  // namespace pineforge::hpo
