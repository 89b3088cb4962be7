// Counts allocations; a program of its own, because it replaces operator new.
#include <gtest/gtest.h>

#include <cstdlib>
#include <memory>
#include <new>

#include "pineforge/hpo/sampler.hpp"
#include "pineforge/hpo/search_space.hpp"

namespace {

std::size_t allocations = 0;

}  // namespace

void* operator new(std::size_t size) {
  ++allocations;
  if (void* memory = std::malloc(size)) return memory;
  throw std::bad_alloc();
}
void* operator new(std::size_t size, std::align_val_t alignment) {
  ++allocations;
  const auto unit = static_cast<std::size_t>(alignment);
  if (void* memory = std::aligned_alloc(unit, (size + unit - 1) / unit * unit)) return memory;
  throw std::bad_alloc();
}
[[gnu::noinline]] void operator delete(void* memory) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

namespace pineforge::hpo {
namespace {

constexpr std::size_t kTrials = 2000;

/// Allocations within ask and tell.
std::size_t allocations_of(const SearchSpace& space) {
  SamplerOptions options;
  options.expected_trials = kTrials;
  const auto sampler = make_sampler(SamplerKind::kFast, space, options);
  std::size_t counted = 0;
  for (std::size_t trial = 0; trial < kTrials; ++trial) {
    const std::size_t before = allocations;
    const std::span<const double> candidate = sampler->ask();
    double objective = 0.0;
    for (const double value : candidate) objective += value * value;
    sampler->tell(objective);
    counted += allocations - before;
  }
  return counted;
}

TEST(FastSampler, AllocatesNothingInAskAndTellOfNumericParameters) {
  SearchSpace space;
  space.add_real("real", -1.0, 1.0);
  space.add_log_real("log real", 1e-6, 1.0);
  space.add_int("many ints", 0, 100000);
  space.add_log_int("log ints", 1, 100000);
  EXPECT_EQ(allocations_of(space), 0U);
}

// Ties, which are common in the first trials, included.
TEST(FastSampler, AllocatesNothingInAskAndTellOfDiscreteParameters) {
  SearchSpace space;
  space.add_int("two ints", 0, 1);
  space.add_int("ints", 0, 9);
  space.add_int("more ints", 1, 256);
  space.add_stepped_real("steps", 0.2, 3.0, 0.1);
  space.add_categorical("categories", 6);
  space.add_categorical("many categories", 40);
  EXPECT_EQ(allocations_of(space), 0U);
}

}  // namespace
}  // namespace pineforge::hpo
