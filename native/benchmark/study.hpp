// One study: a sampler on a problem, and its clocks.
#pragma once

#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string_view>

#include "discrete_diagnostics.hpp"
#include "pineforge/hpo/sampler.hpp"
#include "problem.hpp"
#include "trial_log.hpp"

namespace pineforge::benchmark {

struct StudyOptions {
  /// The budget.
  std::uint32_t trials = 0;
  hpo::SamplerKind sampler = hpo::SamplerKind::kFast;
  /// One of hpo::instruction_sets(), for the fast sampler; empty leaves the process's choice alone.
  std::string_view instruction_set;
  /// `expected_trials` is set by the study.
  hpo::SamplerOptions sampler_options;
};

/// Nanoseconds of std::chrono::steady_clock. No value is ever corrected by subtracting another.
struct Clocks {
  /// Sampler::ask and Sampler::tell.
  std::int64_t sampler = 0;
  std::int64_t objective = 0;
  /// SearchSpace::contains.
  std::int64_t validation = 0;
  /// The whole loop, the record of its trials included; not less than the sum of the others.
  std::int64_t wall = 0;
};

/// A candidate outside the space, or an objective that is not finite.
class ObjectiveError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The call does not fit what the study has done so far.
class StateError : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

class Study {
 public:
  /// Builds the sampler and reserves storage, outside every clock. `problem` must outlive the study.
  /// @throws std::invalid_argument as hpo::make_sampler does.
  Study(const Problem& problem, const StudyOptions& options);

  /// Runs up to `trials` (at least 1) further trials within the budget; may be called again until that is used up.
  /// @throws StateError where nothing is left to run or an earlier call threw, ObjectiveError.
  void run(std::uint32_t trials);

  const Problem& problem() const { return problem_; }
  const TrialLog& log() const { return log_; }
  const Clocks& clocks() const { return clocks_; }
  /// Infinity before the first trial.
  double best_value() const { return best_value_; }
  /// Computed anew from the log at each call, outside every clock. Needs one trial on a discrete problem.
  DiscreteDiagnostics diagnostics() const;

 private:
  void run_loop(std::uint32_t trials);
  void record(std::span<const double> candidate, double value);

  const Problem& problem_;
  std::uint32_t trials_;
  std::unique_ptr<hpo::Sampler> sampler_;
  TrialLog log_;
  Clocks clocks_;
  double best_value_;
  bool broken_ = false;
};

}  // namespace pineforge::benchmark
