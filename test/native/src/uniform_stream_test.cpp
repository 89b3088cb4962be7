#include "uniform_stream.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "active_kernels.hpp"
#include "pineforge/hpo/instruction_set.hpp"
#include "random_stream.hpp"

namespace pineforge::hpo {
namespace {

TEST(UniformStream, GivesTheDoublesOfRandomStreamWithEveryInstructionSet) {
  for (const std::string_view name : instruction_sets()) {
    set_instruction_set(name);
    for (const std::uint32_t seed : {0U, 17U, 4294967295U}) {
      UniformStream stream(active_kernels(), seed);
      RandomStream expected(seed);
      for (int i = 0; i < 2000; ++i) ASSERT_EQ(stream.next(), expected.next()) << name << ", seed " << seed;
    }
  }
  set_instruction_set("automatic");
}

TEST(UniformStream, TakesAcrossBlocksWhatItGivesOneByOne) {
  UniformStream by_block(active_kernels(), 5);
  UniformStream one_by_one(active_kernels(), 5);
  for (const std::size_t count : {1U, 48U, 311U, 312U, 313U, 700U, 48U}) {
    std::vector<double> taken(count);
    by_block.take(taken);
    for (const double uniform : taken) ASSERT_EQ(uniform, one_by_one.next());
  }
}

}  // namespace
}  // namespace pineforge::hpo
