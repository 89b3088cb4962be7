// Categorical parameters.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "discrete_choice.hpp"
#include "kernel_chooser.hpp"
#include "marginal.hpp"
#include "value_counts.hpp"

namespace pineforge::hpo {

/// An observation's kernel gives every choice 1 / (k + 1) and the observed one 1 more, divided by their sum; the prior
/// is uniform (optuna/samplers/_tpe/parzen_estimator.py v4.9.0, _calculate_categorical_distributions). So a choice's
/// probability depends on the weighted number of its observations alone, and a proposal costs no more for more trials.
class CategoryMarginal final : public Marginal {
 public:
  CategoryMarginal(const simd::Kernels& kernels, const Parameter& parameter, std::size_t expected_trials);

  double draw_uniformly(UniformStream& stream) override;
  double propose(UniformStream& stream, const SplitTracker& split) override;
  void tell(const SplitChange& change, const SplitTracker& split) override;

  std::size_t model_bytes() const override;
  std::size_t history_bytes() const override { return choice_of_.capacity() * sizeof(std::uint32_t); }

 private:
  std::array<std::uint32_t, kCandidates> draw_candidates(UniformStream& stream, const SplitTracker& split) const;
  std::uint32_t draw_choice(double u, std::size_t kernel, const SplitTracker& split) const;
  /// What a good trial's kernel gives to its choice and to every other one.
  double observed_probability(const SplitTracker& split) const;
  double other_probability(const SplitTracker& split) const;
  bool has_rows() const { return choices_ <= simd::kGridRow; }
  void set_rows(const SplitTracker& split);
  std::uint32_t settle(const DistinctValues& tied, const SplitTracker& split) const;
  bool is_unseen(std::uint32_t choice) const;

  const simd::Kernels& kernels_;
  Parameter parameter_;
  std::uint32_t choices_;
  /// Choice by trial.
  std::vector<std::uint32_t> choice_of_;
  std::uint32_t proposed_ = 0;
  KernelChooser chooser_;
  /// Of few choices: the cumulative probabilities of each good trial's kernel and the prior's, but the last, which
  /// counts as 1.
  std::vector<double> rows_;
  /// Number of good trials by choice.
  std::vector<double> good_counts_;
  std::vector<std::size_t> bad_counts_;
  ValueCounts bad_;
};

}  // namespace pineforge::hpo
