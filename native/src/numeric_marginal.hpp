// Real parameters, with and without log, log ints and grids of many values.
#pragma once

#include <cstdint>
#include <vector>

#include "candidate_set.hpp"
#include "cell_model.hpp"
#include "direct_model.hpp"
#include "good_model.hpp"
#include "marginal.hpp"
#include "numeric_axis.hpp"

namespace pineforge::hpo {

class NumericMarginal final : public Marginal {
 public:
  NumericMarginal(const simd::Kernels& kernels, const Parameter& parameter, std::size_t expected_trials);

  double draw_uniformly(UniformStream& stream) override;
  double propose(UniformStream& stream, const SplitTracker& split) override;
  void tell(const SplitChange& change, const SplitTracker& split) override;

  std::size_t model_bytes() const override;
  std::size_t history_bytes() const override { return positions_.capacity() * sizeof(double); }

 private:
  std::size_t judge(const SplitTracker& split);
  /// Bits of the candidates that may be the best one.
  std::uint32_t judge_coarsely(const SplitTracker& split);
  std::size_t judge_exactly(std::uint32_t candidates, bool is_again, const SplitTracker& split);
  double score(std::size_t candidate, const SplitTracker& split) const;
  double bad_mass(std::size_t candidate, const SplitTracker& split) const;

  NumericAxis axis_;
  double low_;
  /// Position by trial.
  std::vector<double> positions_;
  double proposed_position_ = 0.0;

  CandidateSet candidates_;
  GoodModel good_;
  DirectModel few_bad_;
  CellModel many_bad_;
  /// Whether many_bad_ has taken over.
  bool are_many_ = false;
  int asks_without_coarse_ = 0;

  /// Densities at the candidates' points.
  std::vector<float> coarse_good_sums_;
  std::vector<float> coarse_bad_sums_;
  std::vector<double> good_sums_;
  std::vector<double> bad_sums_;
};

}  // namespace pineforge::hpo
