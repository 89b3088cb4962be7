// Int and stepped real parameters of few values.
#pragma once

#include <cstdint>
#include <vector>

#include "discrete_choice.hpp"
#include "good_grid_model.hpp"
#include "grid_model.hpp"
#include "grid_score_errors.hpp"
#include "grid_tables.hpp"
#include "grid_tie_break.hpp"
#include "marginal.hpp"
#include "numeric_axis.hpp"

namespace pineforge::hpo {

/// Works on the numbers 0 ... size - 1 of the values; half a step of the parameter is 1/2.
class GridMarginal final : public Marginal {
 public:
  /// Whether the parameter has an even grid of at most GridModel::kMaxSize values.
  static bool suits(const Parameter& parameter);

  GridMarginal(const simd::Kernels& kernels, const Parameter& parameter, std::size_t expected_trials);

  double draw_uniformly(UniformStream& stream) override;
  double propose(UniformStream& stream, const SplitTracker& split) override;
  void tell(const SplitChange& change, const SplitTracker& split) override;

  std::size_t model_bytes() const override {
    return sizeof *this + tables_.bytes() + distinct_.bytes() + tie_break_.bytes() + good_.bytes() + bad_.bytes();
  }
  std::size_t history_bytes() const override { return values_.capacity(); }

 private:
  std::uint32_t best_of_all(const Draws& draws, const SplitTracker& split);
  std::uint32_t best_of_distinct(const Draws& draws, const SplitTracker& split);
  std::uint32_t settle(TiedValues tied, const SplitTracker& split);
  double parameter_value(std::uint32_t value) const;

  const simd::Kernels& kernels_;
  Parameter parameter_;
  NumericAxis axis_;
  GridTables tables_;
  /// Value by trial.
  std::vector<std::uint8_t> values_;
  std::uint8_t proposed_ = 0;
  GoodGridModel good_;
  bool good_changed_ = true;
  GridModel bad_;
  DistinctValues distinct_;
  GridScoreErrors errors_;
  GridTieBreak tie_break_;
};

}  // namespace pineforge::hpo
