#include "category_tie_break.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <vector>

#include "parzen_estimator.hpp"

namespace pineforge::hpo {
namespace {

/// Few objectives, so that equal counts are common.
void expect_the_references_choice(std::uint32_t choices, std::size_t trials) {
  SearchSpace space;
  space.add_categorical("x", choices);
  std::mt19937 engine(choices);
  CategoryTieBreak tie_break(choices);
  SplitTracker split(trials);
  std::vector<std::uint32_t> choice_of;
  for (std::size_t trial = 0; trial < trials; ++trial) {
    std::vector<double> good_choices;
    std::vector<double> bad_choices;
    for (std::size_t t = 0; t < trial; ++t) {
      (split.is_good(static_cast<Trial>(t)) ? good_choices : bad_choices).push_back(choice_of[t]);
    }
    const ParzenEstimator good(space[0], good_choices, TieOrder::kStable);
    const ParzenEstimator bad(space[0], bad_choices, TieOrder::kStable);
    std::vector<std::uint32_t> candidates(choices);
    std::iota(candidates.begin(), candidates.end(), 0U);
    std::shuffle(candidates.begin(), candidates.end(), engine);
    candidates.resize(std::min<std::size_t>(choices, CategoryTieBreak::kMaxTied));
    std::vector<double> scores;
    for (const std::uint32_t choice : candidates) scores.push_back(good.log_density(choice) - bad.log_density(choice));
    const auto best = std::max_element(scores.begin(), scores.end()) - scores.begin();
    ASSERT_EQ(tie_break.best_of(candidates, choice_of, split), candidates[static_cast<std::size_t>(best)])
        << choices << " choices, trial " << trial;
    choice_of.push_back(trial % 2 == 0 ? engine() % choices : choice_of.back() / 2);
    split.tell(static_cast<double>(engine() % 5));
  }
}

TEST(CategoryTieBreak, TakesTheReferencesChoice) {
  for (const std::uint32_t choices : {2U, 3U, 6U, 9U, 40U, 200U}) expect_the_references_choice(choices, 320);
}

}  // namespace
}  // namespace pineforge::hpo
