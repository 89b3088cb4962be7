// Categorical parameters.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "category_tie_break.hpp"
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
  /// What one good trial's kernel gives to its choice and to every other one.
  struct KernelRow {
    KernelRow(std::size_t good_trials, std::size_t choices);
    double observed;
    double other;
  };
  /// The probability of a choice is scale * weighted number + offset, up to the sum of the weights.
  struct Mixture {
    Mixture(double observations, double weight, double choices);
    double scale;
    double offset;
  };

  /// Whether the probabilities of all choices are as quickly had as those of a few.
  bool is_small() const { return choices_ <= simd::kGridWindow; }
  void follow_good(const SplitTracker& split);
  void set_rows(std::size_t good_trials);
  void draw(UniformStream& stream, const SplitTracker& split, Draws& draws) const;
  std::uint32_t draw_choice(double u, std::size_t kernel, const SplitTracker& split) const;
  std::uint32_t best_of_all(const Draws& draws, const SplitTracker& split);
  std::uint32_t best_of_distinct(const Draws& draws, const SplitTracker& split);
  std::uint32_t settle(const TiedValues& tied, const SplitTracker& split);
  bool is_unseen(std::uint32_t choice) const;

  const simd::Kernels& kernels_;
  std::uint32_t choices_;
  /// Choice by trial.
  std::vector<std::uint32_t> choice_of_;
  std::uint32_t proposed_ = 0;
  KernelChooser chooser_;
  /// Of a few choices: the cumulative probabilities of the kernel of each choice, then of the prior's.
  std::vector<double> rows_;
  std::array<const double*, kMaxGood + 1> row_of_kernel_;
  /// Number of good trials by choice, and the probabilities up to the sum of the weights. Padded.
  std::vector<double> good_counts_;
  std::vector<double> good_;
  ValueCounts counts_;
  DistinctValues distinct_;
  CategoryTieBreak tie_break_;
};

}  // namespace pineforge::hpo
