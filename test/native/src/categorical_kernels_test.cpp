#include "categorical_kernels.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace pineforge::hpo {
namespace {

TEST(CategoricalKernels, AreUniformForThePrior) {
  const CategoricalKernels alone(4, {});
  const CategoricalKernels last(4, std::vector<double>{2});
  for (int choice = 0; choice < 4; ++choice) {
    EXPECT_DOUBLE_EQ(alone.log_densities(choice).back(), std::log(0.25));
    EXPECT_DOUBLE_EQ(last.log_densities(choice).back(), std::log(0.25));
  }
}

TEST(CategoricalKernels, FavourTheObservedChoice) {
  const CategoricalKernels kernels(3, std::vector<double>{1, 2});
  // 1/3 each and 1 more for the observed one, out of 2.
  EXPECT_DOUBLE_EQ(kernels.log_densities(1)[0], std::log(2.0 / 3.0));
  EXPECT_DOUBLE_EQ(kernels.log_densities(0)[0], std::log(1.0 / 6.0));
  EXPECT_DOUBLE_EQ(kernels.log_densities(2)[1], std::log(2.0 / 3.0));
  EXPECT_DOUBLE_EQ(kernels.log_densities(1)[1], std::log(1.0 / 6.0));
}

TEST(CategoricalKernels, DrawTheChoiceWhoseCumulativeShareHoldsTheQuantile) {
  // The row of the observation is 1/4, 1/4 + 1/2, ...: 0.25 0.75 for two choices with k = 1.
  const CategoricalKernels kernels(2, std::vector<double>{1});
  EXPECT_EQ(kernels.draw(0, 0.0), 0.0);
  EXPECT_EQ(kernels.draw(0, 0.25), 0.0);
  EXPECT_EQ(kernels.draw(0, std::nextafter(0.25, 1.0)), 1.0);
  EXPECT_EQ(kernels.draw(0, std::nextafter(1.0, 0.0)), 1.0);
}

TEST(CategoricalKernels, NeverDrawBeyondTheLastChoice) {
  const CategoricalKernels kernels(10, {});
  EXPECT_EQ(kernels.draw(0, std::nextafter(1.0, 0.0)), 9.0);
}

}  // namespace
}  // namespace pineforge::hpo
