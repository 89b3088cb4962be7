#include "discrete_choice.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace pineforge::hpo {
namespace {

using Values = std::vector<std::uint32_t>;

Draws repeat(const Values& pattern) {
  Draws draws{};
  for (std::size_t i = 0; i < kCandidates; ++i) draws.values[i] = pattern[i % pattern.size()];
  return draws;
}

template <class Set>
Values values_of(const Set& set) {
  return Values(set.values().begin(), set.values().end());
}

TEST(DistinctValues, KeepTheOrderOfTheDrawsDrawingByDrawing) {
  DistinctValues distinct(300);
  distinct.assign(repeat({299, 4, 299, 70, 4}));
  EXPECT_EQ(values_of(distinct), (Values{299, 4, 70}));
  distinct.assign(repeat({4, 299}));
  EXPECT_EQ(values_of(distinct), (Values{4, 299}));
}

TEST(DistinctValues, MayBeAllOfTheCandidates) {
  Values all;
  for (std::uint32_t i = 0; i < kCandidates; ++i) all.push_back(3 * i);
  DistinctValues distinct(100);
  distinct.assign(repeat(all));
  EXPECT_EQ(values_of(distinct), all);
}

TEST(TiedValues, KeepTheOrderOfTheDraws) {
  const std::vector<double> masses(32, 1.0);
  const Draws draws = repeat({9, 2, 9, 31, 0});
  EXPECT_EQ(values_of(TiedValues(draws, 1U << 9 | 1U << 0 | 1U << 31, masses.data(), masses.data())),
            (Values{9, 31, 0}));
  DistinctValues distinct(32);
  distinct.assign(draws);
  EXPECT_EQ(values_of(TiedValues(distinct, 0b1010, masses.data(), masses.data())), (Values{2, 0}));
}

TEST(TiedValues, AreNarrowedToThoseThatErrorsMayMakeTheBest) {
  const std::vector<double> good{1.0, 1.001, 0.99, 0.5};
  const std::vector<double> bad{1.0, 1.0, 1.0, 1.0};
  const std::vector<double> errors{1e-4, 1e-3, 1e-4, 2.0};
  TiedValues tied(repeat({0, 1, 2, 3}), 0b1111, good.data(), bad.data());
  tied.narrow([&](std::size_t i) { return errors[i]; });
  EXPECT_EQ(values_of(tied), (Values{0, 1, 3}));
}

}  // namespace
}  // namespace pineforge::hpo
