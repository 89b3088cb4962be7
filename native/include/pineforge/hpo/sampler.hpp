// The sampler: Optuna 4.9.0's univariate TPE, trial for trial.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "pineforge/hpo/search_space.hpp"

namespace pineforge::hpo {

/// Which of several equal observations sorts first where kernel widths are set (Parzen estimator).
enum class TieOrder {
  /// By trial number: the machine-independent definition.
  kStable,
  /// As numpy.argsort's generic introsort leaves them (reference sampler only).
  kNumpyGeneric,
};

enum class SamplerKind {
  /// Brute force, one line per line of the definition: the yardstick.
  kReference,
  /// The same proposals at a cost that does not grow with the number of trials. Stable tie order only.
  kFast,
};

/// The shared TPE controls. Those that are not here are fixed by the definition: 24 EI candidates, gamma
/// min(ceil(0.1 n), 25), prior weight 1, independent marginals, no constant liar.
struct SamplerOptions {
  std::uint32_t seed = 0;
  /// Proposals drawn at random before the first fitted one.
  std::uint32_t startup_trials = 10;
  TieOrder tie_order = TieOrder::kStable;
  /// Storage is reserved for this many trials at construction, so that no ask or tell up to it reallocates history.
  std::size_t expected_trials = 0;
};

/// Sequential ask and tell over one search space; minimises.
class Sampler {
 public:
  virtual ~Sampler() = default;

  /// Proposes the next candidate: one double per parameter in declared order, valid until the next ask.
  /// @throws std::logic_error where the last candidate has not been told.
  virtual std::span<const double> ask() = 0;

  /// Reports the objective of the candidate that was asked last.
  /// @throws std::invalid_argument where `value` is not finite, std::logic_error where nothing was asked.
  virtual void tell(double value) = 0;
};

/// @throws std::invalid_argument where the space is empty or the kind does not offer the tie order.
std::unique_ptr<Sampler> make_sampler(SamplerKind kind, const SearchSpace& space, const SamplerOptions& options);

}  // namespace pineforge::hpo
