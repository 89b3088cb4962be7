// The candidates of a parameter with few values, and the best of them.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "candidate_set.hpp"

namespace pineforge::hpo {

/// Candidates as they were drawn.
struct Draws {
  std::array<std::uint32_t, kCandidates> values;
  /// Those below 32, as a set.
  std::uint32_t small;
};

/// Different values among the candidates, in the order in which they were drawn.
class DistinctValues {
 public:
  /// Of values below `size`.
  explicit DistinctValues(std::size_t size) : drawn_in_(size) {}

  void assign(const Draws& draws) {
    ++drawing_;
    count_ = 0;
    // Without branches: a value is written whether it is new or not.
    for (const std::uint32_t value : draws.values) {
      values_[count_] = value;
      count_ += drawn_in_[value] != drawing_ ? 1 : 0;
      drawn_in_[value] = drawing_;
    }
  }

  std::span<const std::uint32_t> values() const { return std::span(values_).first(count_); }
  std::size_t bytes() const { return drawn_in_.size() * sizeof(std::uint64_t); }

 private:
  std::array<std::uint32_t, kCandidates + 1> values_;
  std::size_t count_ = 0;
  /// By value, the last drawing in which it was a candidate.
  std::vector<std::uint64_t> drawn_in_;
  std::uint64_t drawing_ = 0;
};

/// Candidates of about equal score, each once, in the order in which they were drawn, with both mixtures' masses.
class TiedValues {
 public:
  /// The values in a set of values below 32; masses by value.
  TiedValues(const Draws& draws, std::uint32_t set, const double* good, const double* bad) {
    for (const std::uint32_t value : draws.values) {
      if ((set >> value & 1U) != 0) add(value, good[value], bad[value]);
      set &= ~(std::uint32_t{1} << value);
    }
  }
  /// Those at a set of places; masses by place.
  TiedValues(const DistinctValues& candidates, std::uint32_t places, const double* good, const double* bad) {
    for (; places != 0; places &= places - 1) {
      const auto place = static_cast<std::size_t>(std::countr_zero(places));
      add(candidates.values()[place], good[place], bad[place]);
    }
  }

  std::span<const std::uint32_t> values() const { return std::span(values_).first(count_); }
  double good(std::size_t i) const { return good_[i]; }
  double bad(std::size_t i) const { return bad_[i]; }

  /// Leaves those whose score may be the largest, where error(i) bounds its relative error.
  template <class Error>
  void narrow(Error error) {
    double bound = 0.0;
    for (std::size_t i = 0; i < count_; ++i) bound = std::max(bound, good_[i] / bad_[i] * (1.0 - error(i)));
    std::size_t left = 0;
    for (std::size_t i = 0; i < count_; ++i) {
      if (good_[i] / bad_[i] * (1.0 + error(i)) >= bound) values_[left++] = values_[i];
    }
    count_ = left;
  }

 private:
  void add(std::uint32_t value, double good, double bad) {
    values_[count_] = value;
    good_[count_] = good;
    bad_[count_] = bad;
    ++count_;
  }

  std::array<std::uint32_t, kCandidates> values_;
  std::array<double, kCandidates> good_;
  std::array<double, kCandidates> bad_;
  std::size_t count_ = 0;
};

}  // namespace pineforge::hpo
