#include "decimal_grid.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

namespace pineforge::hpo {
namespace {

// optuna.distributions._adjust_discrete_uniform_high of Optuna 4.9.0.
TEST(DecimalGrid, EndsWhereOptunasDoes) {
  const struct {
    double low;
    double high;
    double step;
    double expected;
  } cases[] = {{0.2, 3.0, 0.1, 3.0},     {0, 1, 0.3, 0.9},         {0, 0.9, 0.3, 0.9},   {-1, 1, 0.25, 1.0},
               {1e-8, 1e-7, 3e-9, 1e-7}, {0, 1e16, 3, 1e16},       {0.1, 0.1, 0.5, 0.1}, {0, 0.4, 0.5, 0.0},
               {-0.3, 0.31, 0.1, 0.3},   {1e22, 2e22, 1e21, 2e22}, {0, 0.7, 0.1, 0.7},   {5, 5.3, 0.1, 5.3},
               {-1.05, 2, 0.7, 1.75}};
  for (const auto& [low, high, step, expected] : cases) {
    EXPECT_EQ(last_grid_value(low, high, step), expected) << low << " to " << high << " by " << step;
  }
}

TEST(DecimalGrid, RefusesNumbersThatAreTooFarApart) {
  EXPECT_THROW(last_grid_value(0.0, 1.0, 1e-30), std::invalid_argument);
  EXPECT_THROW(last_grid_value(1e300, 2e300, 1.0), std::invalid_argument);
}

}  // namespace
}  // namespace pineforge::hpo
