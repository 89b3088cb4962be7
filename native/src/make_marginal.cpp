#include "category_marginal.hpp"
#include "grid_marginal.hpp"
#include "marginal.hpp"
#include "numeric_axis.hpp"
#include "numeric_marginal.hpp"

namespace pineforge::hpo {
namespace {

/// A parameter of one value, which is never sampled (optuna/trial/_trial.py v4.9.0, _suggest): no randomness is spent.
class SingleMarginal final : public Marginal {
 public:
  explicit SingleMarginal(double value) : value_(value) {}

  double draw_uniformly(UniformStream&) override { return value_; }
  double propose(UniformStream&, const SplitTracker&) override { return value_; }
  void tell(const SplitChange&, const SplitTracker&) override {}
  std::size_t model_bytes() const override { return sizeof *this; }
  std::size_t history_bytes() const override { return 0; }

 private:
  double value_;
};

bool is_single(const simd::Kernels& kernels, const Parameter& parameter) {
  if (parameter.kind == ParameterKind::kCategorical) return parameter.choices == 1;
  // Logarithms that differ by an ulp may be one to the kernels.
  return parameter.low == parameter.high || !(NumericAxis(kernels, parameter).interval().range() > 0.0);
}

}  // namespace

std::unique_ptr<Marginal> make_marginal(const simd::Kernels& kernels, const Parameter& parameter,
                                        std::size_t expected_trials) {
  if (is_single(kernels, parameter)) return std::make_unique<SingleMarginal>(parameter.low);
  if (parameter.kind == ParameterKind::kCategorical) {
    return std::make_unique<CategoryMarginal>(kernels, parameter, expected_trials);
  }
  if (GridMarginal::suits(parameter)) return std::make_unique<GridMarginal>(kernels, parameter, expected_trials);
  return std::make_unique<NumericMarginal>(kernels, parameter, expected_trials);
}

}  // namespace pineforge::hpo
