// The permutation that sorts, with the two orders of equal elements.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "pineforge/hpo/sampler.hpp"

namespace pineforge::hpo {

/// The positions of `values` (no NaN) in ascending order of value. Equal values stay in their given order, or fall as
/// numpy.argsort's scalar introsort lets them: `TieOrder`.
std::vector<std::size_t> argsort(std::span<const double> values, TieOrder tie_order);

}  // namespace pineforge::hpo
