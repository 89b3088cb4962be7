// The search space: parameters in declared order, and whether a candidate lies in it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace pineforge::hpo {

enum class ParameterKind { kReal, kInt, kCategorical };

/// One parameter. Bounds are inclusive and in the parameter's own unit.
struct Parameter {
  std::string name;
  ParameterKind kind = ParameterKind::kReal;
  double low = 0.0;
  double high = 0.0;
  /// Grid spacing from `low`; 0 for a continuous real parameter, at least 1 for an int.
  double step = 0.0;
  /// Sampled on the logarithm of its value.
  bool log = false;
  /// Number of choices of a categorical parameter, otherwise 0. A choice is its index.
  std::uint32_t choices = 0;
};

/// An ordered list of parameters. A candidate is one double per parameter, in declared order: the value of a real
/// parameter, the exact integer of an int, the index of a categorical choice.
class SearchSpace {
 public:
  /// Adds a real parameter on [low, high], both finite, low <= high.
  /// @throws std::invalid_argument naming the parameter and the rule it breaks.
  void add_real(std::string name, double low, double high);
  /// Adds a real parameter on [low, high] sampled on ln(value); 0 < low.
  void add_log_real(std::string name, double low, double high);
  /// Adds a real parameter on low, low + step, ...; `high` is lowered to the last grid value as Optuna 4.9.0 does
  /// (optuna/distributions.py, _adjust_discrete_uniform_high).
  void add_stepped_real(std::string name, double low, double high, double step);
  /// Adds an int parameter on low, low + step, ...; |bounds| <= 2^53.
  void add_int(std::string name, std::int64_t low, std::int64_t high, std::int64_t step = 1);
  /// Adds an int parameter on [low, high] sampled on ln(value); 1 <= low.
  void add_log_int(std::string name, std::int64_t low, std::int64_t high);
  /// Adds a categorical parameter with `choices` >= 1 choices.
  void add_categorical(std::string name, std::uint32_t choices);

  std::size_t size() const { return parameters_.size(); }
  const Parameter& operator[](std::size_t index) const { return parameters_[index]; }
  auto begin() const { return parameters_.begin(); }
  auto end() const { return parameters_.end(); }

  /// Whether `candidate` (size() values) lies in the space: finite, in bounds, on the grid, an existing choice.
  bool contains(std::span<const double> candidate) const;

 private:
  void add(Parameter parameter);

  std::vector<Parameter> parameters_;
};

}  // namespace pineforge::hpo
