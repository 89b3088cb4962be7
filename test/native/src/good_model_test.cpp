#include "good_model.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numeric>
#include <vector>

#include "active_kernels.hpp"
#include "parzen_estimator.hpp"

namespace pineforge::hpo {
namespace {

SearchSpace one_real() {
  SearchSpace space;
  space.add_real("x", 0.0, 10.0);
  return space;
}

TEST(GoodModel, DrawsAndScoresAsTheReferencesEstimator) {
  const std::vector<double> positions{3.0, 9.9, 3.0, 0.0, 5.25, 10.0, 3.1, 7.0, 2.0, 2.0, 6.5, 8.0};
  for (const std::size_t count : {0U, 1U, 2U, 5U, 12U}) {
    GoodModel model(active_kernels(), {0.0, 10.0});
    for (std::size_t i = 0; i < count; ++i) model.update({.entered_good = static_cast<Trial>(i)}, positions);
    model.prepare();
    const SearchSpace space = one_real();
    const ParzenEstimator expected(space[0], std::span(positions).first(count), TieOrder::kStable);

    UniformStream stream(active_kernels(), 3);
    RandomStream reference_stream(3);
    std::array<double, kCandidates> drawn;
    model.draw(stream, drawn);
    const std::vector<double> expected_draws = expected.sample(reference_stream, kCandidates);
    std::array<double, kCandidates> densities{};
    model.add_densities(drawn, densities.data());
    const double scale = (static_cast<double>(count) + 1.0) * 10.0 * std::sqrt(2.0 * M_PI);
    for (std::size_t i = 0; i < kCandidates; ++i) {
      EXPECT_NEAR(drawn[i], expected_draws[i], 1e-13);
      EXPECT_NEAR(std::log(densities[i] / scale), expected.log_density(drawn[i]), 1e-12);
    }
  }
}

}  // namespace
}  // namespace pineforge::hpo
