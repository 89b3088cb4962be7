#include "grid_tables.hpp"

#include <algorithm>
#include <numeric>

namespace pineforge::hpo {

GridTables::GridTables(const simd::Kernels& kernels, std::size_t size)
    : size_(size),
      narrow_(std::min(size, kNarrow), WidthTable(size)),
      wide_(size - narrow_.size(), EdgeTable(size)),
      prior_masses_((size + simd::kGridWindow - 1) / simd::kGridWindow * simd::kGridWindow),
      prior_row_(1 + size + simd::kGridWindow, 1.0) {
  double width = 1.0;
  for (WidthTable& table : narrow_) table.set_sigma(kernels, width++);
  for (EdgeTable& table : wide_) table.set_sigma(kernels, width++);
  if (is_small()) {
    for (const WidthTable& table : narrow_) rows_.emplace_back(size).set(table.edges());
  }
  set_prior(kernels);
}

/// Mean (size - 1) / 2, sigma size.
void GridTables::set_prior(const simd::Kernels& kernels) {
  const auto range = static_cast<double>(size_);
  std::vector<double> from(simd::padded(size_));
  std::vector<double> to(from.size());
  for (std::size_t value = 0; value < size_; ++value) {
    from[value] = static_cast<double>(value) / range - 0.5;
    to[value] = (static_cast<double>(value) + 1.0) / range - 0.5;
  }
  kernels.normal_mass(from.data(), to.data(), prior_masses_.data(), from.size());
  const double total = std::accumulate(prior_masses_.data(), prior_masses_.data() + size_, 0.0);
  for (double& mass : prior_masses_) mass /= total;
  prior_row_[0] = 0.0;
  std::partial_sum(prior_masses_.data(), prior_masses_.data() + size_ - 1, prior_row_.data() + 1);
}

std::size_t GridTables::bytes() const {
  std::size_t bytes = (prior_masses_.size() + prior_row_.size()) * sizeof(double);
  for (const WidthTable& table : narrow_) bytes += table.bytes();
  for (const EdgeTable& table : wide_) bytes += table.bytes();
  for (const QuantileRows& table : rows_) bytes += table.bytes();
  return bytes;
}

}  // namespace pineforge::hpo
