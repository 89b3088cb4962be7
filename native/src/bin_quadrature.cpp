#include "bin_quadrature.hpp"

#include <algorithm>
#include <array>

namespace pineforge::hpo {
namespace {

constexpr std::array<BinQuadrature, 7> kQuadratures{{
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

/// Up to which width each of them serves.
using Widths = std::array<double, kQuadratures.size()>;
constexpr Widths kExactWidths{7.9e-8, 7.5e-4, 0.0173, 0.0869, 0.233, 0.459, 1.0};
constexpr Widths kCoarseWidths{0.0055, 0.1, 0.32, 0.64, 1.05, 1.57, 3.0};

const BinQuadrature* first_to_serve(double width, const Widths& widths) {
  const auto place = static_cast<std::size_t>(std::lower_bound(widths.begin(), widths.end(), width) - widths.begin());
  return place < widths.size() ? &kQuadratures[place] : nullptr;
}

}  // namespace

const BinQuadrature* exact_quadrature(double width) { return first_to_serve(width, kExactWidths); }

const BinQuadrature* coarse_quadrature(double width) { return first_to_serve(width, kCoarseWidths); }

}  // namespace pineforge::hpo
