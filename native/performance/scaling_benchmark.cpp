// scaling_benchmark [--space real|int|mixed] [--trials N] [--sampler fast|reference] [--seed S] [--last K]: how ask and
// tell of a 16-parameter study grow with the number of trials. With --last only the last K of the N trials are fitted
// proposals, the trials before them are random, and the only row is about those K: for samplers that would take hours.
// CSV on stdout, a row at 100, 300, 1000, 3000, ... trials, about the last tenth of the n trials: space, sampler, n,
// microseconds of ask + tell, microseconds of processor time (of the whole trial, objective included; other programs do
// not disturb it), bytes of the sampler's model and of its history (0 for the reference, which keeps no model).
// After the last row, on stderr: the peak resident memory in MB.
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <exception>
#include <fstream>
#include <memory>
#include <string>

#include "fast_sampler.hpp"
#include "pineforge/hpo/sampler.hpp"

namespace {

using pineforge::hpo::SearchSpace;
using Clock = std::chrono::steady_clock;

struct Options {
  std::string space = "real";
  std::string sampler = "fast";
  std::size_t trials = 1000000;
  std::uint32_t seed = 1;
  /// 0: all but the startup trials are fitted.
  std::size_t last = 0;
};

constexpr int kParameters = 16;

SearchSpace make_space(const std::string& name) {
  SearchSpace space;
  for (int i = 0; i < kParameters; ++i) {
    const std::string parameter = std::string("p").append(std::to_string(i));
    const int kind = name == "real" ? 0 : name == "int" ? 1 : i % 4;
    if (kind == 0) space.add_real(parameter, -5.0, 5.0);
    if (kind == 1) space.add_int(parameter, 0, 99);
    if (kind == 2) space.add_log_real(parameter, 1e-6, 1.0);
    if (kind == 3) space.add_categorical(parameter, 8);
  }
  return space;
}

/// A sphere around a point off the centre, every parameter scaled to [-5, 5].
double sphere(const SearchSpace& space, std::span<const double> candidate) {
  double sum = 0.0;
  for (std::size_t i = 0; i < candidate.size(); ++i) {
    const pineforge::hpo::Parameter& p = space[i];
    double unit = 0.0;
    if (p.kind == pineforge::hpo::ParameterKind::kCategorical) {
      unit = candidate[i] / p.choices;
    } else {
      unit =
          p.log ? std::log(candidate[i] / p.low) / std::log(p.high / p.low) : (candidate[i] - p.low) / (p.high - p.low);
    }
    sum += (unit - 0.53) * (unit - 0.53) * 100.0;
  }
  return sum;
}

struct Bytes {
  std::size_t model = 0;
  std::size_t history = 0;
};

Bytes bytes_of(const pineforge::hpo::Sampler& sampler) {
  const auto* fast = dynamic_cast<const pineforge::hpo::FastSampler*>(&sampler);
  return fast != nullptr ? Bytes{fast->model_bytes(), fast->history_bytes()} : Bytes{};
}

/// 100, 300, 1000, ... and the last one.
std::size_t next_row(std::size_t row, std::size_t trials) {
  const bool leads_with_one = std::to_string(row)[0] == '1';
  return std::min(leads_with_one ? row * 3 : row / 3 * 10, trials);
}

/// The kernel's mark of this program alone: getrusage still counts what the process was before it became this program.
double peak_resident_megabytes() {
  std::ifstream status("/proc/self/status");
  std::string line;
  while (std::getline(status, line)) {
    if (line.rfind("VmHWM:", 0) == 0) return std::strtod(line.c_str() + 6, nullptr) / 1024.0;
  }
  return 0.0;
}

void measure(const Options& options) {
  const SearchSpace space = make_space(options.space);
  pineforge::hpo::SamplerOptions sampler_options;
  sampler_options.seed = options.seed;
  sampler_options.expected_trials = options.trials;
  if (options.last > 0) sampler_options.startup_trials = static_cast<std::uint32_t>(options.trials - options.last);
  const auto kind =
      options.sampler == "fast" ? pineforge::hpo::SamplerKind::kFast : pineforge::hpo::SamplerKind::kReference;
  const auto sampler = pineforge::hpo::make_sampler(kind, space, sampler_options);
  std::printf("space,sampler,n,us_per_trial,cpu_us_per_trial,model_bytes,history_bytes\n");
  std::size_t row = options.last > 0 ? options.trials : std::min<std::size_t>(100, options.trials);
  std::size_t measured_per_row = options.last > 0 ? options.last : row / 10;
  std::int64_t nanoseconds = 0;
  std::size_t measured = 0;
  std::clock_t stretch_start = std::clock();
  for (std::size_t trial = 0; trial < options.trials; ++trial) {
    if (trial == row - measured_per_row) stretch_start = std::clock();
    const Clock::time_point ask = Clock::now();
    const std::span<const double> candidate = sampler->ask();
    const Clock::time_point asked = Clock::now();
    const double value = sphere(space, candidate);
    const Clock::time_point tell = Clock::now();
    sampler->tell(value);
    const Clock::time_point told = Clock::now();
    if (trial >= row - measured_per_row) {
      nanoseconds += ((asked - ask) + (told - tell)).count();
      ++measured;
    }
    if (trial + 1 != row) continue;
    const double processor_us = static_cast<double>(std::clock() - stretch_start) * (1e6 / CLOCKS_PER_SEC);
    const Bytes bytes = bytes_of(*sampler);
    std::printf("%s,%s,%zu,%.3f,%.3f,%zu,%zu\n", options.space.c_str(), options.sampler.c_str(), row,
                static_cast<double>(nanoseconds) / 1000.0 / static_cast<double>(measured),
                processor_us / static_cast<double>(measured), bytes.model, bytes.history);
    std::fflush(stdout);
    row = next_row(row, options.trials);
    measured_per_row = row / 10;
    nanoseconds = 0;
    measured = 0;
  }
  std::fprintf(stderr, "peak resident memory: %.1f MB\n", peak_resident_megabytes());
}

bool parse(int argc, char** argv, Options& options) {
  for (int i = 1; i < argc; i += 2) {
    if (i + 1 == argc) return false;
    const std::string flag = argv[i];
    const char* value = argv[i + 1];
    if (flag == "--space") {
      options.space = value;
    } else if (flag == "--sampler") {
      options.sampler = value;
    } else if (flag == "--trials") {
      options.trials = std::strtoull(value, nullptr, 10);
    } else if (flag == "--seed") {
      options.seed = static_cast<std::uint32_t>(std::strtoul(value, nullptr, 10));
    } else if (flag == "--last") {
      options.last = std::strtoull(value, nullptr, 10);
    } else {
      return false;
    }
  }
  const bool known_space = options.space == "real" || options.space == "int" || options.space == "mixed";
  return known_space && (options.sampler == "fast" || options.sampler == "reference") && options.trials > options.last;
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  if (!parse(argc, argv, options)) {
    std::fprintf(stderr,
                 "usage: %s [--space real|int|mixed] [--trials N] [--sampler fast|reference] [--seed S] [--last K]\n",
                 argv[0]);
    return 2;
  }
  try {
    measure(options);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
  return 0;
}
