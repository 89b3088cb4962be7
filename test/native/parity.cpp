#include "parity.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <memory>
#include <random>

namespace pineforge::test {
namespace {

/// See ParityReport.
bool agree(double a, double b, const hpo::Parameter& parameter) {
  const double bounds = std::max(std::abs(parameter.low), std::abs(parameter.high));
  return std::abs(a - b) <= 1e-9 * std::max({std::abs(a), std::abs(b), 1e-5 * bounds});
}

std::string describe(const hpo::Parameter& parameter) {
  char text[200];
  std::snprintf(text, sizeof text, "%s kind %d [%.17g, %.17g] step %.17g%s choices %u", parameter.name.c_str(),
                static_cast<int>(parameter.kind), parameter.low, parameter.high, parameter.step,
                parameter.log ? " log" : "", parameter.choices);
  return text;
}

std::string describe(std::size_t trial, const hpo::Parameter& parameter, double reference, double fast) {
  char text[120];
  std::snprintf(text, sizeof text, "trial %zu, reference %.17g, fast %.17g, ", trial, reference, fast);
  return text + describe(parameter);
}

/// Draws that are the same with every standard library.
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : engine_(seed) {}
  double unit() { return static_cast<double>(engine_() >> 11) * 0x1p-53; }
  std::int64_t below(std::int64_t count) {
    return static_cast<std::int64_t>(engine_() % static_cast<std::uint64_t>(count));
  }

 private:
  std::mt19937_64 engine_;
};

void add_random_parameter(hpo::SearchSpace& space, const std::string& name, Dice& dice) {
  const std::int64_t low = dice.below(100) - 50;
  switch (dice.below(9)) {
    case 0: {
      const double from = (dice.unit() - 0.5) * 200.0;
      return space.add_real(name, from, from + dice.unit() * 100.0);
    }
    case 1: {
      const double from = std::pow(10.0, dice.unit() * 8.0 - 6.0);
      return space.add_log_real(name, from, from * std::pow(10.0, 0.1 + dice.unit() * 6.0));
    }
    case 2: {
      const double from = (dice.unit() - 0.5) * 10.0;
      const double step = std::ldexp(1.0, -static_cast<int>(dice.below(5))) * (dice.below(2) == 0 ? 0.3 : 1.0);
      return space.add_stepped_real(name, from, from + step * (static_cast<double>(dice.below(50)) + 0.5), step);
    }
    case 3:
      return space.add_int(name, low, low + dice.below(12));
    case 4:
      return space.add_int(name, low, low + dice.below(300), 1 + dice.below(3));
    case 5: {
      const std::int64_t from = 1 + dice.below(20);
      return space.add_log_int(name, from, from + dice.below(60));
    }
    case 6: {
      const std::int64_t from = 1 + dice.below(3);
      return space.add_log_int(name, from, from + static_cast<std::int64_t>(std::pow(10.0, 1.0 + dice.unit() * 5.0)));
    }
    case 7:
      return space.add_categorical(name, static_cast<std::uint32_t>(1 + dice.below(dice.below(4) == 0 ? 60 : 6)));
    default:
      return space.add_int(name, low, low + 200 + dice.below(dice.below(2) == 0 ? 1000 : 100000));
  }
}

/// Distance of the candidate from a point of the space, every parameter scaled
/// to its range.
double bowl(const hpo::SearchSpace& space, std::span<const double> candidate) {
  double sum = 0.0;
  for (std::size_t i = 0; i < candidate.size(); ++i) {
    const hpo::Parameter& p = space[i];
    double unit = 0.0;
    if (p.kind == hpo::ParameterKind::kCategorical) {
      unit = candidate[i] / p.choices;
    } else if (p.high > p.low) {
      unit =
          p.log ? std::log(candidate[i] / p.low) / std::log(p.high / p.low) : (candidate[i] - p.low) / (p.high - p.low);
    }
    sum += (unit - 0.3) * (unit - 0.3);
  }
  return sum;
}

Objective make_objective(const hpo::SearchSpace& space, Dice& dice, std::string& description) {
  const auto smooth = [space](std::span<const double> candidate) { return bowl(space, candidate); };
  const auto noise = std::make_shared<Dice>(static_cast<std::uint64_t>(dice.below(1 << 30)));
  switch (dice.below(8)) {
    case 0:
      description = "plateaus";
      return [=](auto candidate, std::size_t) { return std::floor(smooth(candidate) * 5.0); };
    case 1:
      description = "all equal";
      return [](auto, std::size_t) { return 1.0; };
    case 2:
      description = "every trial the best so far";
      return [](auto, std::size_t trial) { return -static_cast<double>(trial); };
    case 3:
      description = "every trial the worst so far";
      return [](auto, std::size_t trial) { return static_cast<double>(trial); };
    case 4:
      description = "random with ties";
      return [=](auto, std::size_t) { return std::floor(4.0 * noise->unit()); };
    case 5:
      description = "noisy bowl";
      return [=](auto candidate, std::size_t) { return smooth(candidate) + 0.2 * noise->unit(); };
    default:
      description = "bowl";
      return [=](auto candidate, std::size_t) { return smooth(candidate); };
  }
}

}  // namespace

ParityReport compare_samplers(const hpo::SearchSpace& space, hpo::SamplerOptions options, std::size_t trials,
                              const Objective& objective) {
  options.expected_trials = trials;
  const auto reference = hpo::make_sampler(hpo::SamplerKind::kReference, space, options);
  const auto fast = hpo::make_sampler(hpo::SamplerKind::kFast, space, options);
  ParityReport report;
  for (std::size_t trial = 0; trial < trials; ++trial) {
    const std::span<const double> expected = reference->ask();
    const std::span<const double> proposed = fast->ask();
    for (std::size_t p = 0; p < space.size(); ++p, ++report.proposals) {
      if (agree(expected[p], proposed[p], space[p])) continue;
      report.disagreement = describe(trial, space[p], expected[p], proposed[p]);
      return report;
    }
    const double value = objective(expected, trial);
    reference->tell(value);
    fast->tell(value);
  }
  return report;
}

RandomStudy make_random_study(std::uint64_t number) {
  Dice dice(number);
  RandomStudy study;
  const std::int64_t parameters = 1 + dice.below(4);
  for (std::int64_t i = 0; i < parameters; ++i) add_random_parameter(study.space, "p" + std::to_string(i), dice);
  study.options.seed = static_cast<std::uint32_t>(dice.below(std::int64_t{1} << 32));
  study.options.startup_trials = static_cast<std::uint32_t>(dice.below(3) == 0 ? dice.below(4) : 10);
  study.trials = static_cast<std::size_t>(dice.below(10) == 0 ? 420 : 20 + dice.below(160));
  study.objective = make_objective(study.space, dice, study.description);
  for (const hpo::Parameter& parameter : study.space) study.description += "; " + describe(parameter);
  return study;
}

}  // namespace pineforge::test
