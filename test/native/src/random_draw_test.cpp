#include "random_draw.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace pineforge::hpo {
namespace {

// optuna.samplers.RandomSampler(seed=2024) of Optuna 4.9.0, each parameter in turn, three times.
TEST(RandomDraw, DrawsWhatOptunasRandomSamplerDraws) {
  SearchSpace space;
  space.add_real("real", -5.0, 10.0);
  space.add_log_real("log", 1e-8, 1e2);
  space.add_stepped_real("step", 0.2, 3.0, 0.1);
  space.add_int("int", 0, 9);
  space.add_int("int by 3", -7, 11, 3);
  space.add_log_int("log int", 1, 1000000);
  space.add_categorical("choice", 6);
  const std::vector<std::vector<double>> recorded{
      {3.8202177834309694, 0.09796872969068353, 0.7, 0, -4, 2, 5},
      {4.036728085121899, 41.47398374128047, 2.1, 6, 2, 13, 4},
      {-0.7675232083453523, 0.4814368697034464, 2.5000000000000004, 5, -1, 127, 4}};
  RandomStream stream(2024);
  for (const std::vector<double>& round : recorded) {
    for (std::size_t p = 0; p < space.size(); ++p) {
      EXPECT_DOUBLE_EQ(draw_uniformly(space[p], stream), round[p]) << space[p].name;
    }
  }
}

TEST(RandomDraw, StaysBelowTheHighEndOfAContinuousRange) {
  SearchSpace space;
  space.add_real("narrow", 1.0, std::nextafter(1.0, 2.0));
  space.add_log_real("narrow log", 1.0, std::nextafter(1.0, 2.0));
  RandomStream stream(1);
  for (const Parameter& parameter : space) {
    for (int i = 0; i < 1000; ++i) EXPECT_EQ(draw_uniformly(parameter, stream), 1.0) << parameter.name;
  }
}

TEST(RandomDraw, ReachesBothEndsOfAGrid) {
  SearchSpace space;
  space.add_int("int", 0, 3);
  space.add_log_int("log int", 1, 4);
  space.add_stepped_real("step", -0.5, 0.5, 0.5);
  RandomStream stream(1);
  for (const Parameter& parameter : space) {
    double least = parameter.high;
    double greatest = parameter.low;
    for (int i = 0; i < 1000; ++i) {
      const double value = draw_uniformly(parameter, stream);
      least = std::min(least, value);
      greatest = std::max(greatest, value);
    }
    EXPECT_EQ(least, parameter.low) << parameter.name;
    EXPECT_EQ(greatest, parameter.high) << parameter.name;
  }
}

}  // namespace
}  // namespace pineforge::hpo
