#include "width_table.hpp"

namespace pineforge::hpo {

WidthTable::WidthTable(std::size_t size)
    : size_(size), edges_(size), bins_(2 * size - 1 + simd::kGridWindow), inverse_masses_(simd::padded(size)) {}

void WidthTable::set_sigma(const simd::Kernels& kernels, double sigma) {
  edges_.set_sigma(kernels, sigma);
  kernels.grid_bins(edges_.cumulative(), size_, bins_.data(), inverse_masses_.data());
}

}  // namespace pineforge::hpo
