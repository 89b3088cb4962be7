#include "pineforge/hpo/search_space.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

#include "decimal_grid.hpp"

namespace pineforge::hpo {
namespace {

/// Ints up to here are exact as doubles.
constexpr std::int64_t kMaxInt = std::int64_t{1} << 53;

void require(bool holds, const std::string& name, const char* rule) {
  if (!holds) throw std::invalid_argument("parameter '" + name + "': " + rule);
}

void require_real_bounds(const std::string& name, double low, double high) {
  require(std::isfinite(low) && std::isfinite(high), name, "low and high must be finite");
  require(low <= high, name, "low must not exceed high");
  require(std::isfinite(high - low), name, "high - low must be finite");
}

/// `low` and `high`: the ends of the interval that is sampled.
void require_log_interval(const std::string& name, double low, double high) {
  require(std::log(low) < std::log(high), name, "low and high must differ in their logarithms for a log parameter");
}

void require_int_bounds(const std::string& name, std::int64_t low, std::int64_t high) {
  require(-kMaxInt <= low && high <= kMaxInt, name, "low and high must lie within 2^53 of 0");
  require(low <= high, name, "low must not exceed high");
}

// What a value must satisfy is what optuna/distributions.py (v4.9.0) asks of it in the classes' _contains.

bool on_real_grid(const Parameter& parameter, double value) {
  const double steps = (value - parameter.low) / parameter.step;
  return std::abs(steps - std::nearbyint(steps)) < 1e-8;
}

bool on_int_grid(const Parameter& parameter, double value) {
  if (value != std::trunc(value)) return false;
  const auto offset = static_cast<std::int64_t>(value) - static_cast<std::int64_t>(parameter.low);
  return offset % static_cast<std::int64_t>(parameter.step) == 0;
}

bool contains_value(const Parameter& parameter, double value) {
  switch (parameter.kind) {
    case ParameterKind::kCategorical:
      return value >= 0.0 && value < parameter.choices && value == std::trunc(value);
    case ParameterKind::kInt:
      return parameter.low <= value && value <= parameter.high && on_int_grid(parameter, value);
    case ParameterKind::kReal:
      return parameter.low <= value && value <= parameter.high &&
             (parameter.step == 0.0 || on_real_grid(parameter, value));
  }
  return false;
}

}  // namespace

void SearchSpace::add(Parameter parameter) {
  require(!parameter.name.empty(), parameter.name, "a parameter needs a name");
  const bool is_new =
      std::none_of(begin(), end(), [&](const Parameter& other) { return other.name == parameter.name; });
  require(is_new, parameter.name, "the name is taken");
  parameters_.push_back(std::move(parameter));
}

void SearchSpace::add_real(std::string name, double low, double high) {
  require_real_bounds(name, low, high);
  add({.name = std::move(name), .kind = ParameterKind::kReal, .low = low, .high = high});
}

void SearchSpace::add_log_real(std::string name, double low, double high) {
  require_real_bounds(name, low, high);
  require(low > 0.0, name, "low must be above 0 for a log parameter");
  require(std::isnormal(low), name, "low must be at least 2.2250738585072014e-308 for a log parameter");
  if (low < high) require_log_interval(name, low, high);
  add({.name = std::move(name), .kind = ParameterKind::kReal, .low = low, .high = high, .log = true});
}

void SearchSpace::add_stepped_real(std::string name, double low, double high, double step) {
  require_real_bounds(name, low, high);
  require(std::isfinite(step) && step > 0.0, name, "step must be finite and above 0");
  try {
    high = last_grid_value(low, high, step);
  } catch (const std::invalid_argument& error) {
    require(false, name, error.what());
  }
  add({.name = std::move(name), .kind = ParameterKind::kReal, .low = low, .high = high, .step = step});
}

void SearchSpace::add_int(std::string name, std::int64_t low, std::int64_t high, std::int64_t step) {
  require_int_bounds(name, low, high);
  require(1 <= step && step <= kMaxInt, name, "step must be at least 1 and at most 2^53");
  high -= (high - low) % step;
  add({.name = std::move(name),
       .kind = ParameterKind::kInt,
       .low = static_cast<double>(low),
       .high = static_cast<double>(high),
       .step = static_cast<double>(step)});
}

void SearchSpace::add_log_int(std::string name, std::int64_t low, std::int64_t high) {
  require_int_bounds(name, low, high);
  require(low >= 1, name, "low must be at least 1 for a log parameter");
  if (low < high) require_log_interval(name, static_cast<double>(low) - 0.5, static_cast<double>(high) + 0.5);
  add({.name = std::move(name),
       .kind = ParameterKind::kInt,
       .low = static_cast<double>(low),
       .high = static_cast<double>(high),
       .step = 1.0,
       .log = true});
}

void SearchSpace::add_categorical(std::string name, std::uint32_t choices) {
  require(choices >= 1, name, "a categorical parameter needs at least one choice");
  add({.name = std::move(name), .kind = ParameterKind::kCategorical, .choices = choices});
}

bool SearchSpace::contains(std::span<const double> candidate) const {
  return std::equal(begin(), end(), candidate.begin(), candidate.end(), contains_value);
}

}  // namespace pineforge::hpo
