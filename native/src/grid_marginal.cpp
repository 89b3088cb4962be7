#include "grid_marginal.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "reserve_touched.hpp"

namespace pineforge::hpo {
bool GridMarginal::suits(const Parameter& parameter) {
  if (parameter.kind == ParameterKind::kCategorical || parameter.log || parameter.step == 0.0) return false;
  return (parameter.high - parameter.low) / parameter.step < static_cast<double>(GridModel::kMaxSize) - 0.5;
}

GridMarginal::GridMarginal(const simd::Kernels& kernels, const Parameter& parameter, std::size_t expected_trials)
    : parameter_(parameter),
      axis_(kernels, parameter),
      tails_(kernels, static_cast<std::size_t>(axis_.grid_size())),
      good_(kernels, tails_),
      bad_(kernels, tails_) {
  reserve_touched(values_, expected_trials);
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
  if (good_changed_) good_.rebuild(split.good(), values_);
  good_changed_ = false;
  const DistinctValues candidates(good_.draw(stream));
  bad_.prepare(split);
  std::array<double, kCandidates> scores;
  bad_.masses(candidates.values(), scores.data());
  for (std::size_t i = 0; i < candidates.values().size(); ++i) {
    scores[i] = good_.mass(candidates.values()[i]) / scores[i];
  }
  const DistinctValues tied = best_of(candidates, scores.data());
  const std::uint32_t best = tied.values().size() == 1 ? tied.values()[0] : settle(tied, split);
  proposed_ = static_cast<std::uint8_t>(best);
  return parameter_value(best);
}

std::uint32_t GridMarginal::settle(const DistinctValues& tied, const SplitTracker& split) const {
  std::vector<double> history(values_.size());
  std::transform(values_.begin(), values_.end(), history.begin(),
                 [this](std::uint8_t value) { return parameter_value(value); });
  std::vector<double> choices;
  for (const std::uint32_t value : tied.values()) choices.push_back(parameter_value(value));
  return tied.values()[break_tie(parameter_, history, split, choices)];
}

void GridMarginal::tell(const SplitChange& change, const SplitTracker& split) {
  values_.push_back(proposed_);
  good_changed_ = good_changed_ || change.entered_good != kNoTrial;
  bad_.update(change, split, values_);
}

}  // namespace pineforge::hpo
