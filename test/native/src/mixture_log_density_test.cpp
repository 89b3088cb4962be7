#include "mixture_log_density.hpp"

#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "categorical_kernels.hpp"
#include "parzen_estimator.hpp"

namespace pineforge::hpo {
namespace {

TEST(MixtureLogDensity, IsThatOfTheReferenceToTheBit) {
  SearchSpace space;
  space.add_categorical("x", 5);
  std::mt19937 engine(1);
  std::vector<double> observations;
  for (const std::size_t count : {0U, 1U, 6U, 7U, 25U, 26U, 27U, 127U, 128U, 300U, 1000U, 5000U}) {
    while (observations.size() < count) observations.push_back(engine() % 5);
    const ParzenEstimator expected(space[0], observations, TieOrder::kStable);
    const std::vector<double> kernels = CategoricalKernels(5, observations).log_densities(2.0);
    const double density =
        mixture_log_density(count, [&] { return [kernel = kernels.begin()]() mutable { return *kernel++; }; });
    EXPECT_EQ(density, expected.log_density(2.0)) << count << " observations";
  }
}

}  // namespace
}  // namespace pineforge::hpo
