// The arithmetic of parameters with few values; included by the kernels_*.cpp only.
#pragma once

#include "kernels.hpp"
#include "lanes.hpp"

namespace pineforge::hpo::simd {
namespace {

static void grid_draw(const double* rows, const uint32_t* chosen, const double* u, size_t draws, uint32_t* result) {
  for (size_t i = 0; i < draws; ++i) {
    const double* row = rows + chosen[i] * kGridRow;
    const Lanes quantile = broadcast(u[i]);
    uint32_t below = 0;
    for (size_t j = 0; j < kGridRow; j += kWidth) below += count(load(row + j) <= quantile);
    result[i] = below;
  }
}

static void grid_sum(const double* weight, const double* bins, uint32_t last, uint32_t reach, const uint32_t* values,
                     size_t count_of_values, double* result) {
  for (size_t i = 0; i < count_of_values; ++i) {
    const uint32_t value = values[i];
    const double* shifted = bins + (last - value);
    const size_t from = value > reach ? (value - reach) / kBlock * kBlock : 0;
    const size_t to = last - value > reach ? value + reach : last;
    Lanes sum[kParts] = {};
    for (size_t j = from; j <= to; j += kBlock) {
      for (size_t part = 0; part < kParts; ++part) {
        const size_t at = j + part * kWidth;
        sum[part] = sum[part] + load(weight + at) * load(shifted + at);
      }
    }
    result[i] += sum8(sum);
  }
}

}  // namespace
}  // namespace pineforge::hpo::simd
