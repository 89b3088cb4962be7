#include "good_grid_model.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace pineforge::hpo {
namespace {

simd::Interval grid_interval(std::size_t size) { return {-0.5, static_cast<double>(size) - 0.5}; }

}  // namespace

GoodGridModel::GoodGridModel(const simd::Kernels& kernels, GridTails& tails)
    : kernels_(kernels),
      tails_(tails),
      spare_tails_(simd::padded(tails.size())),
      least_(kernels, tails.size()),
      masses_(simd::padded(tails.size())),
      mixture_(kernels, grid_interval(tails.size()), kMaxGood + 1),
      rows_((kMaxGood + 1) * simd::kGridRow) {
  rebuild({}, {});
}

void GoodGridModel::rebuild(std::span<const Trial> good, std::span<const std::uint8_t> values) {
  const std::size_t count = good.size();
  const simd::Interval interval = grid_interval(tails_.size());
  const SortedGood sorted(
      good, [&](Trial trial) { return static_cast<double>(values[static_cast<std::size_t>(trial)]); }, interval);
  if (const double least = least_width(interval, count); least != least_.sigma()) least_.set_sigma(least);

  std::copy_n(tails_.prior_masses(), masses_.size(), masses_.begin());
  mixture_.resize(count + 1);
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t kernel = sorted.order[i];
    const auto value = static_cast<std::size_t>(sorted.position[i]);
    add_kernel(value, sorted.sigma[i]);
    if (has_rows()) {
      set_row(kernel, value, sorted.sigma[i]);
    } else {
      mixture_.mean()[kernel] = sorted.position[i];
      mixture_.sigma()[kernel] = sorted.sigma[i];
    }
  }
  chooser_.reset(count + 1);
  if (has_rows()) {
    set_prior_row(count);
    return;
  }
  mixture_.mean()[count] = 0.5 * (interval.low + interval.high);
  mixture_.sigma()[count] = interval.range();
  mixture_.complete(/*tails=*/true);
}

void GoodGridModel::add_kernel(std::size_t value, double sigma) {
  if (sigma == least_.sigma()) {
    kernels_.axpy(least_.bin_masses(value), least_.inverse_mass(value), masses_.size(), masses_.data());
    return;
  }
  const std::size_t size = tails_.size();
  const double* tails = tails_.of_width(sigma, spare_tails_);
  const double share = 1.0 / interval_mass(tails, size, value);
  masses_[value] += share * bin_mass(tails, 0);
  for (std::size_t distance = 1; distance < size - value; ++distance) {
    masses_[value + distance] += share * bin_mass(tails, distance);
  }
  for (std::size_t distance = 1; distance <= value; ++distance) {
    masses_[value - distance] += share * bin_mass(tails, distance);
  }
}

/// Cumulative masses up to the upper edge of each value but the last; entries beyond exceed every uniform.
void GoodGridModel::set_row(std::size_t kernel, std::size_t value, double sigma) {
  const std::size_t size = tails_.size();
  const bool is_least = sigma == least_.sigma();
  const double* tails = is_least ? nullptr : tails_.of_width(sigma, spare_tails_);
  const double share = is_least ? least_.inverse_mass(value) : 1.0 / interval_mass(tails, size, value);
  double* row = rows_.data() + kernel * simd::kGridRow;
  double cumulative = 0.0;
  for (std::size_t i = 0; i + 1 < size; ++i) {
    const std::size_t distance = i > value ? i - value : value - i;
    cumulative += share * (is_least ? least_.bin_mass(distance) : bin_mass(tails, distance));
    row[i] = cumulative;
  }
  std::fill(row + size - 1, row + simd::kGridRow, 2.0);
}

void GoodGridModel::set_prior_row(std::size_t kernel) {
  double* row = rows_.data() + kernel * simd::kGridRow;
  std::partial_sum(tails_.prior_masses(), tails_.prior_masses() + tails_.size() - 1, row);
  std::fill(row + tails_.size() - 1, row + simd::kGridRow, 2.0);
}

std::array<std::uint32_t, kCandidates> GoodGridModel::draw(UniformStream& stream) const {
  std::array<double, 2 * kCandidates> uniforms;
  std::array<std::uint32_t, kCandidates> chosen;
  std::array<std::uint32_t, kCandidates> candidates;
  stream.take(uniforms);
  chooser_.choose(std::span(uniforms).first<kCandidates>(), chosen.data());
  const double* quantiles = uniforms.data() + kCandidates;
  if (has_rows()) {
    kernels_.grid_draw(rows_.data(), chosen.data(), quantiles, kCandidates, candidates.data());
    return candidates;
  }
  std::array<double, kCandidates> positions;
  kernels_.draw(grid_interval(tails_.size()), mixture_.draw_table(), chosen.data(), quantiles, kCandidates,
                positions.data());
  // Rounds half to even what is below 2^51.
  constexpr double kRounder = 0x1.8p52;
  const double last = static_cast<double>(tails_.size()) - 1.0;
  std::transform(positions.begin(), positions.end(), candidates.begin(), [&](double position) {
    return static_cast<std::uint32_t>(
        static_cast<std::int32_t>(std::clamp((position + kRounder) - kRounder, 0.0, last)));
  });
  return candidates;
}

}  // namespace pineforge::hpo
