#include "categorical_kernels.hpp"

#include <cmath>

#include "pairwise_sum.hpp"

namespace pineforge::hpo {

CategoricalKernels::CategoricalKernels(std::uint32_t choices, std::span<const double> observations)
    : choices_(choices) {
  const std::size_t rows = observations.size() + 1;
  probabilities_.assign(rows * choices_, 1.0 / static_cast<double>(observations.empty() ? choices_ : rows));
  for (std::size_t i = 0; i < observations.size(); ++i) {
    probabilities_[i * choices_ + static_cast<std::size_t>(observations[i])] += 1.0;
  }
  if (observations.empty()) return;
  for (std::size_t i = 0; i < rows; ++i) {
    const double sum = pairwise_sum(row(i));
    for (std::size_t choice = 0; choice < choices_; ++choice) probabilities_[i * choices_ + choice] /= sum;
  }
}

double CategoricalKernels::draw(std::size_t index, double u) const {
  double cumulative = 0.0;
  std::size_t below = 0;
  // The last cumulative sum counts as 1, which no u reaches.
  for (const double probability : row(index).first(choices_ - 1)) {
    cumulative += probability;
    if (cumulative < u) ++below;
  }
  return static_cast<double>(below);
}

std::vector<double> CategoricalKernels::log_densities(double value) const {
  const auto choice = static_cast<std::size_t>(value);
  std::vector<double> result(probabilities_.size() / choices_);
  for (std::size_t i = 0; i < result.size(); ++i) result[i] = std::log(row(i)[choice]);
  return result;
}

}  // namespace pineforge::hpo
