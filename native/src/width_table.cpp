#include "width_table.hpp"

namespace pineforge::hpo {

WidthTable::WidthTable(const simd::Kernels& kernels, std::size_t size)
    : kernels_(kernels),
      size_(size),
      tails_(simd::padded(size)),
      bins_(size - 1 + 2 * simd::padded(size)),
      inverse_mass_(simd::padded(size)) {}

void WidthTable::set_sigma(double sigma) {
  sigma_ = sigma;
  reach_ = static_cast<std::uint32_t>(10.0 * sigma) + 1;
  for (std::size_t j = 0; j < tails_.size(); ++j) tails_[j] = (static_cast<double>(j) + 0.5) / sigma;
  kernels_.upper_tail(tails_.data(), tails_.data(), tails_.size());
  bins_[size_ - 1] = (1.0 - tails_[0]) - tails_[0];
  for (std::size_t distance = 1; distance < size_; ++distance) {
    const double mass = tails_[distance - 1] - tails_[distance];
    bins_[size_ - 1 + distance] = mass;
    bins_[size_ - 1 - distance] = mass;
  }
  for (std::size_t centre = 0; centre < size_; ++centre) {
    inverse_mass_[centre] = 1.0 / ((1.0 - tails_[centre]) - tails_[size_ - 1 - centre]);
  }
}

}  // namespace pineforge::hpo
