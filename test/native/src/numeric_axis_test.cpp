#include "numeric_axis.hpp"

#include <gtest/gtest.h>

#include <array>

#include "active_kernels.hpp"
#include "random_draw.hpp"

namespace pineforge::hpo {
namespace {

SearchSpace all_kinds() {
  SearchSpace space;
  space.add_real("real", -5.0, 10.0);
  space.add_real("huge real", -1e300, 5e300);
  space.add_real("tiny real", 1e-300, 3e-300);
  space.add_log_real("log real", 1e-8, 1e2);
  space.add_stepped_real("stepped", 0.2, 3.0, 0.1);
  space.add_int("int", -7, 1000000, 3);
  space.add_log_int("log int", 1, 1000000);
  return space;
}

TEST(NumericAxis, DrawsStartupValuesAsTheReference) {
  for (const Parameter& parameter : all_kinds()) {
    const NumericAxis axis(active_kernels(), parameter);
    UniformStream stream(active_kernels(), 8);
    RandomStream reference_stream(8);
    for (int i = 0; i < 1000; ++i) {
      const double expected = draw_uniformly(parameter, reference_stream);
      ASSERT_NEAR(axis.draw_uniformly(stream) / expected, 1.0, 1e-12) << parameter.name;
    }
  }
}

TEST(NumericAxis, FindsValuesAgainFromTheirPositions) {
  for (const Parameter& parameter : all_kinds()) {
    const NumericAxis axis(active_kernels(), parameter);
    EXPECT_LE(axis.interval().range(), 2000.0) << parameter.name;
    EXPECT_GE(axis.interval().range(), 1.0) << parameter.name;
    UniformStream stream(active_kernels(), 9);
    for (int i = 0; i < 100; ++i) {
      const double value = axis.draw_uniformly(stream);
      std::array<double, simd::kPadding> values;
      values.fill(axis.position_of(value));
      if (axis.has_grid()) {
        axis.values_at(values, values);
      } else {
        values[0] = axis.value_at(values[0]);
      }
      ASSERT_NEAR(values[0] / value, 1.0, parameter.log ? 1e-14 : 0.0) << parameter.name;
    }
  }
}

}  // namespace
}  // namespace pineforge::hpo
