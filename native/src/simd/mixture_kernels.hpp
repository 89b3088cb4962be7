// Truncated normal kernels: their constants, draws from them, sums and masses; included by the kernels_*.cpp only.
#pragma once

#include "coarse_kernels.hpp"
#include "kernels.hpp"
#include "normal_inverse.hpp"
#include "normal_tail.hpp"

namespace pineforge::hpo::simd {
namespace {

static void truncate(Interval interval, const double* mean, const double* sigma, size_t count, Truncation result) {
  // Beyond this a tail does not change 1 - tail.
  const Lanes far = broadcast(8.5);
  for (size_t i = 0; i < count; i += kWidth) {
    const Lanes s = load(sigma + i);
    const Lanes to_low = (load(mean + i) - interval.low) / s;
    const Lanes to_high = (interval.high - load(mean + i)) / s;
    Lanes mass = broadcast(1.0);
    if (result.lower != nullptr || any(to_low < far)) {
      const Lanes lower = upper_tail(to_low);
      if (result.lower != nullptr) store(result.lower + i, lower);
      mass = mass - lower;
    }
    if (result.upper != nullptr || any(to_high < far)) {
      const Lanes upper = upper_tail(to_high);
      if (result.upper != nullptr) store(result.upper + i, upper);
      mass = mass - upper;
    }
    store(result.mass + i, mass);
    store(result.scale + i, kBumpScale / s);
  }
}

static void weigh(Interval interval, size_t count, const Weighing& weighing) {
  const double range = interval.range();
  const double middle = interval.middle();
  const double inverse_range = 1.0 / range;
  for (size_t i = 0; i < count; i += kWidth) {
    const Lanes share = load(weighing.weight + i) / load(weighing.mass + i);
    const Lanes scale = load(weighing.scale + i);
    const Lanes amplitude = share * (scale * (range * (1.0 / kBumpScale)));
    store(weighing.share + i, share);
    store(weighing.amplitude + i, amplitude);
    store_coarse_bumps(weighing.coarse, i, (load(weighing.mean + i) - middle) * inverse_range, scale * range,
                       amplitude);
  }
}

static void draw(Interval interval, const DrawTable& table, const uint32_t* chosen, const double* u, size_t count,
                 double* result) {
  for (size_t i = 0; i < count; i += kWidth) {
    const Lanes mass = gather(table.mass, chosen + i);
    const Lanes quantile = load(u + i);
    const Lanes below = gather(table.lower, chosen + i) + quantile * mass;
    const Lanes above = gather(table.upper, chosen + i) + (1.0 - quantile) * mass;
    const Lanes x = normal_inverse(below, above) * gather(table.sigma, chosen + i) + gather(table.mean, chosen + i);
    store(result + i, smaller(larger(x, broadcast(interval.low)), broadcast(interval.high)));
  }
}

/// `kVectors` vectors of points against all kernels, so that accumulators stay in registers.
template <size_t kVectors>
PINEFORGE_INLINE void bump_sum_tile(const Bumps& bumps, const double* points, double* result) {
  Lanes point[kVectors];
  Lanes sum[kVectors];
  for (size_t v = 0; v < kVectors; ++v) {
    point[v] = load(points + v * kWidth);
    sum[v] = load(result + v * kWidth);
  }
  for (size_t i = 0; i < bumps.count; ++i) {
    const double mean = bumps.mean[i];
    const double scale = bumps.scale[i];
    const double amplitude = bumps.amplitude[i];
#pragma GCC unroll 8
    for (size_t v = 0; v < kVectors; ++v) {
      const Lanes distance = (point[v] - mean) * scale;
      sum[v] = sum[v] + amplitude * exp2_minus(distance * distance);
    }
  }
  for (size_t v = 0; v < kVectors; ++v) store(result + v * kWidth, sum[v]);
}

static void bump_sum(const Bumps& bumps, const double* points, size_t count, double* result) {
  constexpr size_t kTile = kWidth == 2 ? 4 : 24 / kWidth;
  size_t i = 0;
  for (; i + kTile * kWidth <= count; i += kTile * kWidth) bump_sum_tile<kTile>(bumps, points + i, result + i);
  for (; i < count; i += kBlock) bump_sum_tile<kParts>(bumps, points + i, result + i);
}

static double bump_mass(const Bumps& bumps, double a, double b) {
  Lanes sum[kParts] = {};
  for (size_t i = 0; i < bumps.count; i += kBlock) {
    for (size_t part = 0; part < kParts; ++part) {
      const size_t at = i + part * kWidth;
      const Lanes inverse_sigma = load(bumps.scale + at) * (1.0 / kBumpScale);
      const Lanes mean = load(bumps.mean + at);
      const Lanes mass = normal_mass((a - mean) * inverse_sigma, (b - mean) * inverse_sigma);
      sum[part] = sum[part] + load(bumps.amplitude + at) * mass;
    }
  }
  return sum8(sum);
}

}  // namespace
}  // namespace pineforge::hpo::simd
