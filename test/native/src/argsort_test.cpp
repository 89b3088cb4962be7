#include "argsort.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>

namespace pineforge::hpo {
namespace {

using Order = std::vector<std::size_t>;

/// Seven different values, each many times.
std::vector<double> repetitive(std::size_t size) {
  std::vector<double> values;
  for (std::size_t i = 0; i < size; ++i) values.push_back(static_cast<double>((i * i * 7919 + i * 31) % 7));
  return values;
}

/// Makes every median of three one of the smallest values, three of which are always equal.
std::vector<double> median_of_three_killer(std::size_t size) {
  const std::size_t half = size / 2;
  std::vector<double> values(size);
  for (std::size_t i = 1; i <= half; ++i) {
    values[i - 1] = std::floor(static_cast<double>(i % 2 == 1 ? i : half + i - 1) / 3.0);
    values[half + i - 1] = std::floor(static_cast<double>(2 * i) / 3.0);
  }
  return values;
}

/// FNV-1a over the positions.
std::uint64_t fingerprint(const Order& order) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const std::size_t position : order) hash = (hash ^ position) * 0x100000001b3;
  return hash;
}

// The expected orders of the NumPy tests come from numpy.argsort of NumPy 2.4.6 with its SIMD sorts switched off
// (NPY_DISABLE_CPU_FEATURES="X86_V3 X86_V4").

TEST(Argsort, SortsNothingAndOneValue) {
  for (const TieOrder tie_order : {TieOrder::kStable, TieOrder::kNumpyGeneric}) {
    EXPECT_EQ(argsort(std::vector<double>{}, tie_order), Order{});
    EXPECT_EQ(argsort(std::vector{3.0}, tie_order), Order{0});
  }
}

TEST(Argsort, LeavesEqualValuesInTheirOrderWhereItIsStable) {
  EXPECT_EQ(argsort(std::vector{2.0, 1.0, 2.0, 1.0, 0.0, 2.0}, TieOrder::kStable), (Order{4, 1, 3, 0, 2, 5}));
}

TEST(Argsort, IsStableInNumPysOrderToo_UpToSixteenValues) {
  EXPECT_EQ(argsort(repetitive(16), TieOrder::kNumpyGeneric), argsort(repetitive(16), TieOrder::kStable));
}

TEST(Argsort, LeavesEqualValuesAsNumPysIntrosortDoes) {
  EXPECT_EQ(argsort(repetitive(17), TieOrder::kNumpyGeneric),
            (Order{0, 14, 9, 7, 16, 2, 5, 11, 12, 4, 15, 1, 8, 6, 3, 10, 13}));
  EXPECT_EQ(argsort(repetitive(40), TieOrder::kNumpyGeneric),
            (Order{0, 14, 21, 23, 9,  7,  28, 35, 2, 37, 30, 16, 32, 18, 33, 26, 25, 19, 39, 4,
                   5, 12, 11, 1,  36, 29, 15, 22, 8, 27, 17, 24, 6,  31, 13, 34, 3,  20, 38, 10}));
}

TEST(Argsort, AgreesWithNumPysIntrosortOnManyValues) {
  EXPECT_EQ(fingerprint(argsort(repetitive(100), TieOrder::kNumpyGeneric)), 0xd18530643b72264d);
  EXPECT_EQ(fingerprint(argsort(repetitive(1000), TieOrder::kNumpyGeneric)), 0x4fab3a2f46c72a25);
  EXPECT_EQ(fingerprint(argsort(repetitive(5000), TieOrder::kNumpyGeneric)), 0x7f5162b93f75eb19);
}

TEST(Argsort, FallsBackToHeapSortWhereNumPyDoes) {
  EXPECT_EQ(fingerprint(argsort(median_of_three_killer(1000), TieOrder::kNumpyGeneric)), 0x5fd68f390869f8b3);
  EXPECT_EQ(fingerprint(argsort(median_of_three_killer(4000), TieOrder::kNumpyGeneric)), 0x714bc214b7965371);
}

}  // namespace
}  // namespace pineforge::hpo
