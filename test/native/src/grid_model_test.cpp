#include "grid_model.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <numeric>
#include <random>
#include <vector>

#include "active_kernels.hpp"
#include "good_grid_model.hpp"
#include "parzen_estimator.hpp"

namespace pineforge::hpo {
namespace {

SearchSpace ints(std::size_t size) {
  SearchSpace space;
  space.add_int("x", 0, static_cast<std::int64_t>(size) - 1);
  return space;
}

/// Both models of one parameter against the reference's estimators on the same
/// trials.
void follow(std::size_t size, std::size_t trials, const std::function<std::uint8_t(std::size_t)>& value,
            const std::function<double(std::size_t)>& objective) {
  const GridTables tables(active_kernels(), size);
  GoodGridModel good(active_kernels(), tables);
  GridModel bad(active_kernels(), tables);
  SplitTracker split(trials);
  std::vector<std::uint8_t> values;
  std::vector<std::uint32_t> all(size);
  std::iota(all.begin(), all.end(), 0U);
  const SearchSpace space = ints(size);
  for (std::size_t trial = 0; trial < trials; ++trial) {
    values.push_back(value(trial));
    bad.update(split.tell(objective(trial)), split, values);
    bad.prepare(split);
    good.rebuild(split.good(), values);
    if (trial % 5 != 0 && trial > 30) continue;

    std::vector<double> good_values;
    std::vector<double> bad_values;
    for (std::size_t t = 0; t <= trial; ++t) {
      (split.is_good(static_cast<Trial>(t)) ? good_values : bad_values).push_back(values[t]);
    }
    const ParzenEstimator expected_good(space[0], good_values, TieOrder::kStable);
    const ParzenEstimator expected_bad(space[0], bad_values, TieOrder::kStable);
    std::vector<double> masses(size);
    bad.masses(all, masses.data());
    if (tables.is_small()) {
      std::vector<double> of_all(tables.row_length());
      bad.masses_of_all(of_all.data());
      for (const std::uint32_t x : all) ASSERT_NEAR(of_all[x] / masses[x], 1.0, 1e-14);
    }
    const double weights = split.ramp().total(split.bad_count()) + 1.0;
    for (const std::uint32_t x : all) {
      ASSERT_NEAR(std::log(masses[x] / weights), expected_bad.log_density(x), 1e-12) << "trial " << trial << ", " << x;
      ASSERT_NEAR(std::log(good.masses()[x] / (static_cast<double>(split.good_count()) + 1.0)),
                  expected_good.log_density(x), 1e-12)
          << "trial " << trial << ", " << x;
    }
  }
}

TEST(GridModel, AgreesWithTheReferenceOnGridsOfEverySize) {
  for (const std::size_t size : {2U, 3U, 10U, 16U, 17U, 96U, 256U}) {
    std::mt19937 engine(static_cast<unsigned>(size));
    follow(
        size, 300, [&](std::size_t) { return static_cast<std::uint8_t>(engine() % size); },
        [&](std::size_t) { return static_cast<double>(engine()); });
  }
}

TEST(GridModel, AgreesWithTheReferenceWhereFewValuesAreSeenAndManyObjectivesAreEqual) {
  std::mt19937 engine(5);
  follow(
      60, 400, [&](std::size_t trial) { return static_cast<std::uint8_t>(trial % 50 == 0 ? engine() % 60 : 30); },
      [&](std::size_t) { return static_cast<double>(engine() % 3); });
}

}  // namespace
}  // namespace pineforge::hpo
