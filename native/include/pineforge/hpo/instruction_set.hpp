// Which vector instructions the fast sampler uses. Every choice gives the same proposals to the bit.
#pragma once

#include <span>
#include <string_view>

namespace pineforge::hpo {

/// The names that this build and this processor offer, "baseline" first, the widest last.
std::span<const std::string_view> instruction_sets();

/// The name in use.
std::string_view instruction_set();

/// Sets it for samplers made from now on; "automatic", the initial choice, is the widest one. Not to be called while
/// another thread makes a sampler.
/// @throws std::invalid_argument naming the choice where it is not on offer.
void set_instruction_set(std::string_view name);

}  // namespace pineforge::hpo
