// The best of the candidates of a parameter with few values.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "candidate_set.hpp"
#include "tie_break.hpp"

namespace pineforge::hpo {

/// Different values among the candidates, in the order in which they were drawn.
class DistinctValues {
 public:
  DistinctValues() = default;
  explicit DistinctValues(const std::array<std::uint32_t, kCandidates>& candidates) {
    std::uint64_t small_seen = 0;
    for (const std::uint32_t candidate : candidates) {
      if (candidate < 64) {
        if ((small_seen >> candidate & 1U) != 0) continue;
        small_seen |= std::uint64_t{1} << candidate;
      } else if (contains(candidate)) {
        continue;
      }
      values_[count_++] = candidate;
    }
  }

  std::span<const std::uint32_t> values() const { return std::span(values_).first(count_); }
  void add(std::uint32_t value) { values_[count_++] = value; }

 private:
  bool contains(std::uint32_t value) const {
    for (std::size_t i = 0; i < count_; ++i) {
      if (values_[i] == value) return true;
    }
    return false;
  }

  std::array<std::uint32_t, kCandidates> values_;
  std::size_t count_ = 0;
};

/// Those whose score, all positive, lies within kTieTolerance of the largest.
inline DistinctValues best_of(const DistinctValues& candidates, const double* scores) {
  const std::span<const std::uint32_t> values = candidates.values();
  double best = 0.0;
  for (std::size_t i = 0; i < values.size(); ++i) best = scores[i] > best ? scores[i] : best;
  DistinctValues tied;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (scores[i] >= best * (1.0 - kTieTolerance)) tied.add(values[i]);
  }
  return tied;
}

}  // namespace pineforge::hpo
