#include "numeric_marginal.hpp"

#include <algorithm>
#include <bit>

#include "reserve_touched.hpp"

namespace pineforge::hpo {

NumericMarginal::NumericMarginal(const simd::Kernels& kernels, const Parameter& parameter, std::size_t expected_trials)
    : axis_(kernels, parameter),
      low_(parameter.low),
      candidates_(kernels, axis_, parameter),
      good_(kernels, axis_.interval()),
      few_bad_(kernels, axis_.interval()),
      many_bad_(kernels, axis_.interval(), candidates_.wide_bin_edges()),
      coarse_good_sums_(CandidateSet::kMostPoints),
      coarse_bad_sums_(CandidateSet::kMostPoints),
      good_sums_(CandidateSet::kMostPoints),
      bad_sums_(CandidateSet::kMostPoints) {
  reserve_touched(positions_, expected_trials);
}

double NumericMarginal::draw_uniformly(UniformStream& stream) {
  const double value = axis_.draw_uniformly(stream);
  proposed_position_ = axis_.position_of(value);
  return value;
}

double NumericMarginal::propose(UniformStream& stream, const SplitTracker& split) {
  good_.prepare();
  good_.draw(stream, candidates_.positions());
  candidates_.locate();

  const std::size_t best = judge(split);
  proposed_position_ = candidates_.position(best);
  return candidates_.value(best);
}

/// After very many trials most scores may be nearly equal for long: where coarse sums rule out less than half of the
/// candidates they are left out for a while.
std::size_t NumericMarginal::judge(const SplitTracker& split) {
  constexpr int kUndecided = 12;
  constexpr int kAskedWithout = 15;
  if (are_many_) many_bad_.prepare(split);
  if (asks_without_coarse_ > 0) {
    --asks_without_coarse_;
    return judge_exactly(candidates_.distinct(), /*is_again=*/false, split);
  }
  const std::uint32_t left = judge_coarsely(split);
  if (has_one(left)) return static_cast<std::size_t>(std::countr_zero(left));
  if (std::popcount(left) > kUndecided) asks_without_coarse_ = kAskedWithout;
  return judge_exactly(left, /*is_again=*/true, split);
}

std::uint32_t NumericMarginal::judge_coarsely(const SplitTracker& split) {
  candidates_.place_coarse_points();
  const std::span<const double> points = candidates_.points();
  std::fill_n(coarse_good_sums_.begin(), points.size(), 0.0F);
  std::fill_n(coarse_bad_sums_.begin(), points.size(), 0.0F);
  good_.add_coarse_densities(points, coarse_good_sums_.data());
  if (are_many_) {
    many_bad_.add_coarse_densities(split, points, coarse_bad_sums_.data());
  } else {
    few_bad_.prepare_coarsely();
    few_bad_.add_coarse_densities(points, coarse_bad_sums_.data());
  }
  return candidates_.coarse_best(coarse_good_sums_, coarse_bad_sums_);
}

/// The first of the largest scores. `is_again`: after coarse sums.
std::size_t NumericMarginal::judge_exactly(std::uint32_t candidates, bool is_again, const SplitTracker& split) {
  candidates_.place_points(candidates);
  const std::span<const double> points = candidates_.points();
  std::fill_n(good_sums_.begin(), points.size(), 0.0);
  std::fill_n(bad_sums_.begin(), points.size(), 0.0);
  good_.add_densities(points, good_sums_.data());
  if (are_many_ && is_again && !axis_.has_grid()) {
    many_bad_.add_densities_again(candidates, points, bad_sums_.data());
  } else if (are_many_) {
    many_bad_.add_densities(split, points, bad_sums_.data());
  } else {
    few_bad_.prepare();
    few_bad_.add_densities(points, bad_sums_.data());
  }
  std::size_t best = 0;
  double best_score = -1.0;
  for (; candidates != 0; candidates &= candidates - 1) {
    const auto candidate = static_cast<std::size_t>(std::countr_zero(candidates));
    const double this_score = score(candidate, split);
    if (this_score > best_score) {
      best_score = this_score;
      best = candidate;
    }
  }
  return best;
}

/// Good against bad; the sums of the weights are the same for all candidates and drop out.
double NumericMarginal::score(std::size_t candidate, const SplitTracker& split) const {
  if (candidates_.by_mass(candidate)) {
    return good_.mass_within(candidates_.low(candidate), candidates_.high(candidate)) / bad_mass(candidate, split);
  }
  return candidates_.mean_density<double>(candidate, good_sums_) /
         candidates_.mean_density<double>(candidate, bad_sums_);
}

double NumericMarginal::bad_mass(std::size_t candidate, const SplitTracker& split) const {
  const double a = candidates_.low(candidate);
  const double b = candidates_.high(candidate);
  if (!are_many_) return few_bad_.mass_within(a, b);
  return many_bad_.mass_at(split, static_cast<std::size_t>(candidates_.value(candidate) - low_), a, b);
}

void NumericMarginal::tell(const SplitChange& change, const SplitTracker& split) {
  positions_.push_back(proposed_position_);
  good_.update(change, positions_);
  if (are_many_) {
    many_bad_.update(change, split, positions_);
  } else if (split.good_count() < kMaxGood) {
    few_bad_.update(change, positions_);
  } else {
    are_many_ = true;
    many_bad_.rebuild(split, positions_);
  }
}

std::size_t NumericMarginal::model_bytes() const {
  const std::size_t sums = good_sums_.capacity() * 2 * (sizeof(double) + sizeof(float));
  return sizeof *this + few_bad_.bytes() + many_bad_.bytes() + sums;
}

}  // namespace pineforge::hpo
