#include "study.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <string>

#include "pineforge/hpo/instruction_set.hpp"

namespace pineforge::benchmark {
namespace {

using Clock = std::chrono::steady_clock;

/// Storage for more trials than this is not reserved in advance.
constexpr std::size_t kMaxReservedTrials = std::size_t{1} << 20;

std::int64_t nanoseconds(Clock::duration duration) {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(duration).count();
}

std::size_t reserved_trials(std::uint32_t trials) { return std::min<std::size_t>(trials, kMaxReservedTrials); }

/// The instruction set `name` while this lives, then the one before it again. Does nothing where the name is empty.
class InstructionSetChoice {
 public:
  explicit InstructionSetChoice(std::string_view name) {
    if (name.empty()) return;
    before_ = hpo::instruction_set();
    hpo::set_instruction_set(name);
  }
  ~InstructionSetChoice() {
    if (!before_.empty()) hpo::set_instruction_set(before_);
  }
  InstructionSetChoice(const InstructionSetChoice&) = delete;
  InstructionSetChoice& operator=(const InstructionSetChoice&) = delete;

 private:
  std::string_view before_;
};

std::unique_ptr<hpo::Sampler> build_sampler(const Problem& problem, const StudyOptions& options) {
  hpo::SamplerOptions sampler_options = options.sampler_options;
  sampler_options.expected_trials = reserved_trials(options.trials);
  const InstructionSetChoice choice(options.instruction_set);
  return hpo::make_sampler(options.sampler, problem.space, sampler_options);
}

void require_inside(const Problem& problem, std::span<const double> candidate, std::size_t trial) {
  if (problem.space.contains(candidate)) return;
  throw ObjectiveError("problem " + std::string(problem.name) + ", trial " + std::to_string(trial) +
                       ": the candidate lies outside the search space");
}

void require_finite(const Problem& problem, double value, std::size_t trial) {
  if (std::isfinite(value)) return;
  throw ObjectiveError("problem " + std::string(problem.name) + ", trial " + std::to_string(trial) +
                       ": the objective is not finite");
}

}  // namespace

Study::Study(const Problem& problem, const StudyOptions& options)
    : problem_(problem),
      trials_(options.trials),
      sampler_(build_sampler(problem, options)),
      log_(problem.space.size(), reserved_trials(options.trials)),
      best_value_(std::numeric_limits<double>::infinity()) {}

void Study::run(std::uint32_t trials) {
  if (broken_) throw StateError("the study ended with an error and cannot go on");
  const auto left = static_cast<std::uint32_t>(trials_ - log_.size());
  if (left == 0) throw StateError("the budget of " + std::to_string(trials_) + " trials is used up");
  broken_ = true;
  run_loop(std::min(trials, left));
  broken_ = false;
}

// Four clock reads a trial. Neighbouring phases share theirs, and a trial's tell and the next one's ask are one phase
// of the sampler, so that nothing but the record of the trial falls between phases.
void Study::run_loop(std::uint32_t trials) {
  const Clock::time_point loop_start = Clock::now();
  Clock::time_point sampler_start = loop_start;
  std::span<const double> candidate = sampler_->ask();
  for (std::uint32_t left = trials;; --left) {
    const Clock::time_point validation_start = Clock::now();
    require_inside(problem_, candidate, log_.size());
    const Clock::time_point objective_start = Clock::now();
    const double value = problem_.objective(candidate);
    const Clock::time_point objective_end = Clock::now();

    require_finite(problem_, value, log_.size());
    record(candidate, value);
    clocks_.sampler += nanoseconds(validation_start - sampler_start);
    clocks_.validation += nanoseconds(objective_start - validation_start);
    clocks_.objective += nanoseconds(objective_end - objective_start);

    sampler_start = Clock::now();
    sampler_->tell(value);
    if (left == 1) break;
    candidate = sampler_->ask();
  }
  const Clock::time_point loop_end = Clock::now();
  clocks_.sampler += nanoseconds(loop_end - sampler_start);
  clocks_.wall += nanoseconds(loop_end - loop_start);
}

void Study::record(std::span<const double> candidate, double value) {
  log_.append(candidate, value);
  best_value_ = std::min(best_value_, value);
}

DiscreteDiagnostics Study::diagnostics() const {
  return problem_.discrete ? diagnose(log_, problem_.known_optimum) : DiscreteDiagnostics{};
}

}  // namespace pineforge::benchmark
