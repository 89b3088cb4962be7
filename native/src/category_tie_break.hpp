// The decision between choices whose scores are equal but for rounding.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "group_trials.hpp"
#include "split_tracker.hpp"

namespace pineforge::hpo {

/// Choices seen equally often have scores that are equal in exact arithmetic; which of them Optuna takes is then a
/// matter of its rounding. So they are scored by the reference's terms in its order of summation (CategoricalKernels).
/// Time in proportion to the number of trials and to the square of that of choices, no allocation.
class CategoryTieBreak {
 public:
  explicit CategoryTieBreak(std::size_t choices) : row_sums_(choices) {}

  /// The best of `tied`, at most kMaxTied choices, the first of equal ones. `choice_of` by trial.
  std::uint32_t best_of(std::span<const std::uint32_t> tied, std::span<const std::uint32_t> choice_of,
                        const SplitTracker& split);

  std::size_t bytes() const { return row_sums_.size() * sizeof(double); }

  static constexpr std::size_t kMaxTied = 24;

 private:
  void set_rows(std::size_t observations);
  double log_density(std::uint32_t scored, std::span<const std::uint32_t> choice_of, const SplitTracker& split,
                     Group group) const;

  std::size_t observations_ = 0;
  /// What a row gives to each choice, before it is divided by its sum.
  double everywhere_ = 0.0;
  /// By observed choice, and the prior's.
  std::vector<double> row_sums_;
  double prior_sum_ = 0.0;
};

}  // namespace pineforge::hpo
