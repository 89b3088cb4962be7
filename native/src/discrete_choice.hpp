// The best of the candidates of a parameter with few values.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "candidate_set.hpp"
#include "tie_break.hpp"

namespace pineforge::hpo {

/// The distinct candidates whose score lies within kTieTolerance of the largest, in the order in which they were drawn.
struct TiedCandidates {
  std::array<std::uint32_t, kCandidates> value;
  std::size_t count = 0;
};

/// `score(value)` is positive and is computed once per distinct value.
template <class Score>
TiedCandidates best_candidates(const std::array<std::uint32_t, kCandidates>& candidates, Score score) {
  std::array<std::uint32_t, kCandidates> distinct;
  std::array<double, kCandidates> scores;
  std::size_t count = 0;
  double best = 0.0;
  for (const std::uint32_t candidate : candidates) {
    bool is_new = true;
    for (std::size_t i = 0; i < count; ++i) is_new = is_new && distinct[i] != candidate;
    if (!is_new) continue;
    distinct[count] = candidate;
    scores[count] = score(candidate);
    best = scores[count] > best ? scores[count] : best;
    ++count;
  }
  TiedCandidates tied;
  for (std::size_t i = 0; i < count; ++i) {
    if (scores[i] >= best * (1.0 - kTieTolerance)) tied.value[tied.count++] = distinct[i];
  }
  return tied;
}

}  // namespace pineforge::hpo
