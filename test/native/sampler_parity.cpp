// sampler_parity [--seeds N] [--studies N]: the fast sampler against the
// reference, proposal by proposal, on the six problems at full budget with
// seeds 1000, 1001, ... and on random studies 0, 1, ...; exit code 5 where they
// disagree.
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "parity.hpp"
#include "problem.hpp"

namespace {

using pineforge::test::ParityReport;

std::size_t run_problem(const pineforge::benchmark::Problem& problem, std::uint32_t seeds) {
  std::size_t proposals = 0;
  std::size_t disagreements = 0;
  for (std::uint32_t seed = 1000; seed < 1000 + seeds; ++seed) {
    pineforge::hpo::SamplerOptions options;
    options.seed = seed;
    const ParityReport report = pineforge::test::compare_samplers(
        problem.space, options, problem.trials,
        [&](std::span<const double> candidate, std::size_t) { return problem.objective(candidate); });
    proposals += report.proposals;
    if (report.disagreement.empty()) continue;
    ++disagreements;
    std::printf("%.*s, seed %u: %s\n", static_cast<int>(problem.name.size()), problem.name.data(), seed,
                report.disagreement.c_str());
  }
  std::printf("%.*s: %u seeds, %zu proposals, %zu studies disagree\n", static_cast<int>(problem.name.size()),
              problem.name.data(), seeds, proposals, disagreements);
  std::fflush(stdout);
  return disagreements;
}

std::size_t run_random_studies(std::uint64_t studies) {
  std::size_t proposals = 0;
  std::size_t disagreements = 0;
  for (std::uint64_t number = 0; number < studies; ++number) {
    const pineforge::test::RandomStudy study = pineforge::test::make_random_study(number);
    const ParityReport report =
        pineforge::test::compare_samplers(study.space, study.options, study.trials, study.objective);
    proposals += report.proposals;
    if (report.disagreement.empty()) continue;
    ++disagreements;
    std::printf("study %llu: %s (%s)\n", static_cast<unsigned long long>(number), report.disagreement.c_str(),
                study.description.c_str());
  }
  std::printf("random: %llu studies, %zu proposals, %zu studies disagree\n", static_cast<unsigned long long>(studies),
              proposals, disagreements);
  return disagreements;
}

}  // namespace

int main(int argc, char** argv) {
  std::uint32_t seeds = 0;
  std::uint64_t studies = 0;
  for (int i = 1; i < argc; i += 2) {
    if (i + 1 < argc && std::strcmp(argv[i], "--seeds") == 0) {
      seeds = static_cast<std::uint32_t>(std::strtoul(argv[i + 1], nullptr, 10));
    } else if (i + 1 < argc && std::strcmp(argv[i], "--studies") == 0) {
      studies = std::strtoull(argv[i + 1], nullptr, 10);
    } else {
      std::fprintf(stderr, "usage: %s [--seeds N] [--studies N]\n", argv[0]);
      return 2;
    }
  }
  std::size_t disagreements = 0;
  if (seeds > 0) {
    for (const pineforge::benchmark::Problem& problem : pineforge::benchmark::problems()) {
      disagreements += run_problem(problem, seeds);
    }
  }
  if (studies > 0) disagreements += run_random_studies(studies);
  return disagreements == 0 ? 0 : 5;
}
