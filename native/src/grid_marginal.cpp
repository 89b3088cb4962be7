#include "grid_marginal.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>


namespace pineforge::hpo {
namespace {

constexpr double kUnknown = -1.0;

/// Trials 0, 1, ...: the good trials' values are handed to GoodModel as a history of their own.
std::array<Trial, kMaxGood> first_trials() {
  std::array<Trial, kMaxGood> trials;
  std::iota(trials.begin(), trials.end(), Trial{0});
  return trials;
}

simd::Interval grid_interval(std::size_t size) { return {-0.5, static_cast<double>(size) - 0.5}; }

}  // namespace

bool GridMarginal::suits(const Parameter& parameter) {
  if (parameter.kind == ParameterKind::kCategorical || parameter.log || parameter.step == 0.0) return false;
  return (parameter.high - parameter.low) / parameter.step < static_cast<double>(GridModel::kMaxSize) - 0.5;
}

GridMarginal::GridMarginal(const simd::Kernels& kernels, const Parameter& parameter, std::size_t expected_trials)
    : parameter_(parameter),
      axis_(kernels, parameter),
      size_(static_cast<std::size_t>(axis_.grid_size())),
      good_(kernels, grid_interval(size_)),
      positions_(kMaxGood),
      good_masses_(size_, kUnknown),
      bad_(kernels, size_) {
  values_.reserve(expected_trials);
}

double GridMarginal::parameter_value(std::uint32_t value) const {
  return std::min(parameter_.low + static_cast<double>(value) * parameter_.step, parameter_.high);
}

double GridMarginal::draw_uniformly(UniformStream& stream) {
  const double value = axis_.draw_uniformly(stream);
  proposed_ = static_cast<std::uint8_t>(std::nearbyint((value - parameter_.low) / parameter_.step));
  return value;
}

double GridMarginal::propose(UniformStream& stream, const SplitTracker& split) {
  if (good_changed_) follow_good(split);
  const std::array<std::uint32_t, kCandidates> candidates = draw_candidates(stream);
  bad_.prepare(split);
  const TiedCandidates tied = best_candidates(
      candidates, [this](std::uint32_t value) { return good_mass(value) / bad_.mass(value); });
  const std::uint32_t best = tied.count == 1 ? tied.value[0] : settle(tied, split);
  proposed_ = static_cast<std::uint8_t>(best);
  return parameter_value(best);
}

void GridMarginal::follow_good(const SplitTracker& split) {
  static const std::array<Trial, kMaxGood> kTrials = first_trials();
  const std::size_t count = split.good_count();
  for (std::size_t i = 0; i < count; ++i) positions_[i] = values_[static_cast<std::size_t>(split.good()[i])];
  good_.rebuild(std::span(kTrials).first(count), positions_);
  std::fill(good_masses_.begin(), good_masses_.end(), kUnknown);
  good_changed_ = false;
}

std::array<std::uint32_t, kCandidates> GridMarginal::draw_candidates(UniformStream& stream) {
  std::array<double, kCandidates> positions;
  good_.draw(stream, positions);
  std::array<std::uint32_t, kCandidates> candidates;
  const double last = static_cast<double>(size_) - 1.0;
  std::transform(positions.begin(), positions.end(), candidates.begin(), [&](double position) {
    return static_cast<std::uint32_t>(std::clamp(std::nearbyint(position), 0.0, last));
  });
  return candidates;
}

double GridMarginal::good_mass(std::uint32_t value) {
  double& mass = good_masses_[value];
  if (mass == kUnknown) mass = good_.mass_within(value - 0.5, value + 0.5);
  return mass;
}

std::uint32_t GridMarginal::settle(const TiedCandidates& tied, const SplitTracker& split) const {
  std::vector<double> history(values_.size());
  std::transform(values_.begin(), values_.end(), history.begin(),
                 [this](std::uint8_t value) { return parameter_value(value); });
  std::array<double, kCandidates> choices;
  for (std::size_t i = 0; i < tied.count; ++i) choices[i] = parameter_value(tied.value[i]);
  return tied.value[break_tie(parameter_, history, split, std::span(choices).first(tied.count))];
}

void GridMarginal::tell(const SplitChange& change, const SplitTracker& split) {
  values_.push_back(proposed_);
  good_changed_ = good_changed_ || change.entered_good != kNoTrial;
  bad_.update(change, split, values_);
}

}  // namespace pineforge::hpo
