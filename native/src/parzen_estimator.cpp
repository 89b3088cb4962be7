#include "parzen_estimator.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "mixture_weights.hpp"
#include "pairwise_sum.hpp"

namespace pineforge::hpo {

ParzenEstimator::ParzenEstimator(const Parameter& parameter, std::span<const double> observations, TieOrder tie_order)
    : weights_(mixture_weights(observations.size())), kernels_(make_kernels(parameter, observations, tie_order)) {}

ParzenEstimator::Kernels ParzenEstimator::make_kernels(const Parameter& parameter, std::span<const double> observations,
                                                       TieOrder tie_order) {
  if (parameter.kind == ParameterKind::kCategorical) return CategoricalKernels(parameter.choices, observations);
  return NumericKernels(parameter, observations, tie_order);
}

std::vector<double> ParzenEstimator::sample(RandomStream& stream, std::size_t count) const {
  std::vector<double> cumulative(weights_.size());
  std::partial_sum(weights_.begin(), weights_.end(), cumulative.begin());
  const double total = cumulative.back();
  for (double& sum : cumulative) sum /= total;

  std::vector<std::size_t> chosen(count);
  for (std::size_t& kernel : chosen) {
    const auto above = std::upper_bound(cumulative.begin(), cumulative.end(), stream.next());
    kernel = static_cast<std::size_t>(above - cumulative.begin());
  }
  std::vector<double> values(count);
  for (std::size_t i = 0; i < count; ++i) {
    const double u = stream.next();
    values[i] = std::visit([&](const auto& kernels) { return kernels.draw(chosen[i], u); }, kernels_);
  }
  return values;
}

double ParzenEstimator::log_density(double value) const {
  std::vector<double> terms = std::visit([&](const auto& kernels) { return kernels.log_densities(value); }, kernels_);
  for (std::size_t i = 0; i < terms.size(); ++i) terms[i] += std::log(weights_[i]);
  // The largest term is taken out and the rest is added in NumPy's order, so that equal categories tie as in Optuna
  // (probability_distributions.py, _MixtureOfProductDistribution.log_pdf).
  const double largest = *std::max_element(terms.begin(), terms.end());
  if (std::isinf(largest)) return largest;
  for (double& term : terms) term = std::exp(term - largest);
  return std::log(pairwise_sum(terms)) + largest;
}

}  // namespace pineforge::hpo
