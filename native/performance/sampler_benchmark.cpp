// sampler_benchmark [--seeds N] [--problem NAME] [--instruction-set NAME] [--fast-only]: sampler time of the six
// problems, or of one, at full budget. CSV on stdout: problem, sampler, instruction set, seeds, and the median, least
// and greatest microseconds of ask and tell per trial over the seeds. Fast and reference take turns, seed by seed.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <string>
#include <vector>

#include "pineforge/hpo/instruction_set.hpp"
#include "problem.hpp"
#include "study.hpp"

namespace {

using pineforge::benchmark::Problem;
using pineforge::hpo::SamplerKind;

struct Options {
  std::uint32_t seeds = 5;
  /// Empty for all.
  std::string problem;
  std::string instruction_set = "automatic";
  bool fast_only = false;
};

double microseconds_per_trial(const Problem& problem, SamplerKind kind, std::uint32_t seed) {
  pineforge::benchmark::StudyOptions options;
  options.trials = problem.trials;
  options.sampler = kind;
  options.sampler_options.seed = seed;
  pineforge::benchmark::Study study(problem, options);
  study.run(problem.trials);
  return static_cast<double>(study.clocks().sampler) / 1000.0 / problem.trials;
}

void print_row(const Problem& problem, const char* sampler, std::vector<double> times) {
  std::sort(times.begin(), times.end());
  std::printf("%.*s,%s,%s,%zu,%.3f,%.3f,%.3f\n", static_cast<int>(problem.name.size()), problem.name.data(), sampler,
              std::string(pineforge::hpo::instruction_set()).c_str(), times.size(), times[times.size() / 2],
              times.front(), times.back());
  std::fflush(stdout);
}

void measure(const Problem& problem, const Options& options) {
  std::vector<double> fast;
  std::vector<double> reference;
  for (std::uint32_t seed = 1; seed <= options.seeds; ++seed) {
    fast.push_back(microseconds_per_trial(problem, SamplerKind::kFast, seed));
    if (!options.fast_only) reference.push_back(microseconds_per_trial(problem, SamplerKind::kReference, seed));
  }
  print_row(problem, "fast", fast);
  if (!options.fast_only) print_row(problem, "reference", reference);
}

bool parse(int argc, char** argv, Options& options) {
  for (int i = 1; i < argc; ++i) {
    if (std::strcmp(argv[i], "--fast-only") == 0) {
      options.fast_only = true;
    } else if (std::strcmp(argv[i], "--seeds") == 0 && i + 1 < argc) {
      options.seeds = static_cast<std::uint32_t>(std::strtoul(argv[++i], nullptr, 10));
    } else if (std::strcmp(argv[i], "--problem") == 0 && i + 1 < argc) {
      options.problem = argv[++i];
    } else if (std::strcmp(argv[i], "--instruction-set") == 0 && i + 1 < argc) {
      options.instruction_set = argv[++i];
    } else {
      return false;
    }
  }
  return options.seeds > 0;
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  if (!parse(argc, argv, options)) {
    std::fprintf(stderr, "usage: %s [--seeds N] [--problem NAME] [--instruction-set NAME] [--fast-only]\n", argv[0]);
    return 2;
  }
  try {
    pineforge::hpo::set_instruction_set(options.instruction_set);
    std::printf("problem,sampler,instruction_set,seeds,median_us,least_us,greatest_us\n");
    for (const Problem& problem : pineforge::benchmark::problems()) {
      if (options.problem.empty() || options.problem == problem.name) measure(problem, options);
    }
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
  return 0;
}
