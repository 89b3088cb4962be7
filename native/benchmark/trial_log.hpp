// What a study has tried.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace pineforge::benchmark {

/// Candidates and objectives by trial, one row each: the parameters in declared order, then the objective.
class TrialLog {
 public:
  TrialLog(std::size_t parameters, std::size_t expected_trials) : parameters_(parameters) {
    cells_.reserve(expected_trials * row_length());
  }

  void append(std::span<const double> candidate, double value) {
    cells_.insert(cells_.end(), candidate.begin(), candidate.end());
    cells_.push_back(value);
  }

  std::size_t size() const { return cells_.size() / row_length(); }
  std::span<const double> candidate(std::size_t trial) const { return row(trial).first(parameters_); }
  double value(std::size_t trial) const { return row(trial).back(); }
  /// All rows, one after another.
  std::span<const double> cells() const { return cells_; }

 private:
  std::size_t row_length() const { return parameters_ + 1; }
  std::span<const double> row(std::size_t trial) const { return cells().subspan(trial * row_length(), row_length()); }

  std::size_t parameters_;
  std::vector<double> cells_;
};

}  // namespace pineforge::benchmark
