#include "candidate_set.hpp"

#include <algorithm>
#include <cmath>

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
  for (std::size_t i = 0; i <= kCandidates; ++i) first_[i] = i;
}

void CandidateSet::locate() {
  axis_.values_at(positions_, values_);
  if (!axis_.has_grid()) {
    std::copy(positions_.begin(), positions_.end(), points_.begin());
    return;
  }
  if (axis_.is_log()) {
    std::array<double, kCandidates> edges;
    std::transform(values_.begin(), values_.end(), edges.begin(), [](double value) { return value - 0.5; });
    kernels_.log(edges.data(), low_.data(), kCandidates);
    std::transform(values_.begin(), values_.end(), edges.begin(), [](double value) { return value + 0.5; });
    kernels_.log(edges.data(), high_.data(), kCandidates);
    kernels_.log(values_.data(), positions_.data(), kCandidates);
  } else {
    for (std::size_t i = 0; i < kCandidates; ++i) {
      positions_[i] = axis_.position_of(values_[i]);
      low_[i] = positions_[i] - axis_.half_step();
      high_[i] = positions_[i] + axis_.half_step();
    }
  }
  place_points();
}

void CandidateSet::place_points() {
  std::size_t count = 0;
  for (std::size_t i = 0; i < kCandidates; ++i) {
    first_[i] = count;
    const double width = (high_[i] - low_[i]) / unit_;
    const auto fitting = std::find_if(kQuadratures.begin(), kQuadratures.end(),
                                      [&](const Quadrature& quadrature) { return width <= quadrature.max_width; });
    if (fitting == kQuadratures.end()) continue;
    // A bin that one point serves may be too narrow for its edges to have a meaningful middle.
    const double middle = fitting->points == 1 ? positions_[i] : 0.5 * (low_[i] + high_[i]);
    const double half = 0.5 * (high_[i] - low_[i]);
    for (std::size_t j = 0; j < fitting->points; ++j) points_[count++] = middle + half * fitting->at[j];
  }
  first_[kCandidates] = count;
  point_count_ = simd::padded(count);
  std::fill(points_.begin() + static_cast<std::ptrdiff_t>(count),
            points_.begin() + static_cast<std::ptrdiff_t>(point_count_), axis_.interval().low);
}

double CandidateSet::mean_density(std::size_t candidate, const double* densities) const {
  const std::size_t first = first_[candidate];
  const std::size_t points = first_[candidate + 1] - first;
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
