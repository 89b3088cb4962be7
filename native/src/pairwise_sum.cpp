#include "pairwise_sum.hpp"

#include <array>
#include <cstddef>

namespace pineforge::hpo {
namespace {

constexpr std::size_t kLanes = 8;
constexpr std::size_t kBlock = 128;

double add_one_by_one(double sum, std::span<const double> terms) {
  for (const double term : terms) sum += term;
  return sum;
}

double block_sum(std::span<const double> terms) {
  std::array<double, kLanes> lane{};
  const std::size_t whole = terms.size() - terms.size() % kLanes;
  for (std::size_t i = 0; i < whole; ++i) lane[i % kLanes] += terms[i];
  const double sum = ((lane[0] + lane[1]) + (lane[2] + lane[3])) + ((lane[4] + lane[5]) + (lane[6] + lane[7]));
  return add_one_by_one(sum, terms.subspan(whole));
}

}  // namespace

double pairwise_sum(std::span<const double> terms) {
  if (terms.size() < kLanes) return add_one_by_one(0.0, terms);
  if (terms.size() <= kBlock) return block_sum(terms);
  const std::size_t half = terms.size() / 2;
  const std::size_t first = half - half % kLanes;
  return pairwise_sum(terms.first(first)) + pairwise_sum(terms.subspan(first));
}

}  // namespace pineforge::hpo
