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

KernelMixture::KernelMixture(const simd::Kernels& kernels, const simd::Interval& interval, std::size_t capacity)
    : kernels_(kernels), interval_(interval) {
  for (std::vector<double>* values :
       {&mean_, &sigma_, &lower_, &upper_, &mass_, &scale_, &weight_, &share_, &amplitude_}) {
    values->assign(simd::padded(capacity), 0.0);
  }
  for (std::vector<float>* values : {&coarse_mean_, &coarse_scale_, &coarse_amplitude_}) {
    values->assign(simd::padded(capacity), 0.0F);
  }
}

std::size_t KernelMixture::bytes() const { return mean_.capacity() * (9 * sizeof(double) + 3 * sizeof(float)); }

void KernelMixture::resize(std::size_t size) { size_ = size; }

void KernelMixture::complete(bool tails) {
  const std::size_t count = simd::padded(size_);
  // Padding: a kernel like the prior, of weight 0.
  for (std::size_t i = size_; i < count; ++i) {
    mean_[i] = 0.5 * (interval_.low + interval_.high);
    sigma_[i] = interval_.range();
    weight_[i] = 0.0;
  }
  kernels_.truncate(interval_, mean_.data(), sigma_.data(), count,
                    {tails ? lower_.data() : nullptr, tails ? upper_.data() : nullptr, mass_.data(), scale_.data()});
}

void KernelMixture::weigh() {
  kernels_.weigh(interval_, simd::padded(size_),
                 {mean_.data(), sigma_.data(), mass_.data(), scale_.data(), weight_.data(), share_.data(),
                  amplitude_.data(), coarse_mean_.data(), coarse_scale_.data(), coarse_amplitude_.data()});
}

simd::DrawTable KernelMixture::draw_table() const {
  return {mean_.data(), sigma_.data(), lower_.data(), upper_.data(), mass_.data()};
}

void KernelMixture::add_densities(std::span<const double> points, double* sums) const {
  kernels_.bump_sum({mean_.data(), scale_.data(), amplitude_.data(), size_}, points.data(), points.size(), sums);
}

void KernelMixture::add_coarse_densities(const float* points, float* sums) const {
  kernels_.coarse_sum({coarse_mean_.data(), coarse_scale_.data(), coarse_amplitude_.data(), size_}, points, sums);
}

double KernelMixture::mass_within(double a, double b) const {
  return kernels_.bump_mass({mean_.data(), scale_.data(), share_.data(), size_}, a, b);
}

}  // namespace pineforge::hpo
