#include "pineforge/hpo/instruction_set.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

#include "active_kernels.hpp"

namespace pineforge::hpo {
namespace {

std::vector<const simd::Kernels*> available_kernels() {
  std::vector<const simd::Kernels*> available{&simd::baseline_kernels()};
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) available.push_back(&simd::avx2_kernels());
  if (__builtin_cpu_supports("fma") && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
      __builtin_cpu_supports("avx512vl")) {
    available.push_back(&simd::avx512_kernels());
  }
#endif
  return available;
}

const std::vector<const simd::Kernels*>& available() {
  static const std::vector<const simd::Kernels*> kAvailable = available_kernels();
  return kAvailable;
}

/// Null stands for "automatic".
const simd::Kernels* chosen = nullptr;

}  // namespace

const simd::Kernels& active_kernels() { return chosen != nullptr ? *chosen : *available().back(); }

std::span<const std::string_view> instruction_sets() {
  static const std::vector<std::string_view> kNames = [] {
    std::vector<std::string_view> names;
    for (const simd::Kernels* kernels : available()) names.emplace_back(kernels->name);
    return names;
  }();
  return kNames;
}

std::string_view instruction_set() { return active_kernels().name; }

void set_instruction_set(std::string_view name) {
  if (name == "automatic") {
    chosen = nullptr;
    return;
  }
  const auto found = std::find_if(available().begin(), available().end(),
                                  [&](const simd::Kernels* kernels) { return kernels->name == name; });
  if (found == available().end()) {
    throw std::invalid_argument("instruction set '" + std::string(name) + "' is not available here");
  }
  chosen = *found;
}

}  // namespace pineforge::hpo
