#include "build_info.hpp"

#if defined(__x86_64__)
#define PINEFORGE_BASELINE "x86-64"
#elif defined(__aarch64__)
#define PINEFORGE_BASELINE "armv8-a"
#else
#define PINEFORGE_BASELINE "generic"
#endif

namespace pineforge::benchmark {

// The PINEFORGE_BUILD_* strings come from CMake.
const char* build_info() {
  return "compiler=" PINEFORGE_BUILD_COMPILER
         "\n"
         "compiler_version=" PINEFORGE_BUILD_COMPILER_VERSION
         "\n"
         "cmake_version=" PINEFORGE_BUILD_CMAKE_VERSION
         "\n"
         "flags=" PINEFORGE_BUILD_FLAGS
         "\n"
         "instruction_sets=" PINEFORGE_BASELINE
         "\n"
         "instruction_set=" PINEFORGE_BASELINE
         "\n"
         "sampler=reference";
}

}  // namespace pineforge::benchmark
