// The arithmetic of the fast sampler: one set of functions per instruction set, all with the same results to the bit.
#pragma once

#include <cstddef>
#include <cstdint>

namespace pineforge::hpo::simd {

/// Lengths of arrays named "padded" below are multiples of this.
inline constexpr std::size_t kPadding = 8;
constexpr std::size_t padded(std::size_t count) { return (count + kPadding - 1) / kPadding * kPadding; }

inline constexpr std::size_t kMtState = 624;
inline constexpr std::size_t kMtUniforms = kMtState / 2;

/// grid_draw reads this many entries at once.
inline constexpr std::size_t kGridWindow = 16;

/// Sigmas from the mean beyond which a kernel on a grid has no mass. What is left out there, 10^6 times, is less than
/// 1e-13 of the prior's mass of any of 256 bins.
inline constexpr double kGridReach = 10.0;

/// Chebyshev nodes per cell of a cell table.
inline constexpr std::size_t kNodes = 16;

/// Truncated normal kernels on one interval, structure of arrays, padded. `share` is weight / mass; `scale` and
/// `amplitude` are chosen so that a kernel is amplitude * 2^-((x - mean) scale)^2, in units of 1 / (range sqrt(2 pi)).
struct Bumps {
  const double* mean;
  const double* scale;
  const double* amplitude;
  std::size_t count;
};

/// The same in single precision, with positions from -1/2 to 1/2 on the interval, 0 at its `middle`: a kernel is
/// amplitude * 2^-(x scale + offset)^2.
struct CoarseBumps {
  const float* offset;
  const float* scale;
  const float* amplitude;
  std::size_t count;
  double middle;
  double inverse_range;
};

/// A multiple of the floats in any vector.
inline constexpr std::size_t kCoarsePadding = 16;
constexpr std::size_t coarsely_padded(std::size_t count) {
  return (count + kCoarsePadding - 1) / kCoarsePadding * kCoarsePadding;
}

/// Where CoarseBumps are written, each array padded.
struct CoarseArrays {
  float* offset;
  float* scale;
  float* amplitude;
};

/// Observations in ascending order. `position` has a readable neighbour on both sides; the widths of the kernels are
/// their larger distance to the neighbours, at least `least_width`, 1 being the range. An observation of rank r weighs
/// 1 from rank `full_from` on, else alpha + beta r. `count` is padded to kCoarsePadding.
struct SortedObservations {
  const double* position;
  const std::int32_t* rank;
  std::size_t count;
  float least_width;
  float alpha;
  float beta;
  float full_from;
};

/// Length of coarse_best()'s arrays: the candidates, padded to a multiple of every width.
inline constexpr std::size_t kCoarseCandidates = 32;

/// The interval [low, high] of all kernels of a parameter.
struct Interval {
  double low;
  double high;
  /// Always inlined: a copy compiled for one instruction set must not serve the others.
  [[gnu::always_inline]] double range() const { return high - low; }
  [[gnu::always_inline]] double middle() const { return 0.5 * (low + high); }
};

/// What truncate() writes, each array padded. The two tails may be null.
struct Truncation {
  /// Mass of the untruncated normal below the interval, above it, and within.
  double* lower;
  double* upper;
  double* mass;
  double* scale;
};

/// What weigh() reads and writes, each array padded.
struct Weighing {
  const double* mean;
  const double* sigma;
  const double* mass;
  const double* scale;
  const double* weight;
  /// weight / mass.
  double* share;
  double* amplitude;
  CoarseArrays coarse;
};

/// The parts of a truncated normal that a draw needs, by kernel.
struct DrawTable {
  const double* mean;
  const double* sigma;
  const double* lower;
  const double* upper;
  const double* mass;
};

/// A sum of narrow kernels, tabulated: see cell_table.hpp. Three sums per node, [cell][node] each.
struct CellSums {
  const double* old;
  const double* ranked;
  const double* recent;
};

/// Of the bad trials of a parameter with few values: see ValueCounts and GridModel. By value, padded.
struct GridCounts {
  const double* old;
  const double* ranked;
  const double* recent;
  /// Least and greatest rank; infinity and -1 where there is none.
  const double* first;
  const double* last;
  /// 1 where the kernel of that rank is wider than the least sigma, else 0.
  const double* first_is_wide;
  const double* last_is_wide;
  std::size_t size;
};

/// Weight of rank r: 1 from `full_from` on, else alpha + beta r.
struct GridRamp {
  double alpha;
  double beta;
  double full_from;
};

/// Kernels of one width, at most two by value. By value of the mean, padded.
struct GridRow {
  /// 1 / mass within the interval where the first or last observation has this width, else 0.
  const double* first_inverse;
  const double* last_inverse;
  /// Weight / mass.
  double* share;
  /// bins[last - v + j] is the mass of the bin of value v under a kernel at j.
  const double* bins;
  /// Bins farther from the mean hold nothing.
  std::uint32_t reach;
};

struct Kernels {
  /// "baseline", "avx2", "avx512".
  const char* name;

  /// Steps MT19937 by its whole state and writes the next kMtUniforms doubles (Matsumoto and Nishimura, ACM TOMACS
  /// 8(1), 1998; NumPy's legacy 53-bit doubles).
  void (*mt19937_block)(std::uint32_t* state, double* uniforms);

  /// Element-wise functions over a padded count; contracts in vector_math.hpp, normal_tail.hpp, normal_inverse.hpp.
  void (*exp)(const double* x, double* result, std::size_t count);
  void (*log)(const double* x, double* result, std::size_t count);
  void (*upper_tail)(const double* t, double* result, std::size_t count);
  void (*normal_mass)(const double* a, const double* b, double* result, std::size_t count);
  void (*normal_inverse)(const double* lower, const double* upper, double* result, std::size_t count);

