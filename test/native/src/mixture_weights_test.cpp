#include "mixture_weights.hpp"

#include <gtest/gtest.h>

#include <numeric>

namespace pineforge::hpo {
namespace {

/// The weights in units of the prior's, which comes last.
std::vector<double> relative_weights(std::size_t observations) {
  std::vector<double> weights = mixture_weights(observations);
  const double prior = weights.back();
  for (double& weight : weights) weight /= prior;
  return weights;
}

TEST(MixtureWeights, AddUpToOne) {
  for (const std::size_t k : {0, 1, 24, 25, 26, 27, 98, 1000}) {
    const std::vector<double> weights = mixture_weights(k);
    EXPECT_EQ(weights.size(), k + 1);
    EXPECT_NEAR(std::accumulate(weights.begin(), weights.end(), 0.0), 1.0, 1e-14) << k << " observations";
  }
}

TEST(MixtureWeights, AreThePriorAloneWithoutObservations) { EXPECT_EQ(mixture_weights(0), std::vector{1.0}); }

TEST(MixtureWeights, AreAllEqualUpToTwentyFiveObservations) {
  for (const std::size_t k : {1, 24, 25}) EXPECT_EQ(relative_weights(k), std::vector<double>(k + 1, 1.0));
}

TEST(MixtureWeights, RampUpOverTheObservationsBeforeTheNewestTwentyFive) {
  const struct {
    std::size_t observations;
    std::vector<double> ramp;
  } cases[] = {{26, {1.0 / 26.0}},
               {27, {1.0 / 27.0, 1.0}},
               {28, {1.0 / 28.0, (1.0 + 1.0 / 28.0) / 2.0, 1.0}},
               {29, {1.0 / 29.0, (1.0 + 2.0 / 29.0) / 3.0, (2.0 + 1.0 / 29.0) / 3.0, 1.0}}};
  for (const auto& [observations, ramp] : cases) {
    std::vector<double> expected = ramp;
    expected.insert(expected.end(), 26, 1.0);
    const std::vector<double> weights = relative_weights(observations);
    ASSERT_EQ(weights.size(), expected.size());
    for (std::size_t i = 0; i < weights.size(); ++i) {
      EXPECT_NEAR(weights[i], expected[i], 1e-15) << observations << " observations, weight " << i;
    }
  }
}

}  // namespace
}  // namespace pineforge::hpo
