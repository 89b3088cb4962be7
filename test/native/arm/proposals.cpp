// proposals INSTRUCTION_SET: what the fast sampler proposes, as hexadecimal doubles, one trial a line: the six problems
// at full budget, then a space of every kind of parameter. proposals --list: the instruction sets that this processor
// offers.
#include <cstdio>
#include <exception>
#include <memory>
#include <span>
#include <string>

#include "pineforge/hpo/instruction_set.hpp"
#include "pineforge/hpo/sampler.hpp"
#include "problem.hpp"

namespace {

namespace bench = pineforge::benchmark;
namespace hpo = pineforge::hpo;

constexpr std::uint32_t kSeed = 3000000019u;
/// Beyond the point where every model has left its direct sums.
constexpr std::uint32_t kMixedTrials = 1500;

using Objective = double (*)(std::span<const double>);

hpo::SearchSpace mixed_space() {
  hpo::SearchSpace space;
  space.add_real("real", -3.0, 7.0);
  space.add_real("tiny", -1e-300, 2e-300);
  space.add_real("huge", -1e300, 3e300);
  space.add_real("single", 2.5, 2.5);
  space.add_log_real("log_real", 1e-9, 1e3);
  space.add_stepped_real("stepped", -1.0, 1.0, 0.3);
  space.add_int("int", -20, 45);
  space.add_int("stepped_int", 0, 1000, 7);
  space.add_int("exact_int", 9007199254740000, 9007199254740992);
  space.add_log_int("log_int", 1, 50);
  space.add_log_int("wide_log_int", 1, 100000000);
  space.add_categorical("categorical", 7);
  space.add_categorical("only", 1);
  return space;
}

/// Correctly rounded operations only, so that its values are the same on every processor.
double mixed_objective(std::span<const double> candidate) {
  const auto square = [](double x) { return x * x; };
  const double log_like = candidate[4] < 1.0 ? 1.0 / (1.0 + candidate[4]) : candidate[4];
  return square(candidate[0] - 1.0) + square(candidate[1] * 1e300) + square(candidate[2] * 1e-300) + log_like +
         square(candidate[5] - 0.4) + 0.01 * square(candidate[6] - 11.0) + 1e-4 * square(candidate[7] - 343.0) +
         1e-5 * square(candidate[8] - 9007199254740500.0) + 0.1 * square(candidate[9] - 6.0) +
         10.0 * candidate[10] / (candidate[10] + 1e4) + candidate[11];
}

/// The seed's study on the fast sampler.
void print_study(const char* name, const hpo::SearchSpace& space, std::uint32_t trials, Objective objective) {
  hpo::SamplerOptions options;
  options.seed = kSeed;
  options.expected_trials = trials;
  const std::unique_ptr<hpo::Sampler> sampler = hpo::make_sampler(hpo::SamplerKind::kFast, space, options);
  for (std::uint32_t trial = 0; trial < trials; ++trial) {
    const std::span<const double> candidate = sampler->ask();
    std::printf("%s %u", name, trial);
    for (const double value : candidate) std::printf(" %a", value);
    std::printf("\n");
    sampler->tell(objective(candidate));
  }
}

void print_all(const char* instruction_set) {
  hpo::set_instruction_set(instruction_set);
  for (const bench::Problem& problem : bench::problems()) {
    print_study(std::string(problem.name).c_str(), problem.space, problem.trials, problem.objective);
  }
  print_study("mixed", mixed_space(), kMixedTrials, mixed_objective);
}

void print_instruction_sets() {
  for (const std::string_view name : hpo::instruction_sets()) std::printf("%s\n", std::string(name).c_str());
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: %s INSTRUCTION_SET | --list\n", argv[0]);
    return 2;
  }
  try {
    if (std::string(argv[1]) == "--list") {
      print_instruction_sets();
    } else {
      print_all(argv[1]);
    }
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
  return 0;
}
