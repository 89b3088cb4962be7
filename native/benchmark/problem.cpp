#include "problem.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <stdexcept>
#include <string>

#include "objectives.hpp"

namespace pineforge::benchmark {
namespace {

/// x1, x2, ...
std::string coordinate(int number) { return std::string("x").append(std::to_string(number)); }

hpo::SearchSpace numbered_reals(int count, double low, double high) {
  hpo::SearchSpace space;
  for (int i = 1; i <= count; ++i) space.add_real(coordinate(i), low, high);
  return space;
}

hpo::SearchSpace branin2_space() {
  hpo::SearchSpace space;
  space.add_real("x1", -5.0, 10.0);
  space.add_real("x2", 0.0, 15.0);
  return space;
}

hpo::SearchSpace mixed_log_space() {
  hpo::SearchSpace space;
  space.add_categorical("mode", 6);
  space.add_categorical("enabled", 2);
  space.add_int("depth", 1, 96);
  space.add_log_int("period", 1, 1000000);
  space.add_log_real("rate", 1e-8, 1e2);
  space.add_stepped_real("leverage", 0.2, 3.0, 0.1);
  return space;
}

hpo::SearchSpace million_discrete_space() {
  hpo::SearchSpace space;
  for (int i = 1; i <= 6; ++i) space.add_int(coordinate(i), 0, 9);
  return space;
}

}  // namespace

const std::vector<Problem>& problems() {
  static const std::vector<Problem> kProblems{
      {"branin2", 128, 0.39788735772973816, {-std::numbers::pi, 12.275}, branin2_space(), branin2, false},
      {"hartmann3",
       192,
       -3.8627797869493365,
       {0.11461292, 0.55564907, 0.85254695},
       numbered_reals(3, 0.0, 1.0),
       hartmann3,
       false},
      {"rosenbrock6", 512, 0.0, {1, 1, 1, 1, 1, 1}, numbered_reals(6, -2.048, 2.048), rosenbrock6, false},
      {"rotated_rastrigin6",
       640,
       0.0,
       {3.1, -2.7, 1.9, -3.3, 2.4, -1.5},
       numbered_reals(6, -5.12, 5.12),
       rotated_rastrigin6,
       false},
      {"mixed_log", 384, 0.0, {3, 1, 37, 3000, 0.002, 1.4}, mixed_log_space(), mixed_log, false},
      {"million_discrete", 1000, 0.0, {8, 1, 6, 3, 9, 4}, million_discrete_space(), million_discrete, true},
  };
  return kProblems;
}

const Problem& find_problem(std::string_view name) {
  const auto found =
      std::find_if(problems().begin(), problems().end(), [&](const Problem& problem) { return problem.name == name; });
  if (found == problems().end()) throw std::invalid_argument("unknown problem '" + std::string(name) + "'");
  return *found;
}

double check_optimum(const Problem& problem) {
  const std::string name(problem.name);
  if (!problem.space.contains(problem.known_optimum)) {
    throw std::runtime_error("problem " + name + ": the known optimum lies outside the declared space");
  }
  const double value = problem.objective(problem.known_optimum);
  if (!(std::abs(value - problem.declared_optimum) <= kOptimumTolerance)) {
    throw std::runtime_error("problem " + name + ": the objective at the known optimum is " + std::to_string(value) +
                             ", the declared optimum is " + std::to_string(problem.declared_optimum));
  }
  return value;
}

}  // namespace pineforge::benchmark
