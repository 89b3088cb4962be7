// The arithmetic of parameters with few values; included by the kernels_*.cpp only.
#pragma once

#include "kernels.hpp"
#include "normal_tail.hpp"

namespace pineforge::hpo::simd {
namespace {

/// Lane numbers of a block.
alignas(64) constexpr double kLane[kBlock] = {0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0};

/// The bits of a block's lanes.
alignas(64) constexpr int64_t kBit[kBlock] = {1, 2, 4, 8, 16, 32, 64, 128};

using Indices = uint32_t __attribute__((vector_size(kWidth * sizeof(uint32_t))));

/// Bit i is set where a[i] < b[i].
PINEFORGE_INLINE uint32_t less(Lanes a, Lanes b) {
#if defined(__AVX512F__)
  return _mm512_cmp_pd_mask(a, b, _CMP_LT_OS);
#elif defined(__AVX2__)
  return static_cast<uint32_t>(_mm256_movemask_pd(_mm256_cmp_pd(a, b, _CMP_LT_OS)));
#elif defined(__SSE2__)
  return static_cast<uint32_t>(_mm_movemask_pd(_mm_cmplt_pd(a, b)));
#else
  const IntLanes mask = a < b;
  return static_cast<uint32_t>((mask[0] & 1) | (mask[1] & 2));
#endif
}

/// How many of kGridWindow entries are less than `target`.
PINEFORGE_INLINE uint32_t count_less(const double* window, double target) {
  const Lanes bound = broadcast(target);
#if defined(__AVX2__)
  uint32_t bits = 0;
  for (size_t j = 0; j < kGridWindow; j += kWidth) bits |= less(load(window + j), bound) << j;
  return static_cast<uint32_t>(__builtin_popcount(bits));
#else
  IntLanes found{};
  for (size_t j = 0; j < kGridWindow; j += kWidth) found -= load(window + j) < bound;
  return static_cast<uint32_t>(found[0] + found[1]);
#endif
}

static bool equal_choice(const double* u, size_t count, double kernels, uint32_t* chosen) {
  const Lanes margin = broadcast(1e-12);
  IntLanes near{};
  for (size_t i = 0; i < count; i += kWidth) {
    const Lanes product = load(u + i) * kernels;
    // Adding kRounder leaves the rounded product in the low bits; half a unit less makes that the whole part.
    const Lanes rounded = (product - 0.5) + kRounder;
    const Lanes fraction = product - (rounded - kRounder);
    near = near | (fraction < margin) | (fraction > 1.0 - margin);
    const auto whole = __builtin_convertvector(as_bits(rounded) & 0xff, Indices);
    __builtin_memcpy(chosen + i, &whole, sizeof whole);
  }
  return any(near);
}

static void grid_edges(double sigma, size_t size, double* cumulative) {
  double tail[kBlock] = {};
  for (size_t j = 0; j < size; j += kBlock) {
    // Beyond, all tails count as the last one.
    if (static_cast<double>(j) <= kGridReach * sigma + 1.0) {
      for (size_t part = 0; part < kBlock; part += kWidth) {
        const Lanes edge = (load(kLane + part) + static_cast<double>(j)) + 0.5;
        store(tail + part, upper_tail(edge / sigma));
      }
    } else {
      for (size_t lane = 0; lane < kBlock; ++lane) tail[lane] = tail[kBlock - 1];
    }
    for (size_t part = 0; part < kBlock; part += kWidth) store(cumulative + size + j + part, 1.0 - load(tail + part));
    for (size_t lane = 0; lane < kBlock && j + lane < size; ++lane) cumulative[size - 1 - j - lane] = tail[lane];
  }
}

static void grid_bins(const double* cumulative, size_t size, double* bins, double* inverse) {
  const Lanes one = broadcast(1.0);
  for (size_t i = 0; i < size; i += kWidth) {
    const Lanes mass = load(cumulative + i + 1) - load(cumulative + i);
    for (size_t lane = 0; lane < kWidth && i + lane < size; ++lane) {
      bins[i + lane] = mass[lane];
      bins[2 * size - 2 - i - lane] = mass[lane];
    }
    store(inverse + i, one / (load(cumulative + size + i) - load(cumulative + i)));
  }
  for (size_t i = size; i % kBlock != 0; ++i) inverse[i] = 0.0;
}

static uint32_t row_draw(const double* const* rows, const uint32_t* chosen, const double* u, size_t draws,
                         uint32_t* result) {
  uint32_t drawn = 0;
  for (size_t i = 0; i < draws; ++i) {
    const uint32_t value = count_less(rows[chosen[i]], u[i]);
    result[i] = value;
    drawn |= uint32_t{1} << value;
  }
  return drawn;
}

/// Halves the range until a window holds it.
static void grid_draw(const double* const* windows, const uint32_t* chosen, const double* u, size_t draws, size_t size,
                      uint32_t* result) {
  for (size_t i = 0; i < draws; ++i) {
    const double* window = windows[chosen[i]];
    const double below = window[-1];
    const double target = below + u[i] * (window[size - 1] - below);
    size_t from = 0;
    size_t length = size - 1;
    while (length > kGridWindow) {
      const size_t half = length / 2;
      from += window[from + half - 1] < target ? half : 0;
      length -= half;
    }
    const size_t value = from + count_less(window + from, target);
    // The end of the interval may be passed by an ulp.
    result[i] = static_cast<uint32_t>(value < size ? value : size - 1);
  }
}

PINEFORGE_INLINE Lanes rank_weight(Lanes rank, const GridRamp& ramp) {
  const Lanes weight = rank * ramp.beta + ramp.alpha;
  return rank < broadcast(ramp.full_from) ? weight : broadcast(1.0);
}

static void grid_weigh(const GridCounts& counts, const GridRamp& ramp, const double* least_inverse, double* least_share,
                       const GridRow* rows, size_t row_count) {
  for (size_t i = 0; i < counts.size; i += kWidth) {
    const Lanes all =
        (load(counts.old + i) * ramp.alpha + load(counts.ranked + i) * ramp.beta) + load(counts.recent + i);
    const Lanes first = rank_weight(load(counts.first + i), ramp);
    const Lanes last = rank_weight(load(counts.last + i), ramp);
    const Lanes wide = first * load(counts.first_is_wide + i) + last * load(counts.last_is_wide + i);
    store(least_share + i, (all - wide) * load(least_inverse + i));
    for (size_t row = 0; row < row_count; ++row) {
      store(rows[row].share + i, first * load(rows[row].first_inverse + i) + last * load(rows[row].last_inverse + i));
    }
  }
}

/// Two chains of sums per vector.
static void grid_sum_all(const GridRow* rows, size_t row_count, size_t size, const double* start, double* result) {
  constexpr size_t kVectors = kGridWindow / kWidth;
  Lanes even[kVectors];
  Lanes odd[kVectors] = {};
  for (size_t v = 0; v < kVectors; ++v) even[v] = load(start + v * kWidth);
  for (size_t row = 0; row < row_count; ++row) {
    const double* share = rows[row].share;
    const double* bins = rows[row].bins + (size - 1);
    for (size_t j = 0; j + 1 < size; j += 2) {
#pragma GCC unroll 8
      for (size_t v = 0; v < kVectors; ++v) {
        even[v] = even[v] + share[j] * load(bins - j + v * kWidth);
        odd[v] = odd[v] + share[j + 1] * load(bins - j - 1 + v * kWidth);
      }
    }
    if (size % 2 == 0) continue;
    for (size_t v = 0; v < kVectors; ++v) {
      even[v] = even[v] + share[size - 1] * load(bins - (size - 1) + v * kWidth);
    }
  }
  for (size_t v = 0; v < kVectors; ++v) store(result + v * kWidth, even[v] + odd[v]);
}

PINEFORGE_INLINE size_t whole_blocks(size_t length) { return (length + kBlock - 1) / kBlock * kBlock; }

/// Every value sums as many terms of a row, so that no branch depends on the values.
static void grid_sum(const GridRow* rows, size_t row_count, uint32_t last, const uint32_t* values,
                     size_t count_of_values, double* result) {
  const size_t length = whole_blocks(last + 1);
  for (size_t i = 0; i < count_of_values; ++i) {
    const size_t value = values[i];
    Lanes sum[kParts] = {};
    for (size_t row = 0; row < row_count; ++row) {
      const size_t reach = rows[row].reach;
      const size_t wanted = whole_blocks(2 * reach + 1);
      const size_t terms = wanted < length ? wanted : length;
      size_t from = value > reach ? value - reach : 0;
      from = from < length - terms ? from : length - terms;
      const double* share = rows[row].share + from;
      const double* bins = rows[row].bins + (last - value) + from;
      for (size_t j = 0; j < terms; j += kBlock) {
        for (size_t part = 0; part < kParts; ++part) {
          const size_t at = j + part * kWidth;
          sum[part] = sum[part] + load(share + at) * load(bins + at);
        }
      }
    }
    result[i] += sum8(sum);
  }
}

/// The largest lane of a block, in every lane.
PINEFORGE_INLINE Lanes largest8(Lanes (&block)[kParts]) {
  Lanes other[kParts];
  exchange<4>(block, other);
  for (size_t part = 0; part < kParts; ++part) block[part] = larger(block[part], other[part]);
  exchange<2>(block, other);
  for (size_t part = 0; part < kParts; ++part) block[part] = larger(block[part], other[part]);
  exchange<1>(block, other);
  return larger(block[0], other[0]);
}

PINEFORGE_INLINE IntLanes load(const int64_t* from) {
  IntLanes lanes;
  __builtin_memcpy(&lanes, from, sizeof lanes);
  return lanes;
}

static uint32_t nearly_best(const double* good, const double* bad, uint32_t candidates, size_t count_of_values,
                            double tolerance) {
  double scores[32];
  Lanes largest[kParts] = {};
  for (size_t i = 0; i < count_of_values; i += kWidth) {
    const IntLanes is_candidate = (load(kBit) & static_cast<int64_t>(candidates >> i)) != 0;
    const Lanes score = is_candidate ? load(good + i) / load(bad + i) : Lanes{};
    store(scores + i, score);
    const size_t part = i / kWidth % kParts;
    largest[part] = larger(largest[part], score);
  }
  const Lanes bound = largest8(largest) * (1.0 - tolerance);
  uint32_t best = 0;
  for (size_t i = 0; i < count_of_values; i += kWidth) best |= less(bound, load(scores + i)) << i;
  return best;
}

}  // namespace
}  // namespace pineforge::hpo::simd
