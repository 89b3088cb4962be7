#include "build_info.hpp"

#include "pineforge/hpo/instruction_set.hpp"
#include "study.hpp"

namespace pineforge::benchmark {
namespace {

std::string join_instruction_sets() {
  std::string names;
  for (const std::string_view name : hpo::instruction_sets()) {
    if (!names.empty()) names += ',';
    names += name;
  }
  return names;
}

const char* name_of(hpo::SamplerKind sampler) { return sampler == hpo::SamplerKind::kFast ? "fast" : "reference"; }

}  // namespace

// The PINEFORGE_BUILD_* strings come from CMake.
std::string build_info() {
  std::string lines = "compiler=" PINEFORGE_BUILD_COMPILER
                      "\n"
                      "compiler_version=" PINEFORGE_BUILD_COMPILER_VERSION
                      "\n"
                      "cmake_version=" PINEFORGE_BUILD_CMAKE_VERSION
                      "\n"
                      "flags=" PINEFORGE_BUILD_FLAGS "\n";
  lines += "instruction_sets=" + join_instruction_sets() + "\n";
  lines += "instruction_set=" + std::string(hpo::instruction_set()) + "\n";
  lines += std::string("sampler=") + name_of(StudyOptions{}.sampler);
  return lines;
}

}  // namespace pineforge::benchmark
