// Grids of doubles, counted in decimal.
#pragma once

namespace pineforge::hpo {

/// The last of low, low + step, low + 2 step, ... that does not exceed `high`, computed on the shortest decimal forms
/// of the three numbers, so that [0.2, 3.0] by 0.1 ends at 3.0 (optuna/distributions.py v4.9.0,
/// _adjust_discrete_uniform_high). All finite, low <= high, step > 0.
/// @throws std::invalid_argument where the three do not fit into 28 decimal digits together.
double last_grid_value(double low, double high, double step);

}  // namespace pineforge::hpo
