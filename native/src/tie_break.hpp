// The decision between candidates whose scores are equal but for rounding.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "pineforge/hpo/search_space.hpp"
#include "split_tracker.hpp"

namespace pineforge::hpo {

/// Scores within this of the largest one, relative to it, may be equal in exact arithmetic: symmetric observations on a
/// grid and categories seen equally often are common, and which of them Optuna takes is a matter of its rounding.
inline constexpr double kTieTolerance = 1e-9;

/// The place of the best value among `tied`, the first of equal ones, by the reference's estimators and its order of
/// summation. `history`: the parameter's values by trial. Takes time in proportion to the number of trials and
/// allocates; in random studies ties end with the first few dozen trials.
std::size_t break_tie(const Parameter& parameter, std::span<const double> history, const SplitTracker& split,
                      std::span<const double> tied);

}  // namespace pineforge::hpo
