#include "category_marginal.hpp"

#include <algorithm>

#include "reserve_touched.hpp"

namespace pineforge::hpo {
namespace {

/// The probability of a choice, up to the sum of the weights: `weighted` is that choice's part of `total`, the
/// observations' weights. `observations` of `choices` choices.
double probability(double weighted, double total, double observations, double choices) {
  if (observations == 0.0) return 1.0 / choices;
  const double everywhere = 1.0 / (observations + 1.0);
  const double row_sum = choices * everywhere + 1.0;
  return (total * everywhere + weighted) / row_sum + 1.0 / choices;
}

}  // namespace

CategoryMarginal::CategoryMarginal(const simd::Kernels& kernels, const Parameter& parameter,
                                   std::size_t expected_trials)
    : kernels_(kernels),
      parameter_(parameter),
      choices_(parameter.choices),
      rows_((kMaxGood + 1) * simd::kGridRow),
      good_counts_(choices_),
      bad_counts_(choices_),
      bad_(kernels, choices_) {
  reserve_touched(choice_of_, expected_trials);
  chooser_.reset(1);
  if (has_rows()) set_rows(SplitTracker(0));
}

/// The first largest of one uniform per choice (optuna/_transform.py v4.9.0: argmax of a one-hot encoding).
double CategoryMarginal::draw_uniformly(UniformStream& stream) {
  double largest = -1.0;
  for (std::uint32_t choice = 0; choice < choices_; ++choice) {
    const double u = stream.next();
    if (u > largest) {
      largest = u;
      proposed_ = choice;
    }
  }
  return proposed_;
}

double CategoryMarginal::propose(UniformStream& stream, const SplitTracker& split) {
  const DistinctValues candidates(draw_candidates(stream, split));
  const WeightRamp ramp = split.ramp();
  const auto choices = static_cast<double>(choices_);
  const auto good_count = static_cast<double>(split.good_count());
  const auto bad_count = static_cast<double>(split.bad_count());
  const double bad_total = ramp.total(split.bad_count());
  bad_.weigh(ramp);
  std::array<double, kCandidates> scores;
  for (std::size_t i = 0; i < candidates.values().size(); ++i) {
    const std::uint32_t choice = candidates.values()[i];
    scores[i] = probability(good_counts_[choice], good_count, good_count, choices) /
                probability(bad_.weighted()[choice], bad_total, bad_count, choices);
  }
  const DistinctValues tied = best_of(candidates, scores.data());
  proposed_ = tied.values().size() == 1 ? tied.values()[0] : settle(tied, split);
  return proposed_;
}

std::array<std::uint32_t, kCandidates> CategoryMarginal::draw_candidates(UniformStream& stream,
                                                                         const SplitTracker& split) const {
  std::array<double, 2 * kCandidates> uniforms;
  std::array<std::uint32_t, kCandidates> chosen;
  stream.take(uniforms);
  chooser_.choose(std::span(uniforms).first<kCandidates>(), chosen.data());

  const double* quantiles = uniforms.data() + kCandidates;
  std::array<std::uint32_t, kCandidates> candidates;
  if (has_rows()) {
    kernels_.grid_draw(rows_.data(), chosen.data(), quantiles, kCandidates, candidates.data());
    return candidates;
  }
  for (std::size_t i = 0; i < kCandidates; ++i) candidates[i] = draw_choice(quantiles[i], chosen[i], split);
  return candidates;
}

double CategoryMarginal::other_probability(const SplitTracker& split) const {
  const double part = 1.0 / static_cast<double>(split.good_count() + 1);
  return part / (choices_ * part + 1.0);
}

double CategoryMarginal::observed_probability(const SplitTracker& split) const {
  const double part = 1.0 / static_cast<double>(split.good_count() + 1);
  return (1.0 + part) / (choices_ * part + 1.0);
}

void CategoryMarginal::set_rows(const SplitTracker& split) {
  constexpr double kAboveAllUniforms = 2.0;
  std::fill(rows_.begin(), rows_.end(), kAboveAllUniforms);
  for (std::size_t kernel = 0; kernel <= split.good_count(); ++kernel) {
    const bool is_prior = kernel == split.good_count();
    const std::uint32_t seen = is_prior ? choices_ : choice_of_[static_cast<std::size_t>(split.good()[kernel])];
    const double other = is_prior ? 1.0 / choices_ : other_probability(split);
    double cumulative = 0.0;
    for (std::uint32_t choice = 0; choice + 1 < choices_; ++choice) {
      cumulative += choice == seen ? observed_probability(split) : other;
      rows_[kernel * simd::kGridRow + choice] = cumulative;
    }
  }
}

/// The number of cumulative probabilities below u, the last one counting as 1, but for rounding of their sums.
std::uint32_t CategoryMarginal::draw_choice(double u, std::size_t kernel, const SplitTracker& split) const {
  const auto place = [this](double steps) {
    return std::min(static_cast<std::uint32_t>(std::max(steps, 0.0)), choices_ - 1);
  };
  if (kernel == split.good_count()) return place(u * choices_);
  const std::uint32_t seen = choice_of_[static_cast<std::size_t>(split.good()[kernel])];
  const double other = other_probability(split);
  const double observed = observed_probability(split);
  const double before = other * seen;
  if (u > before && u <= before + observed) return seen;
  return place((u <= before ? u : u - (observed - other)) / other);
}

/// Choices that no trial had are equal in every rounding.
std::uint32_t CategoryMarginal::settle(const DistinctValues& tied, const SplitTracker& split) const {
  const std::span<const std::uint32_t> choices = tied.values();
  if (std::all_of(choices.begin(), choices.end(), [this](std::uint32_t choice) { return is_unseen(choice); })) {
    return choices[0];
  }
  const std::vector<double> history(choice_of_.begin(), choice_of_.end());
  const std::vector<double> tied_choices(choices.begin(), choices.end());
  return choices[break_tie(parameter_, history, split, tied_choices)];
}

bool CategoryMarginal::is_unseen(std::uint32_t choice) const {
  return good_counts_[choice] == 0.0 && bad_counts_[choice] == 0;
}

void CategoryMarginal::tell(const SplitChange& change, const SplitTracker& split) {
  choice_of_.push_back(proposed_);
  const auto choice = [&](Trial trial) { return choice_of_[static_cast<std::size_t>(trial)]; };
  if (change.entered_good != kNoTrial) good_counts_[choice(change.entered_good)] += 1.0;
  if (change.left_good != kNoTrial) good_counts_[choice(change.left_good)] -= 1.0;
  if (change.entered_good != kNoTrial && change.left_good == kNoTrial) chooser_.reset(split.good_count() + 1);
  if (change.entered_good != kNoTrial && has_rows()) set_rows(split);
  if (change.promoted()) --bad_counts_[choice(change.entered_good)];
  if (change.entered_bad != kNoTrial) ++bad_counts_[choice(change.entered_bad)];
  bad_.update(change, split, [&](Trial trial) { return std::size_t{choice(trial)}; });
}

std::size_t CategoryMarginal::model_bytes() const {
  return sizeof *this + bad_.bytes() + choices_ * (sizeof(double) + sizeof(std::size_t));
}

}  // namespace pineforge::hpo
