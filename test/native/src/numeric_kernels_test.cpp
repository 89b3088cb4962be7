#include "numeric_kernels.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace pineforge::hpo {
namespace {

Parameter real(double low, double high) {
  SearchSpace space;
  space.add_real("x", low, high);
  return space[0];
}

TEST(KernelWidths, TakeTheLargerGapAndOnlyTheInnerOneAtTheEnds) {
  const struct {
    std::vector<double> observations;
    std::vector<double> widths;
  } cases[] = {{{}, {}},
               {{3}, {7}},
               {{5}, {5}},
               {{2, 5}, {3, 3}},
               {{9, 1}, {8, 8}},
               {{1, 4, 9}, {3, 5, 5}},
               // The least width is 10 / 5.
               {{4, 4.5, 5}, {2, 2, 2}}};
  for (const auto& [observations, widths] : cases) {
    EXPECT_EQ(kernel_widths(observations, 0.0, 10.0, TieOrder::kStable), widths)
        << testing::PrintToString(observations);
  }
}

TEST(KernelWidths, GiveTheWideOnesAmongEqualObservationsToTheLatestWhereTheOrderIsStable) {
  EXPECT_EQ(kernel_widths(std::vector<double>{9, 1, 1, 1}, 0.0, 10.0, TieOrder::kStable),
            (std::vector<double>{8, 10.0 / 6.0, 10.0 / 6.0, 8}));
}

TEST(KernelWidths, DependOnTheTieOrder) {
  std::vector<double> observations;
  for (int i = 0; i < 40; ++i) observations.push_back(i * 7 % 4);
  EXPECT_NE(kernel_widths(observations, -0.5, 9.5, TieOrder::kStable),
            kernel_widths(observations, -0.5, 9.5, TieOrder::kNumpyGeneric));
}

TEST(KernelWidths, AreNeverBelowAHundredthOfTheRange) {
  const struct {
    std::size_t observations;
    double parts;
  } cases[] = {{97, 99.0}, {98, 100.0}, {99, 100.0}, {300, 100.0}};
  for (const auto& [observations, parts] : cases) {
    const std::vector<double> same(observations, 2.0);
    EXPECT_EQ(kernel_widths(same, 0.0, 7.0, TieOrder::kStable)[1], 7.0 / parts) << observations << " observations";
  }
}

TEST(NumericKernels, GiveNoDensityBeyondTheBounds) {
  const NumericKernels kernels(real(0.0, 1.0), std::vector{0.25}, TieOrder::kStable);
  for (const double outside : {-1e-9, 1.0 + 1e-9}) {
    for (const double density : kernels.log_densities(outside)) {
      EXPECT_EQ(density, -std::numeric_limits<double>::infinity()) << outside;
    }
  }
}

TEST(NumericKernels, HaveCellsOfAGridThatAddUpToOneInEachKernel) {
  SearchSpace space;
  space.add_int("int", -3, 12, 5);
  space.add_log_int("log int", 1, 30);
  space.add_stepped_real("step", 0.2, 3.0, 0.1);
  for (const Parameter& parameter : space) {
    const std::vector<double> observations{parameter.low, parameter.high, parameter.low + parameter.step};
    const NumericKernels kernels(parameter, observations, TieOrder::kStable);
    std::vector<double> mass(4, 0.0);
    const int cells = static_cast<int>(std::round((parameter.high - parameter.low) / parameter.step)) + 1;
    for (int cell = 0; cell < cells; ++cell) {
      const std::vector<double> here = kernels.log_densities(parameter.low + cell * parameter.step);
      for (std::size_t k = 0; k < mass.size(); ++k) mass[k] += std::exp(here[k]);
    }
    for (const double sum : mass) EXPECT_NEAR(sum, 1.0, 1e-12) << parameter.name;
  }
}

TEST(NumericKernels, DrawWithinTheBoundsAndOnTheGrid) {
  SearchSpace space;
  space.add_real("real", -5.0, 10.0);
  space.add_log_real("log", 1e-8, 1e2);
  space.add_int("int", -3, 12, 5);
  space.add_log_int("log int", 1, 1000000);
  space.add_stepped_real("step", 0.2, 3.0, 0.1);
  for (const Parameter& parameter : space) {
    const NumericKernels kernels(parameter, std::vector{parameter.low, parameter.high}, TieOrder::kStable);
    double last = -std::numeric_limits<double>::infinity();
    for (const double u : {1e-12, 0.01, 0.5, 0.99, 1.0 - 0x1p-30}) {
      const double value = kernels.draw(2, u);
      EXPECT_GE(value, parameter.low) << parameter.name << " at " << u;
      EXPECT_LE(value, parameter.high) << parameter.name << " at " << u;
      EXPECT_GE(value, last) << parameter.name << " at " << u;
      if (parameter.step != 0.0) {
        const double steps = (value - parameter.low) / parameter.step;
        EXPECT_NEAR(steps, std::round(steps), 1e-8) << parameter.name << " at " << u;
      }
      last = value;
    }
  }
}

}  // namespace
}  // namespace pineforge::hpo
