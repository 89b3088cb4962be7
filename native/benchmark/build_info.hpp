// How this library was built.
#pragma once

namespace pineforge::benchmark {

/// Lines "key=value": compiler, compiler_version, cmake_version, flags, instruction_sets (compiled in), instruction_set
/// (the one in use on this CPU), sampler (the one that studies use where none is chosen).
const char* build_info();

}  // namespace pineforge::benchmark
