#include "grid_tie_break.hpp"

#include <algorithm>
#include <array>

#include "mixture_log_density.hpp"

namespace pineforge::hpo {

GridTieBreak::GridTieBreak(const Parameter& parameter, std::size_t size)
    : parameter_(parameter),
      low_(parameter.low - parameter.step / 2.0),
      high_(parameter.high + parameter.step / 2.0),
      observed_(size),
      prior_{NumericKernel(0.5 * (low_ + high_), high_ - low_, low_, high_), 0.0} {}

double GridTieBreak::position(std::size_t value) const {
  return std::min(parameter_.low + static_cast<double>(value) * parameter_.step, parameter_.high);
}

std::uint32_t GridTieBreak::best_of(std::span<const std::uint32_t> tied, std::span<const std::uint8_t> values,
                                    const SplitTracker& split) {
  std::array<double, kMaxTied> scores;
  observe(values, split, Group::kGood);
  for (std::size_t i = 0; i < tied.size(); ++i) scores[i] = log_density(tied[i], values, split, Group::kGood);
  observe(values, split, Group::kBad);
  for (std::size_t i = 0; i < tied.size(); ++i) scores[i] -= log_density(tied[i], values, split, Group::kBad);
  return tied[static_cast<std::size_t>(std::max_element(scores.data(), scores.data() + tied.size()) - scores.data())];
}

/// Looks up the observations of a group and sets their kernels.
void GridTieBreak::observe(std::span<const std::uint8_t> values, const SplitTracker& split, Group group) {
  observations_ = 0;
  seen_.clear();
  GroupTrials trials(split, group);
  for (Trial trial = trials.next(); trial != kNoTrial; trial = trials.next(), ++observations_) {
    const std::uint8_t value = values[static_cast<std::size_t>(trial)];
    if (!seen_.contains(value)) observed_[value].first = trial;
    observed_[value].last = trial;
    seen_.insert(value);
  }
  seen_.for_each([this](std::size_t value, double left, double right) { set_kernels(value, left, right); });
}

/// As kernel_widths (numeric_kernels.hpp); `left` and `right` are the gaps to the neighbours in steps, 0 without one.
void GridTieBreak::set_kernels(std::size_t value, double left, double right) {
  const double here = position(value);
  const double least = (high_ - low_) / std::min(100.0, static_cast<double>(observations_) + 2.0);
  const auto kernel = [&](double width) {
    return NumericKernel(here, std::min(std::max(width, least), high_ - low_), low_, high_);
  };
  const bool is_least = left == 0.0;
  const bool is_greatest = right == 0.0;
  const double to_left = here - (is_least ? low_ : position(value - static_cast<std::size_t>(left)));
  const double to_right = (is_greatest ? high_ : position(value + static_cast<std::size_t>(right))) - here;
  Observed& observed = observed_[value];
  if (observed.first == observed.last) {
    const bool inner_only = observations_ >= 2 && (is_least || is_greatest);
    observed.of_first.kernel = kernel(inner_only ? (is_least ? to_right : to_left) : std::max(to_left, to_right));
    return;
  }
  observed.of_first.kernel = kernel(is_least ? 0.0 : to_left);
  observed.of_last.kernel = kernel(is_greatest ? 0.0 : to_right);
  observed.of_others.kernel = kernel(0.0);
}

double GridTieBreak::log_density(std::uint32_t scored, std::span<const std::uint8_t> values, const SplitTracker& split,
                                 Group group) {
  const double cell_low = position(scored) - parameter_.step / 2.0;
  const double cell_high = position(scored) + parameter_.step / 2.0;
  const auto score = [&](Scored& kernel) { kernel.log_mass = kernel.kernel.log_cell_mass(cell_low, cell_high); };
  seen_.for_each([&](std::size_t value, double, double) {
    Observed& observed = observed_[value];
    score(observed.of_first);
    if (observed.first == observed.last) return;
    score(observed.of_last);
    score(observed.of_others);
  });
  score(prior_);
  return mixture_log_density(observations_, [&] {
    return [&, trials = GroupTrials(split, group)]() mutable {
      const Trial trial = trials.next();
      if (trial == kNoTrial) return prior_.log_mass;
      const Observed& observed = observed_[values[static_cast<std::size_t>(trial)]];
      if (trial == observed.first) return observed.of_first.log_mass;
      return trial == observed.last ? observed.of_last.log_mass : observed.of_others.log_mass;
    };
  });
}

}  // namespace pineforge::hpo
