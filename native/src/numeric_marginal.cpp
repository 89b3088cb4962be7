#include "numeric_marginal.hpp"

#include <algorithm>

namespace pineforge::hpo {

NumericMarginal::NumericMarginal(const simd::Kernels& kernels, const Parameter& parameter, std::size_t expected_trials)
    : axis_(kernels, parameter),
      low_(parameter.low),
      candidates_(kernels, axis_),
      good_(kernels, axis_.interval()),
      few_bad_(kernels, axis_.interval()),
      many_bad_(kernels, axis_.interval(), CandidateSet::wide_bin_edges(kernels, axis_, parameter)),
      good_sums_(kCandidates * CandidateSet::kMaxPoints),
      bad_sums_(kCandidates * CandidateSet::kMaxPoints) {
  positions_.reserve(expected_trials);
}

double NumericMarginal::draw_uniformly(UniformStream& stream) {
  const double value = axis_.draw_uniformly(stream);
  proposed_position_ = axis_.position_of(value);
  return value;
}

double NumericMarginal::propose(UniformStream& stream, const SplitTracker& split) {
  if (good_changed_) good_.rebuild(split.good(), positions_);
  good_changed_ = false;
  good_.draw(stream, candidates_.positions());
  candidates_.locate();

  const std::span<const double> points = candidates_.points();
  std::fill_n(good_sums_.begin(), points.size(), 0.0);
  std::fill_n(bad_sums_.begin(), points.size(), 0.0);
  good_.add_densities(points, good_sums_.data());
  sum_bad(split);

  const std::size_t best = best_candidate(split);
  proposed_position_ = candidates_.position(best);
  return candidates_.value(best);
}

void NumericMarginal::sum_bad(const SplitTracker& split) {
  if (are_many_) {
    many_bad_.prepare(split);
    many_bad_.add_densities(split, candidates_.points(), bad_sums_.data());
  } else {
    few_bad_.prepare(split);
    few_bad_.add_densities(candidates_.points(), bad_sums_.data());
  }
}

double NumericMarginal::bad_mass(std::size_t candidate, const SplitTracker& split) const {
  const double a = candidates_.low(candidate);
  const double b = candidates_.high(candidate);
  if (!are_many_) return few_bad_.mass_within(a, b);
  return many_bad_.mass_at(split, static_cast<std::size_t>(candidates_.value(candidate) - low_), a, b);
}

/// The first of the largest ratios; sums of weights drop out of it.
std::size_t NumericMarginal::best_candidate(const SplitTracker& split) const {
  std::size_t best = 0;
  double best_ratio = -1.0;
  for (std::size_t i = 0; i < kCandidates; ++i) {
    const double ratio =
        candidates_.by_mass(i)
            ? good_.mass_within(candidates_.low(i), candidates_.high(i)) / bad_mass(i, split)
            : candidates_.mean_density(i, good_sums_.data()) / candidates_.mean_density(i, bad_sums_.data());
    if (ratio > best_ratio) {
      best_ratio = ratio;
      best = i;
    }
  }
  return best;
}

void NumericMarginal::tell(const SplitChange& change, const SplitTracker& split) {
  positions_.push_back(proposed_position_);
  good_changed_ = good_changed_ || change.entered_good != kNoTrial;
  follow(change, split);
}

void NumericMarginal::follow(const SplitChange& change, const SplitTracker& split) {
  if (are_many_) {
    many_bad_.update(change, split, positions_);
  } else if (split.bad_count() <= DirectModel::kCapacity) {
    few_bad_.update(change, positions_);
  } else {
    are_many_ = true;
    many_bad_.rebuild(split, positions_);
  }
}

std::size_t NumericMarginal::model_bytes() const {
  return sizeof *this + few_bad_.bytes() + many_bad_.bytes() + 2 * good_sums_.capacity() * sizeof(double);
}

}  // namespace pineforge::hpo
