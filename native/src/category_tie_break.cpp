#include "category_tie_break.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "mixture_log_density.hpp"
#include "pairwise_sum.hpp"

namespace pineforge::hpo {

std::uint32_t CategoryTieBreak::best_of(std::span<const std::uint32_t> tied, std::span<const std::uint32_t> choice_of,
                                        const SplitTracker& split) {
  std::array<double, kMaxTied> scores;
  set_rows(split.good_count());
  for (std::size_t i = 0; i < tied.size(); ++i) scores[i] = log_density(tied[i], choice_of, split, Group::kGood);
  set_rows(split.bad_count());
  for (std::size_t i = 0; i < tied.size(); ++i) scores[i] -= log_density(tied[i], choice_of, split, Group::kBad);
  return tied[static_cast<std::size_t>(std::max_element(scores.data(), scores.data() + tied.size()) - scores.data())];
}

void CategoryTieBreak::set_rows(std::size_t observations) {
  observations_ = observations;
  const std::size_t choices = row_sums_.size();
  everywhere_ = 1.0 / static_cast<double>(observations == 0 ? choices : observations + 1);
  const auto sum_of_row = [&](std::size_t observed) {
    auto next = [&, choice = std::size_t{0}]() mutable { return everywhere_ + (choice++ == observed ? 1.0 : 0.0); };
    return pairwise_sum_of(choices, next);
  };
  for (std::size_t choice = 0; choice < choices; ++choice) row_sums_[choice] = sum_of_row(choice);
  // Without observations the prior's row stays as it is.
  prior_sum_ = observations == 0 ? 1.0 : sum_of_row(choices);
}

double CategoryTieBreak::log_density(std::uint32_t scored, std::span<const std::uint32_t> choice_of,
                                     const SplitTracker& split, Group group) const {
  return mixture_log_density(observations_, [&] {
    return [&, trials = GroupTrials(split, group)]() mutable {
      const Trial trial = trials.next();
      if (trial == kNoTrial) return std::log(everywhere_ / prior_sum_);
      const std::uint32_t observed = choice_of[static_cast<std::size_t>(trial)];
      return std::log((everywhere_ + (observed == scored ? 1.0 : 0.0)) / row_sums_[observed]);
    };
  });
}

}  // namespace pineforge::hpo
