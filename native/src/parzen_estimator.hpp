// The Parzen estimator of one parameter.
#pragma once

#include <cstddef>
#include <span>
#include <variant>
#include <vector>

#include "categorical_kernels.hpp"
#include "numeric_kernels.hpp"
#include "pineforge/hpo/sampler.hpp"
#include "pineforge/hpo/search_space.hpp"
#include "random_stream.hpp"

namespace pineforge::hpo {

/// A weighted mixture of kernels, one per observation and one for the prior (Bergstra et al., Algorithms for
/// Hyper-Parameter Optimization, NIPS 2011, section 4; optuna/samplers/_tpe/parzen_estimator.py v4.9.0).
class ParzenEstimator {
 public:
  /// `observations`: values of `parameter`, oldest first; none leaves the prior alone.
  ParzenEstimator(const Parameter& parameter, std::span<const double> observations, TieOrder tie_order);

  /// `count` values of the parameter: first `count` uniforms from `stream` choose the kernels, then `count` more the
  /// quantiles within them.
  std::vector<double> sample(RandomStream& stream, std::size_t count) const;

  /// ln of the mixture's density, or mass, at a value of the parameter.
  double log_density(double value) const;

 private:
  using Kernels = std::variant<NumericKernels, CategoricalKernels>;

  static Kernels make_kernels(const Parameter& parameter, std::span<const double> observations, TieOrder tie_order);

  std::vector<double> weights_;
  Kernels kernels_;
};

}  // namespace pineforge::hpo
