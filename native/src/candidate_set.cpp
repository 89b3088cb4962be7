#include "candidate_set.hpp"

#include <algorithm>
#include <bit>
#include <limits>

namespace pineforge::hpo {
namespace {

/// Points and weights on [-1, 1], the weights adding up to 1 (Abramowitz and Stegun, table 25.4).
struct Quadrature {
  std::size_t points;
  double at[CandidateSet::kMaxPoints];
  double weight[CandidateSet::kMaxPoints];
};

constexpr std::array<Quadrature, 7> kQuadratures{{
    {1, {0.0}, {1.0}},
    {2, {-0.5773502691896257, 0.5773502691896257}, {0.5, 0.5}},
    {3, {-0.7745966692414834, 0.0, 0.7745966692414834}, {0.2777777777777778, 0.4444444444444444, 0.2777777777777778}},
    {4,
     {-0.8611363115940526, -0.33998104358485626, 0.33998104358485626, 0.8611363115940526},
     {0.17392742256872692, 0.32607257743127305, 0.32607257743127305, 0.17392742256872692}},
    {5,
     {-0.906179845938664, -0.5384693101056831, 0.0, 0.5384693101056831, 0.906179845938664},
     {0.11846344252809454, 0.23931433524968324, 0.28444444444444444, 0.23931433524968324, 0.11846344252809454}},
    {6,
     {-0.932469514203152, -0.6612093864662645, -0.2386191860831969, 0.2386191860831969, 0.6612093864662645,
      0.932469514203152},
     {0.08566224618958518, 0.1803807865240693, 0.23395696728634552, 0.23395696728634552, 0.1803807865240693,
      0.08566224618958518}},
    {8,
     {-0.9602898564975363, -0.7966664774136267, -0.525532409916329, -0.1834346424956498, 0.1834346424956498,
      0.525532409916329, 0.7966664774136267, 0.9602898564975363},
     {0.05061426814518813, 0.11119051722668724, 0.15685332293894363, 0.181341891689181, 0.181341891689181,
      0.15685332293894363, 0.11119051722668724, 0.05061426814518813}},
}};

const Quadrature& quadrature_of(std::size_t points) {
  return *std::find_if(kQuadratures.begin(), kQuadratures.end(),
                       [&](const Quadrature& quadrature) { return quadrature.points == points; });
}

}  // namespace

/// So many points for bins up to `max_width`, in units of range / 100.
struct QuadratureRule {
  double max_width;
  std::size_t points;
};

namespace {

constexpr std::array<QuadratureRule, 7> kExactRules{
    {{7.9e-8, 1}, {7.5e-4, 2}, {0.0173, 3}, {0.0869, 4}, {0.233, 5}, {0.459, 6}, {1.0, 8}}};
/// See kCoarseBinError.
constexpr std::array<QuadratureRule, 7> kCoarseRules{
    {{0.0055, 1}, {0.1, 2}, {0.32, 3}, {0.64, 4}, {1.05, 5}, {1.57, 6}, {3.0, 8}}};

}  // namespace

CandidateSet::CandidateSet(const simd::Kernels& kernels, const NumericAxis& axis)
    : kernels_(kernels), axis_(axis), unit_(axis.interval().range() / 100.0) {
  for (std::size_t value = 1; value < small_bins_.size(); ++value) {
    const double low = log_of(kernels, static_cast<double>(value) - 0.5);
    const double high = log_of(kernels, static_cast<double>(value) + 0.5);
    small_bins_[value] = {0.5 * (low + high), 0.5 * (high - low)};
  }
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

void CandidateSet::place_coarse_points() { place(distinct_, kCoarseRules); }

void CandidateSet::place_points(std::uint32_t candidates) { place(candidates, kExactRules); }

void CandidateSet::place(std::uint32_t candidates, std::span<const QuadratureRule> rules) {
  point_count_ = 0;
  for (; candidates != 0; candidates &= candidates - 1) {
    const auto candidate = static_cast<std::size_t>(std::countr_zero(candidates));
    first_points_[candidate] = point_count_;
    if (axis_.has_grid()) {
      place_bin(candidate, rules);
    } else {
      points_[point_count_++] = positions_[candidate];
    }
    point_counts_[candidate] = point_count_ - first_points_[candidate];
  }
  while (point_count_ % simd::kPadding != 0) points_[point_count_++] = axis_.interval().low;
}

void CandidateSet::place_bin(std::size_t candidate, std::span<const QuadratureRule> rules) {
  const Bin bin = bin_of(candidate);
  low_[candidate] = bin.middle - bin.half;
  high_[candidate] = bin.middle + bin.half;
  const double width = 2.0 * bin.half / unit_;
  const auto fitting =
      std::find_if(rules.begin(), rules.end(), [&](const QuadratureRule& rule) { return width <= rule.max_width; });
  if (fitting == rules.end()) return;
  const Quadrature& quadrature = quadrature_of(fitting->points);
  for (std::size_t j = 0; j < quadrature.points; ++j) {
    points_[point_count_++] = bin.middle + bin.half * quadrature.at[j];
  }
}

// The series are those of ln(1 - 1 / 4v^2) / 2 and artanh(1 / 2v), which from 32 on leave out less than 1e-19.
CandidateSet::Bin CandidateSet::bin_of(std::size_t candidate) const {
  if (!axis_.is_log()) return {positions_[candidate], axis_.half_step()};
  const double value = values_[candidate];
  if (value < kSmallValues) return small_bins_[static_cast<std::size_t>(value)];
  const double x = 0.5 / value;
  const double y = x * x;
  const double shift = y * (0.5 + y * (1.0 / 4.0 + y * (1.0 / 6.0 + y * (1.0 / 8.0 + y * (1.0 / 10.0)))));
  const double half = x * (1.0 + y * (1.0 / 3.0 + y * (1.0 / 5.0 + y * (1.0 / 7.0 + y * (1.0 / 9.0)))));
  return {positions_[candidate] - shift, half};
}

template <class Real>
Real CandidateSet::mean_density(std::size_t candidate, std::span<const Real> densities) const {
  const std::size_t first = first_points_[candidate];
  const std::size_t points = point_counts_[candidate];
  if (points == 1) return densities[first];
  const Quadrature& quadrature = quadrature_of(points);
  Real mean = 0;
  for (std::size_t j = 0; j < points; ++j) mean += static_cast<Real>(quadrature.weight[j]) * densities[first + j];
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
  std::array<float, simd::kCoarseCandidates> good_means{};
  std::array<float, simd::kCoarseCandidates> bad_means;
  // What is not judged has a quotient of 0.
  bad_means.fill(1.0F);
  if (!axis_.has_grid()) {
    std::copy_n(good.begin(), kCandidates, good_means.begin());
    std::copy_n(bad.begin(), kCandidates, bad_means.begin());
    return kernels_.coarse_best(good_means.data(), bad_means.data(), worst_quotient(kCoarseError)) & kAllCandidates;
  }
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
  const float worst = worst_quotient(kCoarseError + 2.1 * kCoarseBinError);
  return undecided | (kernels_.coarse_best(good_means.data(), bad_means.data(), worst) & distinct_);
}

std::vector<double> CandidateSet::wide_bin_edges(const simd::Kernels& kernels, const NumericAxis& axis,
                                                 const Parameter& parameter) {
  std::vector<double> edges;
  if (!parameter.log || parameter.kind != ParameterKind::kInt) return edges;
  const double unit = axis.interval().range() / 100.0;
  double low = axis.interval().low;
  for (double value = parameter.low; value <= parameter.high; ++value) {
    const double high = log_of(kernels, value + 0.5);
    if ((high - low) / unit <= 1.0) break;
    if (edges.empty()) edges.push_back(low);
    edges.push_back(high);
    low = high;
  }
  return edges;
}

}  // namespace pineforge::hpo
