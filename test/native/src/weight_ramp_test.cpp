#include "weight_ramp.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "mixture_weights.hpp"

namespace pineforge::hpo {
namespace {

TEST(WeightRamp, IsMixtureWeightsAsAFunctionOfTheRank) {
  for (const std::size_t count : {1U, 2U, 24U, 25U, 26U, 27U, 28U, 50U, 98U, 1000U}) {
    const std::vector<double> expected = mixture_weights(count);
    const WeightRamp ramp(count);
    const double total = ramp.total(count) + 1.0;
    for (std::size_t rank = 0; rank < count; ++rank) {
      EXPECT_NEAR(ramp.weight(static_cast<double>(rank)) / total, expected[rank], 1e-16) << count << ", " << rank;
    }
    EXPECT_NEAR(1.0 / total, expected[count], 1e-16);
  }
}

}  // namespace
}  // namespace pineforge::hpo
