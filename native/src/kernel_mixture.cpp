#include "kernel_mixture.hpp"

#include <algorithm>

namespace pineforge::hpo {

double least_width(const simd::Interval& interval, std::size_t observations) {
  return interval.range() / std::min(100.0, static_cast<double>(observations) + 2.0);
}

void sorted_widths(std::span<const double> sorted, const simd::Interval& interval, double* sigma) {
  const std::size_t count = sorted.size();
  if (count == 0) return;
  const double least = least_width(interval, count);
  const double most = interval.range();
  const auto clip = [&](double width) { return std::min(std::max(width, least), most); };
  if (count == 1) {
    sigma[0] = clip(std::max(sorted[0] - interval.low, interval.high - sorted[0]));
    return;
  }
  sigma[0] = clip(sorted[1] - sorted[0]);
  for (std::size_t i = 1; i + 1 < count; ++i) {
    sigma[i] = clip(std::max(sorted[i] - sorted[i - 1], sorted[i + 1] - sorted[i]));
  }
  sigma[count - 1] = clip(sorted[count - 1] - sorted[count - 2]);
}

// Places without a kernel hold one like the prior, of weight 0.
KernelMixture::KernelMixture(const simd::Kernels& kernels, const simd::Interval& interval, std::size_t capacity)
    : kernels_(kernels),
      interval_(interval),
      changed_(simd::padded(capacity) / simd::kPadding),
      mean_(simd::padded(capacity), interval.middle()),
      sigma_(mean_.size(), interval.range()),
      lower_(mean_.size()),
      upper_(mean_.size()),
      mass_(mean_.size()),
      scale_(mean_.size()),
      weight_(mean_.size()),
      share_(mean_.size()),
      amplitude_(mean_.size()),
      coarse_offset_(mean_.size()),
      coarse_scale_(mean_.size()),
      coarse_amplitude_(mean_.size()) {
  size_ = capacity;
  complete(/*tails=*/true);
  size_ = 0;
}

std::size_t KernelMixture::bytes() const { return mean_.capacity() * (9 * sizeof(double) + 3 * sizeof(float)); }

void KernelMixture::resize(std::size_t size) { size_ = size; }

void KernelMixture::complete(bool tails) {
  kernels_.truncate(interval_, mean_.data(), sigma_.data(), simd::padded(size_),
                    {tails ? lower_.data() : nullptr, tails ? upper_.data() : nullptr, mass_.data(), scale_.data()});
}

void KernelMixture::set(std::size_t place, double mean, double sigma) {
  mean_[place] = mean;
  sigma_[place] = sigma;
  changed_[place / simd::kPadding] = true;
}

void KernelMixture::copy(std::size_t from, std::size_t to) { set(to, mean_[from], sigma_[from]); }

void KernelMixture::complete_changed() {
  for (std::size_t block = 0; block < simd::padded(size_) / simd::kPadding; ++block) {
    if (!changed_[block]) continue;
    changed_[block] = false;
    const std::size_t at = block * simd::kPadding;
    kernels_.truncate(interval_, &mean_[at], &sigma_[at], simd::kPadding, {nullptr, nullptr, &mass_[at], &scale_[at]});
  }
}

void KernelMixture::weigh() {
  std::fill(weight_.begin() + static_cast<std::ptrdiff_t>(size_),
            weight_.begin() + static_cast<std::ptrdiff_t>(simd::padded(size_)), 0.0);
  kernels_.weigh(interval_, simd::padded(size_),
                 {mean_.data(),
                  sigma_.data(),
                  mass_.data(),
                  scale_.data(),
                  weight_.data(),
                  share_.data(),
                  amplitude_.data(),
                  {coarse_offset_.data(), coarse_scale_.data(), coarse_amplitude_.data()}});
}

simd::DrawTable KernelMixture::draw_table() const {
  return {mean_.data(), sigma_.data(), lower_.data(), upper_.data(), mass_.data()};
}

void KernelMixture::add_densities(std::span<const double> points, double* sums) const {
  kernels_.bump_sum({mean_.data(), scale_.data(), amplitude_.data(), size_}, points.data(), points.size(), sums);
}

void KernelMixture::add_coarse_densities(std::span<const double> points, float* sums) const {
  kernels_.coarse_sum({coarse_offset_.data(), coarse_scale_.data(), coarse_amplitude_.data(), size_, interval_.middle(),
                       1.0 / interval_.range()},
                      points.data(), points.size(), sums);
}

double KernelMixture::mass_within(double a, double b) const {
  return kernels_.bump_mass({mean_.data(), scale_.data(), share_.data(), size_}, a, b);
}

}  // namespace pineforge::hpo
