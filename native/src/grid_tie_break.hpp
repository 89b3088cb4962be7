// The decision between values of a grid whose scores are equal but for rounding.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "group_trials.hpp"
#include "numeric_kernels.hpp"
#include "pineforge/hpo/search_space.hpp"
#include "split_tracker.hpp"
#include "value_set.hpp"

namespace pineforge::hpo {

/// Symmetric observations make scores that are equal in exact arithmetic; which of the candidates Optuna takes is then
/// a matter of its rounding. So they are scored by the reference's terms in its order of summation. Equal observations
/// share their kernels but for the first and the last of a value (GridModel), so no sort is needed. Time in proportion
/// to the number of trials, no allocation.
class GridTieBreak {
 public:
  GridTieBreak(const Parameter& parameter, std::size_t size);

  /// The best of `tied`, at most kMaxTied values, the first of equal ones. `values` by trial.
  std::uint32_t best_of(std::span<const std::uint32_t> tied, std::span<const std::uint8_t> values,
                        const SplitTracker& split);

  std::size_t bytes() const { return observed_.size() * sizeof(Observed); }

  static constexpr std::size_t kMaxTied = 24;

 private:
  /// A kernel of the reference, and ln of its mass at the value that is scored.
  struct Scored {
    NumericKernel kernel;
    double log_mass = 0.0;
  };
  /// The observations of one value in a group.
  struct Observed {
    Trial first = kNoTrial;
    Trial last = kNoTrial;
    Scored of_first;
    Scored of_last;
    Scored of_others;
  };

  double position(std::size_t value) const;
  void observe(std::span<const std::uint8_t> values, const SplitTracker& split, Group group);
  void set_kernels(std::size_t value, double left, double right);
  double log_density(std::uint32_t value, std::span<const std::uint8_t> values, const SplitTracker& split, Group group);

  Parameter parameter_;
  /// The interval, half a step beyond the bounds.
  double low_;
  double high_;
  std::size_t observations_ = 0;
  ValueSet seen_;
  /// By value.
  std::vector<Observed> observed_;
  Scored prior_;
};

}  // namespace pineforge::hpo
