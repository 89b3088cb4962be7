#include "grid_marginal.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "reserve_touched.hpp"

namespace pineforge::hpo {

bool GridMarginal::suits(const Parameter& parameter) {
  if (parameter.kind == ParameterKind::kCategorical || parameter.log || parameter.step == 0.0) return false;
  return (parameter.high - parameter.low) / parameter.step < static_cast<double>(GridModel::kMaxSize) - 0.5;
}

GridMarginal::GridMarginal(const simd::Kernels& kernels, const Parameter& parameter, std::size_t expected_trials)
    : kernels_(kernels),
      parameter_(parameter),
      axis_(kernels, parameter),
      tables_(kernels, static_cast<std::size_t>(axis_.grid_size())),
      good_(kernels, tables_),
      bad_(kernels, tables_),
      distinct_(tables_.size()),
      errors_(parameter),
      tie_break_(parameter, tables_.size()) {
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
  bad_.prepare(split);
  Draws draws;
  good_.draw(stream, draws);
  const std::uint32_t best = tables_.is_small() ? best_of_all(draws, split) : best_of_distinct(draws, split);
  proposed_ = static_cast<std::uint8_t>(best);
  return parameter_value(best);
}

std::uint32_t GridMarginal::best_of_all(const Draws& draws, const SplitTracker& split) {
  std::array<double, simd::kGridWindow> bad;
  bad_.masses_of_all(bad.data());
  const std::uint32_t tied =
      kernels_.nearly_best(good_.masses(), bad.data(), draws.small, bad.size(), errors_.of_any_two_scores());
  if (has_one(tied)) return static_cast<std::uint32_t>(std::countr_zero(tied));
  return settle(TiedValues(draws, tied, good_.masses(), bad.data()), split);
}

std::uint32_t GridMarginal::best_of_distinct(const Draws& draws, const SplitTracker& split) {
  distinct_.assign(draws);
  const std::span<const std::uint32_t> candidates = distinct_.values();
  std::array<double, kCandidates> good{};
  std::array<double, kCandidates> bad{};
  for (std::size_t i = 0; i < candidates.size(); ++i) good[i] = good_.masses()[candidates[i]];
  bad_.masses(candidates, bad.data());
  const std::uint32_t all = (std::uint32_t{1} << candidates.size()) - 1;
  const std::uint32_t tied =
      kernels_.nearly_best(good.data(), bad.data(), all, simd::padded(candidates.size()), errors_.of_any_two_scores());
  if (has_one(tied)) return candidates[static_cast<std::size_t>(std::countr_zero(tied))];
  return settle(TiedValues(distinct_, tied, good.data(), bad.data()), split);
}

std::uint32_t GridMarginal::settle(TiedValues tied, const SplitTracker& split) {
  tied.narrow([&](std::size_t i) { return errors_.of_score(tied.good(i), tied.bad(i), split); });
  if (tied.values().size() == 1) return tied.values()[0];
  return tie_break_.best_of(tied.values(), values_, split);
}

void GridMarginal::tell(const SplitChange& change, const SplitTracker& split) {
  values_.push_back(proposed_);
  good_changed_ = good_changed_ || change.entered_good != kNoTrial;
  bad_.update(change, split, values_);
}

}  // namespace pineforge::hpo
