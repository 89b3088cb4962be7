#include "category_marginal.hpp"

#include <algorithm>
#include <bit>

#include "reserve_touched.hpp"

namespace pineforge::hpo {
namespace {

/// Bounds the relative difference of two scores that the reference may hold equal or in the other order. Probabilities
/// are sums of positive terms without cancellation. The reference's terms are exponentials of sums of logarithms whose
/// size is below 32 up to 10^6 trials, rounded four times; they are added in at most 40 rounded steps, and the
/// logarithm of the sum is rounded twice more: 200 units of 2^-53 per mixture, with those of ours. Two mixtures, two
/// scores.
constexpr double kScoreError = 1e-13;

}  // namespace

CategoryMarginal::KernelRow::KernelRow(std::size_t good_trials, std::size_t choices) {
  const double part = 1.0 / static_cast<double>(good_trials + 1);
  const double sum = static_cast<double>(choices) * part + 1.0;
  observed = (1.0 + part) / sum;
  other = part / sum;
}

CategoryMarginal::Mixture::Mixture(double observations, double weight, double choices) {
  const double everywhere = 1.0 / (observations + 1.0);
  scale = 1.0 / (choices * everywhere + 1.0);
  offset = weight * everywhere * scale + 1.0 / choices;
}

CategoryMarginal::CategoryMarginal(const simd::Kernels& kernels, const Parameter& parameter,
                                   std::size_t expected_trials)
    : kernels_(kernels),
      choices_(parameter.choices),
      chooser_(kernels),
      rows_(is_small() ? (choices_ + 1) * simd::kGridWindow : 0),
      good_counts_(simd::padded(choices_)),
      good_(good_counts_.size()),
      counts_(choices_),
      distinct_(choices_),
      tie_break_(choices_) {
  reserve_touched(choice_of_, expected_trials);
  set_rows(0);
  follow_good(SplitTracker(0));
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

/// The good group changed.
void CategoryMarginal::follow_good(const SplitTracker& split) {
  const auto count = static_cast<double>(split.good_count());
  const Mixture mixture(count, count, choices_);
  for (std::size_t choice = 0; choice < good_.size(); ++choice) {
    good_[choice] = good_counts_[choice] * mixture.scale + mixture.offset;
  }
  if (!is_small()) return;
  for (std::size_t kernel = 0; kernel <= split.good_count(); ++kernel) {
    const bool is_prior = kernel == split.good_count();
    const std::uint32_t row = is_prior ? choices_ : choice_of_[static_cast<std::size_t>(split.good()[kernel])];
    row_of_kernel_[kernel] = rows_.data() + row * simd::kGridWindow;
  }
}

void CategoryMarginal::set_rows(std::size_t good_trials) {
  chooser_.reset(good_trials + 1);
  if (!is_small()) return;
  const KernelRow probability(good_trials, choices_);
  constexpr double kAboveAllUniforms = 2.0;
  std::fill(rows_.begin(), rows_.end(), kAboveAllUniforms);
  for (std::uint32_t seen = 0; seen <= choices_; ++seen) {
    const bool is_prior = seen == choices_;
    double cumulative = 0.0;
    for (std::uint32_t choice = 0; choice + 1 < choices_; ++choice) {
      const double other = is_prior ? 1.0 / choices_ : probability.other;
      cumulative += choice == seen ? probability.observed : other;
      rows_[seen * simd::kGridWindow + choice] = cumulative;
    }
  }
}

double CategoryMarginal::propose(UniformStream& stream, const SplitTracker& split) {
  Draws draws;
  draw(stream, split, draws);
  proposed_ = is_small() ? best_of_all(draws, split) : best_of_distinct(draws, split);
  return proposed_;
}

std::uint32_t CategoryMarginal::best_of_all(const Draws& draws, const SplitTracker& split) {
  const WeightRamp ramp = split.ramp();
  const Mixture mixture(static_cast<double>(split.bad_count()), ramp.total(split.bad_count()), choices_);
  std::array<double, simd::kGridWindow> bad;
  const std::size_t count = good_.size();
  for (std::size_t choice = 0; choice < count; ++choice) {
    bad[choice] = counts_.weighted(choice, ramp) * mixture.scale + mixture.offset;
  }
  const std::uint32_t tied = kernels_.nearly_best(good_.data(), bad.data(), draws.small, count, kScoreError);
  if (has_one(tied)) return static_cast<std::uint32_t>(std::countr_zero(tied));
  return settle(TiedValues(draws, tied, good_.data(), bad.data()), split);
}

std::uint32_t CategoryMarginal::best_of_distinct(const Draws& draws, const SplitTracker& split) {
  distinct_.assign(draws);
  const std::span<const std::uint32_t> candidates = distinct_.values();
  const WeightRamp ramp = split.ramp();
  const Mixture mixture(static_cast<double>(split.bad_count()), ramp.total(split.bad_count()), choices_);
  std::array<double, kCandidates> good{};
  std::array<double, kCandidates> bad{};
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    good[i] = good_[candidates[i]];
    bad[i] = counts_.weighted(candidates[i], ramp) * mixture.scale + mixture.offset;
  }
  const std::uint32_t all = (std::uint32_t{1} << candidates.size()) - 1;
  const std::uint32_t tied =
      kernels_.nearly_best(good.data(), bad.data(), all, simd::padded(candidates.size()), kScoreError);
  if (has_one(tied)) return candidates[static_cast<std::size_t>(std::countr_zero(tied))];
  return settle(TiedValues(distinct_, tied, good.data(), bad.data()), split);
}

void CategoryMarginal::draw(UniformStream& stream, const SplitTracker& split, Draws& draws) const {
  std::array<double, 2 * kCandidates> uniforms;
  std::array<std::uint32_t, kCandidates> chosen;
  stream.take(uniforms);
  chooser_.choose(std::span(uniforms).first<kCandidates>(), chosen.data());
  const double* quantiles = uniforms.data() + kCandidates;
  if (is_small()) {
    draws.small = kernels_.row_draw(row_of_kernel_.data(), chosen.data(), quantiles, kCandidates, draws.values.data());
    return;
  }
  for (std::size_t i = 0; i < kCandidates; ++i) draws.values[i] = draw_choice(quantiles[i], chosen[i], split);
}

/// The number of cumulative probabilities below u, the last one counting as 1, but for rounding of their sums.
std::uint32_t CategoryMarginal::draw_choice(double u, std::size_t kernel, const SplitTracker& split) const {
  const auto place = [this](double steps) {
    return std::min(static_cast<std::uint32_t>(std::max(steps, 0.0)), choices_ - 1);
  };
  if (kernel == split.good_count()) return place(u * choices_);
  const std::uint32_t seen = choice_of_[static_cast<std::size_t>(split.good()[kernel])];
  const auto [observed, other] = KernelRow(split.good_count(), choices_);
  const double before = other * seen;
  if (u > before && u <= before + observed) return seen;
  return place((u <= before ? u : u - (observed - other)) / other);
}

/// Choices that no trial had are equal in every rounding.
std::uint32_t CategoryMarginal::settle(const TiedValues& tied, const SplitTracker& split) {
  const std::span<const std::uint32_t> choices = tied.values();
  if (std::all_of(choices.begin(), choices.end(), [this](std::uint32_t choice) { return is_unseen(choice); })) {
    return choices[0];
  }
  return tie_break_.best_of(choices, choice_of_, split);
}

bool CategoryMarginal::is_unseen(std::uint32_t choice) const {
  return good_counts_[choice] == 0.0 && counts_.count(choice) == 0.0;
}

void CategoryMarginal::tell(const SplitChange& change, const SplitTracker& split) {
  choice_of_.push_back(proposed_);
  const auto choice = [&](Trial trial) { return std::size_t{choice_of_[static_cast<std::size_t>(trial)]}; };
  counts_.update(change, split, choice);
  if (change.entered_good == kNoTrial) return;
  good_counts_[choice(change.entered_good)] += 1.0;
  if (change.left_good != kNoTrial) {
    good_counts_[choice(change.left_good)] -= 1.0;
  } else {
    set_rows(split.good_count());
  }
  follow_good(split);
}

std::size_t CategoryMarginal::model_bytes() const {
  return sizeof *this + counts_.bytes() + distinct_.bytes() + tie_break_.bytes() +
         (rows_.size() + good_counts_.size() + good_.size()) * sizeof(double);
}

}  // namespace pineforge::hpo
