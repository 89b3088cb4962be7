#include "numeric_kernels.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

#include "argsort.hpp"
#include "truncated_normal.hpp"

namespace pineforge::hpo {

NumericKernel::NumericKernel(double kernel_mean, double kernel_sigma, double low, double high)
    : mean(kernel_mean),
      sigma(kernel_sigma),
      from((low - mean) / sigma),
      to((high - mean) / sigma),
      log_mass(log_normal_mass(from, to)) {}

double NumericKernel::log_density(double x) const {
  const double z = (x - mean) / sigma;
  if (z < from || z > to) return -std::numeric_limits<double>::infinity();
  return log_normal_density(z) - log_mass - std::log(sigma);
}

double NumericKernel::log_cell_mass(double cell_low, double cell_high) const {
  return log_normal_mass((cell_low - mean) / sigma, (cell_high - mean) / sigma) - log_mass;
}

NumericKernels::NumericKernels(const Parameter& parameter, std::span<const double> observations, TieOrder tie_order)
    : parameter_(parameter),
      low_(inner(parameter.low - parameter.step / 2.0)),
      high_(inner(parameter.high + parameter.step / 2.0)) {
  std::vector<double> means(observations.size());
  std::transform(observations.begin(), observations.end(), means.begin(), [&](double value) { return inner(value); });
  std::vector<double> sigmas = kernel_widths(means, low_, high_, tie_order);
  means.push_back(0.5 * (low_ + high_));
  sigmas.push_back(high_ - low_);

  std::map<std::pair<double, double>, std::size_t> known;
  for (std::size_t i = 0; i < means.size(); ++i) {
    const double mean = means[i];
    const double sigma = sigmas[i];
    if (parameter_.step != 0.0) {
      const auto [place, is_new] = known.try_emplace({mean, sigma}, kernels_.size());
      kernel_of_.push_back(place->second);
      if (!is_new) continue;
    } else {
      kernel_of_.push_back(kernels_.size());
    }
    kernels_.emplace_back(mean, sigma, low_, high_);
  }
}

double NumericKernels::inner(double value) const { return parameter_.log ? std::log(value) : value; }

double NumericKernels::draw(std::size_t kernel, double u) const {
  const NumericKernel& k = kernels_[kernel_of_[kernel]];
  const double x = truncated_normal_quantile(u, k.from, k.to) * k.sigma + k.mean;
  const double value = parameter_.log ? std::exp(x) : x;
  if (parameter_.step == 0.0) return value;
  const double steps = std::nearbyint((value - parameter_.low) / parameter_.step);
  return std::clamp(parameter_.low + steps * parameter_.step, parameter_.low, parameter_.high);
}

std::vector<double> NumericKernels::log_densities(double value) const {
  std::vector<double> by_kernel(kernels_.size());
  if (parameter_.step == 0.0) {
    const double x = inner(value);
    std::transform(kernels_.begin(), kernels_.end(), by_kernel.begin(),
                   [&](const NumericKernel& kernel) { return kernel.log_density(x); });
  } else {
    const double cell_low = inner(value - parameter_.step / 2.0);
    const double cell_high = inner(value + parameter_.step / 2.0);
    std::transform(kernels_.begin(), kernels_.end(), by_kernel.begin(),
                   [&](const NumericKernel& kernel) { return kernel.log_cell_mass(cell_low, cell_high); });
  }
  std::vector<double> result(kernel_of_.size());
  std::transform(kernel_of_.begin(), kernel_of_.end(), result.begin(), [&](std::size_t k) { return by_kernel[k]; });
  return result;
}

std::vector<double> kernel_widths(std::span<const double> observations, double low, double high, TieOrder tie_order) {
  const std::size_t count = observations.size();
  const std::vector<std::size_t> order = argsort(observations, tie_order);
  const double least = (high - low) / std::min(100.0, static_cast<double>(count) + 2.0);
  std::vector<double> widths(count);
  for (std::size_t rank = 0; rank < count; ++rank) {
    const bool first = rank == 0;
    const bool last = rank == count - 1;
    const double here = observations[order[rank]];
    const double left = here - (first ? low : observations[order[rank - 1]]);
    const double right = (last ? high : observations[order[rank + 1]]) - here;
    const bool inner_only = (first || last) && count >= 2;
    const double width = inner_only ? (first ? right : left) : std::max(left, right);
    widths[order[rank]] = std::min(std::max(width, least), high - low);
  }
  return widths;
}

}  // namespace pineforge::hpo
