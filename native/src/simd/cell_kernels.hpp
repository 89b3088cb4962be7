// The arithmetic of cell tables (cell_table.hpp explains them); included by the kernels_*.cpp only.
#pragma once

#include "chebyshev_nodes.hpp"
#include "kernels.hpp"
#include "vector_math.hpp"

namespace pineforge::hpo::simd {
namespace {

/// exp(-(t + s)^2 / 2) = exp(-t^2 / 2) exp(-t s) exp(-s^2 / 2) with t from the mean to a cell's centre and s from there
/// to a node. The middle factor is computed for the first cell and then multiplied by exp(-s) from cell to cell.
static void cell_profile(double offset, double amplitude, size_t cells, double* profile) {
  double centre[kBlock * 3];
  for (size_t i = 0; i < kBlock * 3; i += kWidth) {
    Lanes index;
    for (size_t lane = 0; lane < kWidth; ++lane) index[lane] = static_cast<double>(i + lane);
    const Lanes t = offset + index;
    store(centre + i, amplitude * exp2_minus(t * t * (0.5 * kLog2E)));
  }
  constexpr size_t kVectors = kNodes / kWidth;
  Lanes factor[kVectors];
  for (size_t v = 0; v < kVectors; ++v) {
    factor[v] = exp_lanes(-offset * load(kNode + v * kWidth)) * load(kExpHalfSquare + v * kWidth);
  }
  for (size_t cell = 0; cell < cells; ++cell) {
#pragma GCC unroll 8
    for (size_t v = 0; v < kVectors; ++v) {
      store(profile + cell * kNodes + v * kWidth, factor[v] * centre[cell]);
      factor[v] = factor[v] * load(kExpMinusNode + v * kWidth);
    }
  }
}

static void axpy(const double* profile, double factor, size_t count, double* sum) {
  for (size_t i = 0; i < count; i += kWidth) store(sum + i, load(sum + i) + load(profile + i) * factor);
}

static void age(const double* profile, double rank, size_t count, double* recent, double* old, double* ranked) {
  for (size_t i = 0; i < count; i += kWidth) {
    const Lanes value = load(profile + i);
    store(recent + i, load(recent + i) - value);
    store(old + i, load(old + i) + value);
    store(ranked + i, load(ranked + i) + value * rank);
  }
}

static void cell_swap(const double* old, const double* recent, size_t count, double* ranked, double* snapshot) {
  for (size_t i = 0; i < count; i += kWidth) {
    const Lanes value = load(old + i);
    store(ranked + i, load(ranked + i) + (value - load(snapshot + i)));
    store(snapshot + i, value + load(recent + i));
  }
}

/// Lagrange's weights of a cell's nodes at s: node k's is kNodeWeight[k] times the product of s - kNode[j] over all
/// other j. Lane i of a block pairs nodes i and i + 8; products over the other lanes come from exchanges.
PINEFORGE_INLINE void lagrange_weights(double s, Lanes (&low)[kParts], Lanes (&high)[kParts]) {
  Lanes distance_low[kParts], distance_high[kParts], pair[kParts], other[kParts], two[kParts], four[kParts];
  for (size_t part = 0; part < kParts; ++part) {
    distance_low[part] = s - load(kNode + part * kWidth);
    distance_high[part] = s - load(kNode + kBlock + part * kWidth);
    pair[part] = distance_low[part] * distance_high[part];
  }
  exchange<1>(pair, other);
  for (size_t part = 0; part < kParts; ++part) pair[part] = pair[part] * other[part];
  exchange<2>(pair, two);
  for (size_t part = 0; part < kParts; ++part) pair[part] = pair[part] * two[part];
  exchange<4>(pair, four);
  for (size_t part = 0; part < kParts; ++part) {
    const Lanes others = (other[part] * two[part]) * four[part];
    low[part] = (others * distance_high[part]) * load(kNodeWeight + part * kWidth);
    high[part] = (others * distance_low[part]) * load(kNodeWeight + kBlock + part * kWidth);
  }
}

static void cell_sum(const CellSums& sums, double alpha, double beta, double low_end, double inverse_width,
                     const double* points, size_t count, size_t cells, double* result) {
  for (size_t i = 0; i < count; ++i) {
    double position = (points[i] - low_end) * inverse_width;
    if (!(position >= 0.0)) position = 0.0;
    size_t cell = static_cast<size_t>(position);
    if (cell >= cells) cell = cells - 1;
    const double s = (position - static_cast<double>(cell)) - 0.5;
    Lanes low[kParts], high[kParts], sum[kParts];
    lagrange_weights(s, low, high);
    for (size_t part = 0; part < kParts; ++part) {
      const size_t at = cell * kNodes + part * kWidth;
      const Lanes value_low = (load(sums.old + at) * alpha + load(sums.ranked + at) * beta) + load(sums.recent + at);
      const Lanes value_high = (load(sums.old + at + kBlock) * alpha + load(sums.ranked + at + kBlock) * beta) +
                               load(sums.recent + at + kBlock);
      sum[part] = low[part] * value_low + high[part] * value_high;
    }
    result[i] += sum8(sum);
  }
}

}  // namespace
}  // namespace pineforge::hpo::simd
