#include "candidate_set.hpp"

#include <algorithm>
#include <bit>

namespace pineforge::hpo {

CandidateSet::CandidateSet(const simd::Kernels& kernels, const NumericAxis& axis, const Parameter& parameter)
    : kernels_(kernels), axis_(axis), unit_(axis.interval().range() / 100.0), low_(parameter.low) {
  for (std::size_t value = 1; value < small_bins_.size(); ++value) {
    const double low = log_of(kernels, static_cast<double>(value) - 0.5);
    const double high = log_of(kernels, static_cast<double>(value) + 0.5);
    small_bins_[value] = {0.5 * (low + high), 0.5 * (high - low)};
  }
  if (axis.is_log() && axis.has_grid()) find_wide_bins(parameter);
}

// Bins get narrower with their values, and no more than 100 are wider than a hundredth of the range.
void CandidateSet::find_wide_bins(const Parameter& parameter) {
  const double most = std::min(100.0, parameter.high - parameter.low + 1.0);
  for (double i = 0.0; i < most; ++i) {
    const double value = parameter.low + i;
    if (2.0 * bin_of(value, 0.0).half / unit_ <= 1.0) break;
    if (i == 0.0) wide_bin_edges_.push_back(log_of(kernels_, value - 0.5));
    wide_bin_edges_.push_back(log_of(kernels_, value + 0.5));
  }
}

bool CandidateSet::is_wide(double value) const {
  return !wide_bin_edges_.empty() && value - low_ < static_cast<double>(wide_bin_edges_.size() - 1);
}

void CandidateSet::locate() {
  if (!axis_.has_grid()) return;
  axis_.values_at(positions_, values_);
  if (axis_.is_log()) {
    kernels_.log(values_.data(), positions_.data(), kCandidates);
  } else {
    for (std::size_t i = 0; i < kCandidates; ++i) positions_[i] = axis_.position_of(values_[i]);
  }
  find_distinct();
}

void CandidateSet::find_distinct() {
  constexpr std::uint64_t kMultiplier = 0x9e3779b97f4a7c15;
  distinct_ = 0;
  std::uint64_t hashes = 0;
  for (std::size_t i = 0; i < kCandidates; ++i) {
    const std::uint64_t hash = std::uint64_t{1} << (std::bit_cast<std::uint64_t>(values_[i]) * kMultiplier >> 58);
    const auto here = values_.begin() + static_cast<std::ptrdiff_t>(i);
    const bool is_known = (hashes & hash) != 0 && std::find(values_.begin(), here, *here) != here;
    hashes |= hash;
    distinct_ |= static_cast<std::uint32_t>(is_known ? 0 : 1) << i;
  }
}

double CandidateSet::value(std::size_t candidate) const {
  return axis_.has_grid() ? values_[candidate] : axis_.value_at(positions_[candidate]);
}

void CandidateSet::place_coarse_points() {
  if (axis_.has_grid()) return place(distinct_, /*coarsely=*/true);
  std::copy(positions_.begin(), positions_.end(), points_.begin());
  point_count_ = kCandidates;
}

void CandidateSet::place_points(std::uint32_t candidates) { place(candidates, /*coarsely=*/false); }

void CandidateSet::place(std::uint32_t candidates, bool coarsely) {
  point_count_ = 0;
  for (; candidates != 0; candidates &= candidates - 1) {
    const auto candidate = static_cast<std::size_t>(std::countr_zero(candidates));
    bins_[candidate] = bin_of(values_[candidate], positions_[candidate]);
    const auto [middle, half] = bins_[candidate];
    first_points_[candidate] = point_count_;
    const BinQuadrature* quadrature = quadrature_for(candidate, coarsely);
    quadratures_[candidate] = quadrature;
    if (quadrature == nullptr) continue;
    for (std::size_t j = 0; j < quadrature->points; ++j) points_[point_count_++] = middle + half * quadrature->at[j];
  }
  while (point_count_ % simd::kPadding != 0) points_[point_count_++] = axis_.interval().low;
}

const BinQuadrature* CandidateSet::quadrature_for(std::size_t candidate, bool coarsely) const {
  const double width = 2.0 * bins_[candidate].half / unit_;
  if (coarsely) return coarse_quadrature(width);
  return is_wide(values_[candidate]) ? nullptr : exact_quadrature(std::min(width, 1.0));
}

// The series are those of ln(1 - 1 / 4v^2) / 2 and artanh(1 / 2v), which from 32 on leave out less than 1e-19.
CandidateSet::Bin CandidateSet::bin_of(double value, double position) const {
  if (!axis_.is_log() || !axis_.has_grid()) return {position, axis_.half_step()};
  if (value < kSmallValues) return small_bins_[static_cast<std::size_t>(value)];
  const double x = 0.5 / value;
  const double y = x * x;
  const double shift = y * (0.5 + y * (1.0 / 4.0 + y * (1.0 / 6.0 + y * (1.0 / 8.0 + y * (1.0 / 10.0)))));
  const double half = x * (1.0 + y * (1.0 / 3.0 + y * (1.0 / 5.0 + y * (1.0 / 7.0 + y * (1.0 / 9.0)))));
  return {position - shift, half};
}

template <class Real>
Real CandidateSet::mean_density(std::size_t candidate, std::span<const Real> densities) const {
  const BinQuadrature& quadrature = *quadratures_[candidate];
  const Real* here = densities.data() + first_points_[candidate];
  Real mean = 0;
  for (std::size_t j = 0; j < quadrature.points; ++j) mean += static_cast<Real>(quadrature.weight[j]) * here[j];
  return mean;
}

template float CandidateSet::mean_density(std::size_t candidate, std::span<const float> densities) const;
template double CandidateSet::mean_density(std::size_t candidate, std::span<const double> densities) const;

// The error of a coarse sum, relative to it. Positions, at most 1/2, are within 2^-26 of their values and multiplied by
// at most 85, offsets within 2^-19, scales within 2^-24 of theirs: z' = z kBumpScale is off by 5.1e-6 at most. A term
// A 2^-z'^2 is off by 1.4 z' times that, up to z'^2 = 20 by 3.2e-5 of it, with exp2_minus and the amplitude by 3.8e-5.
// Further terms, at most 230 of A <= 200, add up to less than 2 % of the prior and are off by less than 5e-5 of them.
// Rounding the sums adds 230 2^-24 = 1.4e-5, or in the good mixture of 26 kernels 2e-6. So a quotient of two sums is
// off by less than 9.4e-5.
constexpr double kCoarseError = 1e-4;

namespace {

/// The least quotient, in units of the largest, whose candidate may yet be the best.
float worst_quotient(double error) { return static_cast<float>((1.0 - error) / (1.0 + error)); }

}  // namespace

std::uint32_t CandidateSet::coarse_best(std::span<const float> good, std::span<const float> bad) const {
  if (!axis_.has_grid()) {
    return kernels_.coarse_best(good.data(), bad.data(), worst_quotient(kCoarseError)) & kAllCandidates;
  }
  std::array<float, simd::kCoarseCandidates> good_means{};
  std::array<float, simd::kCoarseCandidates> bad_means{};
  std::uint32_t undecided = 0;
  for (std::uint32_t candidates = distinct_; candidates != 0; candidates &= candidates - 1) {
    const auto candidate = static_cast<std::size_t>(std::countr_zero(candidates));
    if (by_mass(candidate)) {
      undecided |= 1U << candidate;
      continue;
    }
    good_means[candidate] = mean_density(candidate, good);
    bad_means[candidate] = mean_density(candidate, bad);
  }
  // Both means are off by kCoarseBinError at most, and a little more for what lies beyond its 7.5 sigmas.
  const float worst = worst_quotient(kCoarseError + 2.1 * kCoarseBinError);
  return undecided | (kernels_.coarse_best(good_means.data(), bad_means.data(), worst) & distinct_);
}

}  // namespace pineforge::hpo
