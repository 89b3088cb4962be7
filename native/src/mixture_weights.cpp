#include "mixture_weights.hpp"

#include "pairwise_sum.hpp"

namespace pineforge::hpo {
namespace {

constexpr std::size_t kFullWeights = 25;

/// numpy.linspace(start, 1, count)[i]; a single element is `start`.
double ramp_element(double start, std::size_t count, std::size_t i) {
  if (count == 1) return start;
  if (i == count - 1) return 1.0;
  const double step = (1.0 - start) / static_cast<double>(count - 1);
  return static_cast<double>(i) * step + start;
}

}  // namespace

double unscaled_weight(std::size_t observations, std::size_t i) {
  if (observations <= kFullWeights) return 1.0;
  const std::size_t ramp = observations - kFullWeights;
  return i < ramp ? ramp_element(1.0 / static_cast<double>(observations), ramp, i) : 1.0;
}

std::vector<double> mixture_weights(std::size_t observations) {
  std::vector<double> weights(observations + 1);
  for (std::size_t i = 0; i < weights.size(); ++i) weights[i] = unscaled_weight(observations, i);
  const double sum = pairwise_sum(weights);
  for (double& weight : weights) weight /= sum;
  return weights;
}

}  // namespace pineforge::hpo