  /// Truncates `count` (padded) normals, mean within the interval, to it.
  void (*truncate)(Interval interval, const double* mean, const double* sigma, std::size_t count, Truncation result);

  /// Completes `count` (padded) kernels for their weights.
  void (*weigh)(Interval interval, std::size_t count, const Weighing& weighing);

  /// Quantile u[i] of kernel chosen[i], for `count` (padded) draws; within the interval.
  void (*draw)(Interval interval, const DrawTable& table, const std::uint32_t* chosen, const double* u,
               std::size_t count, double* result);

  /// Adds the kernels' sum at `count` (padded) points to `result`; kernels are added one by one.
  void (*bump_sum)(const Bumps& bumps, const double* points, std::size_t count, double* result);

  /// The kernels' mass within [a, b], weighted by share; bumps.amplitude holds the shares. Padded with shares of 0.
  double (*bump_mass)(const Bumps& bumps, double a, double b);

  /// bump_sum in single precision.
  void (*coarse_sum)(const CoarseBumps& bumps, const double* points, std::size_t count, float* result);

  /// The kernels of sorted observations; what is written beyond the last of them is of no use.
  void (*coarse_kernels)(Interval interval, const SortedObservations& observations, const CoarseArrays& bumps);

  /// Bit i is set where good[i] / bad[i] >= worst * the largest of these quotients; kCoarseCandidates of each, 0 / 0
  /// standing for none.
  std::uint32_t (*coarse_best)(const float* good, const float* bad, float worst);

  /// Values at the nodes of `cells` cells of a kernel with sigma one cell: profile[cell][node] = amplitude
  /// exp(-(node - mean)^2 / 2), the first cell's centre lying `offset` cells right of the mean.
  void (*cell_profile)(double offset, double amplitude, std::size_t cells, double* profile);

  /// sum += factor * profile. `count` padded.
  void (*axpy)(const double* profile, double factor, std::size_t count, double* sum);

  /// recent -= profile; old += profile; ranked += rank * profile. `count` padded.
  void (*age)(const double* profile, double rank, std::size_t count, double* recent, double* old, double* ranked);

  /// ranked += old - snapshot, then snapshot = old + recent. `count` padded.
  void (*cell_swap)(const double* old, const double* recent, std::size_t count, double* ranked, double* snapshot);

  /// result[i] += the interpolated alpha old + beta ranked + recent at point[i], on a table of `cells` cells of width
  /// 1 / inverse_width from `low`.
  void (*cell_sum)(const CellSums& sums, double alpha, double beta, double low, double inverse_width,
                   const double* points, std::size_t count, std::size_t cells, double* result);

  /// Kernel of equal weight for each of `count` (padded) uniforms: the whole part of u[i] kernels. Returns whether a
  /// product was so near to a whole number that rounding may have decided.
  bool (*equal_choice)(const double* u, std::size_t count, double kernels, std::uint32_t* chosen);

  /// Cumulative masses of a grid under a normal of width sigma: see EdgeTable.
  void (*grid_edges)(double sigma, std::size_t size, double* cumulative);
  /// Bins by distance, and inverse masses by centre, from the cumulative masses: see WidthTable.
  void (*grid_bins)(const double* cumulative, std::size_t size, double* bins, double* inverse);

  /// result[i] = number of entries below u[i] in the row of kernel chosen[i]; rows of kGridWindow ascending entries,
  /// the last one no uniform. Returns the set of the results.
  std::uint32_t (*row_draw)(const double* const* rows, const std::uint32_t* chosen, const double* u, std::size_t count,
                            std::uint32_t* result);

  /// result[i] = the value at quantile u[i] of kernel chosen[i]: windows[kernel] has the cumulative masses of values
  /// 0 ... size - 1, ascending, before them the mass below all values, and after them kGridWindow readable entries that
  /// are no less; `size` above kGridWindow.
  void (*grid_draw)(const double* const* windows, const std::uint32_t* chosen, const double* u, std::size_t count,
                    std::size_t size, std::uint32_t* result);

  /// Weight / mass of all kernels of a grid: those of the least sigma, by `least_inverse`, and of each row.
  void (*grid_weigh)(const GridCounts& counts, const GridRamp& ramp, const double* least_inverse, double* least_share,
                     const GridRow* rows, std::size_t row_count);

  /// result[v] = start[v] + the sum of share[j] times the mass at v under a kernel at j, over all rows and j, for
  /// kGridWindow values v; `size` at most kGridWindow.
  void (*grid_sum_all)(const GridRow* rows, std::size_t row_count, std::size_t size, const double* start,
                       double* result);

  /// result[i] += the sum of share[j] times the mass at values[i] under a kernel at j, over all rows and j up to
  /// `last`.
  void (*grid_sum)(const GridRow* rows, std::size_t row_count, std::uint32_t last, const std::uint32_t* values,
                   std::size_t count, double* result);

  /// The set of those i in `candidates` for which good[i] / bad[i] is above 1 - tolerance times the largest, all
  /// positive; `count` (padded) at most 32.
  std::uint32_t (*nearly_best)(const double* good, const double* bad, std::uint32_t candidates, std::size_t count,
                               double tolerance);
};

const Kernels& baseline_kernels();
#if defined(__x86_64__)
const Kernels& avx2_kernels();
const Kernels& avx512_kernels();
#endif

}  // namespace pineforge::hpo::simd
