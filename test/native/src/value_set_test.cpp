#include "value_set.hpp"

#include <gtest/gtest.h>

#include <tuple>
#include <vector>

namespace pineforge::hpo {
namespace {

using Visit = std::tuple<std::size_t, double, double>;

std::vector<Visit> visits(const ValueSet& set) {
  std::vector<Visit> visits;
  set.for_each([&](std::size_t value, double left, double right) { visits.emplace_back(value, left, right); });
  return visits;
}

TEST(ValueSet, VisitsItsValuesInOrderWithTheGapsBetweenThem) {
  ValueSet set;
  for (const std::size_t value : {200U, 0U, 63U, 64U, 255U, 64U}) set.insert(value);
  EXPECT_EQ(visits(set), (std::vector<Visit>{
                             {0, 0.0, 63.0}, {63, 63.0, 1.0}, {64, 1.0, 136.0}, {200, 136.0, 55.0}, {255, 55.0, 0.0}}));
  EXPECT_TRUE(set.contains(63));
  EXPECT_FALSE(set.contains(62));
}

TEST(ValueSet, VisitsASingleValueWithoutGaps) {
  ValueSet set;
  EXPECT_EQ(visits(set), std::vector<Visit>{});
  set.insert(7);
  EXPECT_EQ(visits(set), (std::vector<Visit>{{7, 0.0, 0.0}}));
  set.clear();
  EXPECT_EQ(visits(set), std::vector<Visit>{});
}

}  // namespace
}  // namespace pineforge::hpo
