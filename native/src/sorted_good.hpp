// The good trials of a numeric parameter by position, kept up to date trial by trial.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "simd/kernels.hpp"
#include "split_tracker.hpp"

namespace pineforge::hpo {

/// In the order of their positions, equal ones by trial number (the stable order of
/// optuna/samplers/_tpe/parzen_estimator.py's compute_sigmas).
class SortedGood {
 public:
  std::size_t size() const { return count_; }
  std::span<const double> positions() const { return std::span(positions_).first(count_); }
  /// Of a place in the order, the place of its trial among the good ones by number: that of its kernel in the mixture.
  std::size_t kernel(std::size_t place) const { return static_cast<std::size_t>(kernels_[place]); }

  void insert(Trial trial, double position);
  void erase(Trial trial);

 private:
  std::size_t count_ = 0;
  std::array<double, kMaxGood + 1> positions_{};
  std::array<std::int32_t, kMaxGood + 1> trials_{};
  std::array<std::int32_t, kMaxGood + 1> kernels_{};
};

}  // namespace pineforge::hpo
