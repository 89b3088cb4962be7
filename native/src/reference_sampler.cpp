#include "reference_sampler.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <stdexcept>

#include "parzen_estimator.hpp"
#include "random_draw.hpp"

namespace pineforge::hpo {
namespace {

constexpr std::size_t kEiCandidates = 24;

/// A parameter with one value only is never sampled: no randomness is spent on it (optuna/trial/_trial.py, _suggest).
bool is_single(const Parameter& parameter) {
  return parameter.kind == ParameterKind::kCategorical ? parameter.choices == 1 : parameter.low == parameter.high;
}

std::vector<double> pick(std::span<const double> history, const std::vector<std::size_t>& trials) {
  std::vector<double> picked(trials.size());
  std::transform(trials.begin(), trials.end(), picked.begin(), [&](std::size_t trial) { return history[trial]; });
  return picked;
}

}  // namespace

ReferenceSampler::ReferenceSampler(const SearchSpace& space, const SamplerOptions& options)
    : space_(space),
      options_(options),
      startup_stream_(options.seed),
      fitted_stream_(options.seed),
      history_(space.size()),
      candidate_(space.size()) {
  if (space.size() == 0) throw std::invalid_argument("the search space has no parameter");
  for (std::vector<double>& values : history_) values.reserve(options.expected_trials);
  values_.reserve(options.expected_trials);
}

std::span<const double> ReferenceSampler::ask() {
  if (asked_) throw std::logic_error("ask: the last candidate has not been told");
  const bool startup = values_.size() < options_.startup_trials;
  const TrialSplit split = startup ? TrialSplit{} : split_trials(values_);
  for (std::size_t p = 0; p < space_.size(); ++p) {
    const Parameter& parameter = space_[p];
    if (is_single(parameter)) {
      candidate_[p] = parameter.low;
    } else if (startup) {
      candidate_[p] = draw_uniformly(parameter, startup_stream_);
    } else {
      candidate_[p] = propose(parameter, history_[p], split);
    }
  }
  asked_ = true;
  return candidate_;
}

double ReferenceSampler::propose(const Parameter& parameter, std::span<const double> history, const TrialSplit& split) {
  const ParzenEstimator below(parameter, pick(history, split.below), options_.tie_order);
  const ParzenEstimator above(parameter, pick(history, split.above), options_.tie_order);

  const std::vector<double> candidates = below.sample(fitted_stream_, kEiCandidates);
  std::vector<double> scores(candidates.size());
  std::transform(candidates.begin(), candidates.end(), scores.begin(),
                 [&](double value) { return below.log_density(value) - above.log_density(value); });
  const auto best = std::max_element(scores.begin(), scores.end());
  return candidates[static_cast<std::size_t>(best - scores.begin())];
}

void ReferenceSampler::tell(double value) {
  if (!asked_) throw std::logic_error("tell: no candidate has been asked for");
  if (!std::isfinite(value)) throw std::invalid_argument("tell: the objective must be finite");
  for (std::size_t p = 0; p < space_.size(); ++p) history_[p].push_back(candidate_[p]);
  values_.push_back(value);
  asked_ = false;
}

}  // namespace pineforge::hpo
