#include "grid_tails.hpp"

#include <cmath>

namespace pineforge::hpo {

GridTails::GridTails(const simd::Kernels& kernels, std::size_t size)
    : kernels_(kernels),
      size_(size),
      tails_(size * simd::padded(size)),
      is_known_(size),
      prior_masses_(simd::padded(size)) {
  // The prior: mean (size - 1) / 2, sigma size.
  const auto range = static_cast<double>(size);
  std::vector<double> from(prior_masses_.size());
  std::vector<double> to(prior_masses_.size());
  for (std::size_t value = 0; value < from.size(); ++value) {
    from[value] = static_cast<double>(value) / range - 0.5;
    to[value] = (static_cast<double>(value) + 1.0) / range - 0.5;
  }
  kernels_.normal_mass(from.data(), to.data(), prior_masses_.data(), from.size());
  double total = 0.0;
  for (std::size_t value = 0; value < size; ++value) total += prior_masses_[value];
  for (double& mass : prior_masses_) mass /= total;
}

const double* GridTails::of_width(double width, std::vector<double>& spare) {
  if (width != std::floor(width)) {
    compute(width, spare.data());
    return spare.data();
  }
  const std::size_t place = static_cast<std::size_t>(width) - 1;
  double* tails = tails_.data() + place * simd::padded(size_);
  if (!is_known_[place]) compute(width, tails);
  is_known_[place] = true;
  return tails;
}

void GridTails::compute(double width, double* tails) const {
  const std::size_t row = simd::padded(size_);
  for (std::size_t j = 0; j < row; ++j) tails[j] = (static_cast<double>(j) + 0.5) / width;
  kernels_.upper_tail(tails, tails, row);
}

}  // namespace pineforge::hpo
