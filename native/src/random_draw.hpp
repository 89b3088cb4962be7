// Startup proposals.
#pragma once

#include "pineforge/hpo/search_space.hpp"
#include "random_stream.hpp"

namespace pineforge::hpo {

/// One value of `parameter`, uniform on its range (on its logarithm for a log parameter); takes one uniform from
/// `stream`, for a categorical parameter one per choice. Source: optuna/samplers/_random.py and optuna/_transform.py,
/// v4.9.0.
double draw_uniformly(const Parameter& parameter, RandomStream& stream);

}  // namespace pineforge::hpo
