#include "pineforge/hpo/instruction_set.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

#include "active_kernels.hpp"

namespace pineforge::hpo {
namespace {

TEST(InstructionSet, OffersTheBaselineFirstAndUsesTheWidestUnlessToldOtherwise) {
  ASSERT_FALSE(instruction_sets().empty());
  EXPECT_EQ(instruction_sets().front(), "baseline");
  EXPECT_EQ(instruction_set(), instruction_sets().back());
}

TEST(InstructionSet, IsForcedByName) {
  for (const std::string_view name : instruction_sets()) {
    set_instruction_set(name);
    EXPECT_EQ(instruction_set(), name);
    EXPECT_EQ(active_kernels().name, name);
  }
  set_instruction_set("automatic");
  EXPECT_EQ(instruction_set(), instruction_sets().back());
}

TEST(InstructionSet, RefusesWhatTheProcessorLacks) {
  EXPECT_THROW(set_instruction_set("avx1024"), std::invalid_argument);
  EXPECT_THROW(set_instruction_set(""), std::invalid_argument);
}

}  // namespace
}  // namespace pineforge::hpo
