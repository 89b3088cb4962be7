#include "candidate_set.hpp"

#include <algorithm>
#include <bit>
#include <limits>

namespace pineforge::hpo {
namespace {

/// Points and weights on [-1, 1], the weights adding up to 1 (Abramowitz and Stegun, table 25.4). `max_width`: see the
/// class.
struct Quadrature {
  double max_width;
  std::size_t points;
  double at[CandidateSet::kMaxPoints];
  double weight[CandidateSet::kMaxPoints];
};

constexpr std::array<Quadrature, 7> kQuadratures{{
    {7.9e-8, 1, {0.0}, {1.0}},
    {7.5e-4, 2, {-0.5773502691896257, 0.5773502691896257}, {0.5, 0.5}},
    {0.0173,
     3,
     {-0.7745966692414834, 0.0, 0.7745966692414834},
     {0.2777777777777778, 0.4444444444444444, 0.2777777777777778}},
    {0.0869,
     4,
     {-0.8611363115940526, -0.33998104358485626, 0.33998104358485626, 0.8611363115940526},
     {0.17392742256872692, 0.32607257743127305, 0.32607257743127305, 0.17392742256872692}},
    {0.233,
     5,
     {-0.906179845938664, -0.5384693101056831, 0.0, 0.5384693101056831, 0.906179845938664},
     {0.11846344252809454, 0.23931433524968324, 0.28444444444444444, 0.23931433524968324, 0.11846344252809454}},
    {0.459,
     6,
     {-0.932469514203152, -0.6612093864662645, -0.2386191860831969, 0.2386191860831969, 0.6612093864662645,
      0.932469514203152},
     {0.08566224618958518, 0.1803807865240693, 0.23395696728634552, 0.23395696728634552, 0.1803807865240693,
      0.08566224618958518}},
    {1.0,
     8,
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

CandidateSet::CandidateSet(const simd::Kernels& kernels, const NumericAxis& axis)
    : kernels_(kernels), axis_(axis), unit_(axis.interval().range() / 100.0) {
  choose_coarse_shifts();
  bound_coarse_quotients();
}

void CandidateSet::locate() {
  if (axis_.has_grid()) {
    axis_.values_at(positions_, values_);
    if (axis_.is_log()) {
      kernels_.log(values_.data(), positions_.data(), kCandidates);
    } else {
      for (std::size_t i = 0; i < kCandidates; ++i) positions_[i] = axis_.position_of(values_[i]);
    }
    bound_coarse_quotients();
  }
}

double CandidateSet::value(std::size_t candidate) const {
  return axis_.has_grid() ? values_[candidate] : axis_.value_at(positions_[candidate]);
}

/// Of the candidate's bin, in units of range / 100, no less than it is: ln((x + 1/2) / (x - 1/2)) < 1 / (x - 1/2).
double CandidateSet::greatest_width(std::size_t candidate) const {
  const double width = axis_.is_log() ? 1.0 / (values_[candidate] - 0.5) : 2.0 * axis_.half_step();
  return width / unit_;
}

// The bins of an even grid are of one width: where one point does not come close enough, two do.
void CandidateSet::choose_coarse_shifts() {
  constexpr double kMaxWidthOfOnePoint = 0.01;
  if (!axis_.has_grid() || axis_.is_log() || 2.0 * axis_.half_step() <= kMaxWidthOfOnePoint * unit_) return;
  const Quadrature& two_points = quadrature_of(2);
  for (std::size_t i = 0; i < 2; ++i) coarse_shifts_[i] = axis_.half_step() * two_points.at[i];
  coarse_shift_count_ = 2;
}

void CandidateSet::shift_coarse_points(double shift) {
  const simd::Interval& interval = axis_.interval();
  const double inverse_range = 1.0 / interval.range();
  for (std::size_t i = 0; i < kCandidates; ++i) {
    coarse_positions_[i] = positions_[i] + shift;
    coarse_points_[i] = static_cast<float>((coarse_positions_[i] - interval.low) * inverse_range);
  }
}

// The error of a coarse sum, relative to it. Positions are within 2^-25 of their values, their difference within 2^-24
// and a rounding, and are multiplied by at most 100 kBumpScale: z' = z kBumpScale is off by at most 6.3e-6 where
// z'^2 <= 40, z'^2 by 8.2e-5, a term by 5.7e-5 of it, with exp2_minus and the amplitude by 6.2e-5; rounding 460 sums
// adds 2.8e-5. Terms with z'^2 > 40 are below 2^-39 A <= 4e-10, 230 of them less than 4e-8 of the prior. So a quotient
// of two sums is off by less than 1.8e-4.
constexpr double kCoarseError = 2.5e-4;

/// The error of a quotient, relative to it, from taking the density at one or two points for its mean over the bin, of
/// w sigmas at most. One point is off by (w z)^2 / 24 and less, two by w^4 He4(z) / 4320 + 2.3e-6 w^6 He6(z) and less,
/// in either sum; z^2 <= 56 where z'^2 <= 40. Infinite where w is too large for that.
double CandidateSet::coarse_bin_error(std::size_t candidate) const {
  if (!axis_.has_grid()) return 0.0;
  const double width = greatest_width(candidate);
  const double square = width * width;
  if (coarse_shift_count_ == 1) return width <= 0.1 ? 5.0 * square : std::numeric_limits<double>::infinity();
  return width <= 0.4 ? square * square * (1.4 + 0.7 * square) : std::numeric_limits<double>::infinity();
}

void CandidateSet::bound_coarse_quotients() {
  for (std::size_t i = 0; i < kCandidates; ++i) {
    const double error = kCoarseError + coarse_bin_error(i);
    const bool is_judged = error < 1.0;
    coarse_least_[i] = is_judged ? static_cast<float>(1.0 - error) : 0.0F;
    coarse_most_[i] = is_judged ? static_cast<float>(1.0 + error) : std::numeric_limits<float>::max();
  }
}

std::uint32_t CandidateSet::coarse_best(const float* good, const float* bad) const {
  constexpr std::uint32_t kAll = (1U << kCandidates) - 1U;
  return kernels_.coarse_best(good, bad, coarse_least_.data(), coarse_most_.data()) & kAll;
}

void CandidateSet::place_points(std::uint32_t candidates) {
  point_count_ = 0;
  if (axis_.has_grid()) find_edges(candidates);
  for (; candidates != 0; candidates &= candidates - 1) {
    const auto candidate = static_cast<std::size_t>(std::countr_zero(candidates));
    first_points_[candidate] = point_count_;
    if (axis_.has_grid()) {
      place_bin(candidate);
    } else {
      points_[point_count_++] = positions_[candidate];
    }
    point_counts_[candidate] = point_count_ - first_points_[candidate];
  }
  while (point_count_ % simd::kPadding != 0) points_[point_count_++] = axis_.interval().low;
}

void CandidateSet::find_edges(std::uint32_t candidates) {
  if (!axis_.is_log()) {
    for (std::size_t i = 0; i < kCandidates; ++i) {
      low_[i] = positions_[i] - axis_.half_step();
      high_[i] = positions_[i] + axis_.half_step();
    }
    return;
  }
  for (std::size_t block = 0; block < kCandidates; block += simd::kPadding) {
    if ((candidates >> block & ((1U << simd::kPadding) - 1U)) == 0) continue;
    for (std::size_t i = block; i < block + simd::kPadding; ++i) {
      low_[i] = values_[i] - 0.5;
      high_[i] = values_[i] + 0.5;
    }
    kernels_.log(&low_[block], &low_[block], simd::kPadding);
    kernels_.log(&high_[block], &high_[block], simd::kPadding);
  }
}

void CandidateSet::place_bin(std::size_t candidate) {
  const double width = (high_[candidate] - low_[candidate]) / unit_;
  const auto fitting = std::find_if(kQuadratures.begin(), kQuadratures.end(),
                                    [&](const Quadrature& quadrature) { return width <= quadrature.max_width; });
  if (fitting == kQuadratures.end()) return;
  // A bin that one point serves may be too narrow for its edges to have a meaningful middle.
  const double middle = fitting->points == 1 ? positions_[candidate] : 0.5 * (low_[candidate] + high_[candidate]);
  const double half = 0.5 * (high_[candidate] - low_[candidate]);
  for (std::size_t j = 0; j < fitting->points; ++j) points_[point_count_++] = middle + half * fitting->at[j];
}

double CandidateSet::mean_density(std::size_t candidate, const double* densities) const {
  const std::size_t first = first_points_[candidate];
  const std::size_t points = point_counts_[candidate];
  if (points == 1) return densities[first];
  const Quadrature& quadrature = quadrature_of(points);
  double mean = 0.0;
  for (std::size_t j = 0; j < points; ++j) mean += quadrature.weight[j] * densities[first + j];
  return mean;
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
