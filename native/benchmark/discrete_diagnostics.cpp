#include "discrete_diagnostics.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <set>
#include <tuple>
#include <vector>

namespace pineforge::benchmark {
namespace {

struct Distance {
  std::int64_t hamming = 0;
  std::int64_t l1 = 0;
};

Distance distance(std::span<const double> candidate, std::span<const double> target) {
  Distance sum;
  for (std::size_t i = 0; i < target.size(); ++i) {
    sum.hamming += candidate[i] != target[i];
    sum.l1 += std::llround(std::abs(candidate[i] - target[i]));
  }
  return sum;
}

}  // namespace

DiscreteDiagnostics diagnose(const TrialLog& log, std::span<const double> target) {
  std::set<std::vector<double>> unique;
  std::int64_t hits = 0;
  double best_value = std::numeric_limits<double>::infinity();
  Distance best;
  for (std::size_t trial = 0; trial < log.size(); ++trial) {
    const std::span<const double> candidate = log.candidate(trial);
    const Distance here = distance(candidate, target);
    unique.emplace(candidate.begin(), candidate.end());
    if (here.hamming == 0) ++hits;
    if (std::tuple(log.value(trial), here.hamming, here.l1) < std::tuple(best_value, best.hamming, best.l1)) {
      best_value = log.value(trial);
      best = here;
    }
  }
  const auto distinct = static_cast<std::int64_t>(unique.size());
  return {distinct, static_cast<std::int64_t>(log.size()) - distinct, hits, best.hamming, best.l1};
}

}  // namespace pineforge::benchmark
