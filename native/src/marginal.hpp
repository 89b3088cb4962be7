// What the fast sampler knows about one parameter.
#pragma once

#include <cstddef>
#include <memory>

#include "pineforge/hpo/search_space.hpp"
#include "simd/kernels.hpp"
#include "split_tracker.hpp"
#include "uniform_stream.hpp"

namespace pineforge::hpo {

/// The two Parzen estimators of one parameter and the values it had. Proposals are those of ReferenceSampler.
class Marginal {
 public:
  virtual ~Marginal() = default;

  /// A startup value. It counts as proposed.
  virtual double draw_uniformly(UniformStream& stream) = 0;
  /// The candidate that the good trials make most likely against the bad ones.
  virtual double propose(UniformStream& stream, const SplitTracker& split) = 0;
  /// The last proposed value became trial change.told; `split` is the split after it.
  virtual void tell(const SplitChange& change, const SplitTracker& split) = 0;

  /// Memory of the model, and of the values by trial.
  virtual std::size_t model_bytes() const = 0;
  virtual std::size_t history_bytes() const = 0;
};

/// Storage is reserved for `expected_trials`; no call allocates before they are exceeded.
std::unique_ptr<Marginal> make_marginal(const simd::Kernels& kernels, const Parameter& parameter,
                                        std::size_t expected_trials);

}  // namespace pineforge::hpo
