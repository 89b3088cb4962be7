// How this library was built, and what it runs on this processor.
#pragma once

#include <string>

namespace pineforge::benchmark {

/// Lines "key=value": compiler, compiler_version, cmake_version, flags, instruction_sets (with commas: those that this
/// build and this processor offer, the least first), and what studies use where no control says otherwise:
/// instruction_set, sampler.
std::string build_info();

}  // namespace pineforge::benchmark
