// The table of functions for the instruction set that the including file is compiled for.
#pragma once

#include "cell_kernels.hpp"
#include "coarse_kernels.hpp"
#include "grid_kernels.hpp"
#include "kernels.hpp"
#include "mixture_kernels.hpp"
#include "mt19937_block.hpp"

namespace pineforge::hpo::simd {
namespace {

static void exp_array(const double* x, double* result, size_t count) {
  for (size_t i = 0; i < count; i += kWidth) store(result + i, exp_lanes(load(x + i)));
}

static void log_array(const double* x, double* result, size_t count) {
  for (size_t i = 0; i < count; i += kWidth) store(result + i, log_lanes(load(x + i)));
}

static void upper_tail_array(const double* t, double* result, size_t count) {
  for (size_t i = 0; i < count; i += kWidth) store(result + i, upper_tail(load(t + i)));
}

static void normal_mass_array(const double* a, const double* b, double* result, size_t count) {
  for (size_t i = 0; i < count; i += kWidth) store(result + i, normal_mass(load(a + i), load(b + i)));
}

static void normal_inverse_array(const double* lower, const double* upper, double* result, size_t count) {
  for (size_t i = 0; i < count; i += kWidth) store(result + i, normal_inverse(load(lower + i), load(upper + i)));
}

constexpr Kernels make_kernels(const char* name) {
  return {.name = name,
          .mt19937_block = mt19937_block,
          .exp = exp_array,
          .log = log_array,
          .upper_tail = upper_tail_array,
          .normal_mass = normal_mass_array,
          .normal_inverse = normal_inverse_array,
          .truncate = truncate,
          .weigh = weigh,
          .draw = draw,
          .bump_sum = bump_sum,
          .bump_mass = bump_mass,
          .coarse_sum = coarse_sum,
          .coarse_kernels = coarse_kernels,
          .coarse_best = coarse_best,
          .cell_profile = cell_profile,
          .axpy = axpy,
          .age = age,
          .cell_swap = cell_swap,
          .cell_sum = cell_sum,
          .equal_choice = equal_choice,
          .grid_edges = grid_edges,
          .grid_bins = grid_bins,
          .row_draw = row_draw,
          .grid_draw = grid_draw,
          .grid_weigh = grid_weigh,
          .grid_sum_all = grid_sum_all,
          .grid_sum = grid_sum,
          .nearly_best = nearly_best};
}

}  // namespace
}  // namespace pineforge::hpo::simd
