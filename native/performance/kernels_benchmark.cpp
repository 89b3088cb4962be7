// Micro-benchmarks of the fast sampler's kernels, by instruction set.
#include <benchmark/benchmark.h>

#include <string>
#include <vector>

#include "active_kernels.hpp"
#include "pineforge/hpo/instruction_set.hpp"

namespace pineforge::hpo {
namespace {

constexpr std::size_t kDraws = 24;
constexpr std::size_t kColumns = 1600;

/// Inputs of all kernels: `kernels` truncated normals of sigma range / 100 on [0, 1], and points among them.
struct Inputs {
  std::vector<double> mean, sigma, lower, upper, mass, scale, points, sums, uniforms, table, rank, snapshot, profile;
  std::vector<float> coarse_offset, coarse_scale, coarse_sums;
  std::vector<std::uint32_t> chosen, state;

  Inputs()
      : mean(128),
        sigma(128, 0.01),
        lower(128),
        upper(128),
        mass(128),
        scale(128),
        points(kDraws),
        sums(kDraws),
        uniforms(simd::kMtUniforms),
        table(kColumns),
        rank(kColumns),
        snapshot(kColumns),
        profile(kColumns),
        coarse_scale(128, 85.0F),
        coarse_sums(kDraws),
        chosen(kDraws),
        state(simd::kMtState, 1) {
    for (std::size_t i = 0; i < mean.size(); ++i) mean[i] = static_cast<double>(i) / 128.0;
    for (std::size_t i = 0; i < kDraws; ++i) points[i] = uniforms[i] = (static_cast<double>(i) + 0.5) / kDraws;
    for (const double position : mean) coarse_offset.push_back(static_cast<float>(85.0 * (0.5 - position)));
  }
};

using Run = void (*)(const simd::Kernels&, Inputs&);

void run(benchmark::State& state, const std::string& instruction_set_name, Run kernel) {
  set_instruction_set(instruction_set_name);
  Inputs inputs;
  const simd::Kernels& kernels = active_kernels();
  kernels.truncate({0.0, 1.0}, inputs.mean.data(), inputs.sigma.data(), inputs.mean.size(),
                   {inputs.lower.data(), inputs.upper.data(), inputs.mass.data(), inputs.scale.data()});
  for (auto _ : state) {
    kernel(kernels, inputs);
    benchmark::ClobberMemory();
  }
}

const struct {
  const char* name;
  Run run;
} kBenchmarks[] = {
    {"mt19937_block/312",
     [](const simd::Kernels& k, Inputs& in) { k.mt19937_block(in.state.data(), in.uniforms.data()); }},
    {"truncate/64",
     [](const simd::Kernels& k, Inputs& in) {
       k.truncate({0.0, 1.0}, in.mean.data(), in.sigma.data(), 64, {nullptr, nullptr, in.mass.data(), in.scale.data()});
     }},
    {"draw/24",
     [](const simd::Kernels& k, Inputs& in) {
       k.draw({0.0, 1.0}, {in.mean.data(), in.sigma.data(), in.lower.data(), in.upper.data(), in.mass.data()},
              in.chosen.data(), in.points.data(), kDraws, in.sums.data());
     }},
    {"bump_sum/24x64",
     [](const simd::Kernels& k, Inputs& in) {
       k.bump_sum({in.mean.data(), in.scale.data(), in.mass.data(), 64}, in.points.data(), kDraws, in.sums.data());
     }},
    {"coarse_sum/24x64",
     [](const simd::Kernels& k, Inputs& in) {
       k.coarse_sum({in.coarse_offset.data(), in.coarse_scale.data(), in.coarse_scale.data(), 64, 0.5, 1.0},
                    in.points.data(), kDraws, in.coarse_sums.data());
     }},
    {"cell_sum/24",
     [](const simd::Kernels& k, Inputs& in) {
       k.cell_sum({in.table.data(), in.rank.data(), in.snapshot.data()}, 1.0, 1.0, 0.0, 100.0, in.points.data(), kDraws,
                  100, in.sums.data());
     }},
    {"cell_profile/21", [](const simd::Kernels& k, Inputs& in) { k.cell_profile(-10.2, 1.0, 21, in.profile.data()); }},
    {"age/336",
     [](const simd::Kernels& k, Inputs& in) {
       k.age(in.profile.data(), 3.0, 336, in.snapshot.data(), in.table.data(), in.rank.data());
     }},
    {"cell_swap/1600",
     [](const simd::Kernels& k, Inputs& in) {
       k.cell_swap(in.table.data(), in.profile.data(), kColumns, in.rank.data(), in.snapshot.data());
     }},
};

const bool kRegistered = [] {
  for (const std::string_view name : instruction_sets()) {
    for (const auto& entry : kBenchmarks) {
      const std::string title = std::string(name) + "/" + entry.name;
      benchmark::RegisterBenchmark(
          title.c_str(), [name, entry](benchmark::State& state) { run(state, std::string(name), entry.run); });
    }
  }
  return true;
}();

}  // namespace
}  // namespace pineforge::hpo
