#include "random_stream.hpp"

#include <gtest/gtest.h>

namespace pineforge::hpo {
namespace {

struct Recorded {
  std::uint32_t seed;
  double first;
  double second;
  double thousandth;
};

class RandomStreamTest : public testing::TestWithParam<Recorded> {};

// numpy.random.RandomState(seed).random_sample(1000), NumPy 2.4.6.
TEST_P(RandomStreamTest, GivesTheDoublesOfNumPysRandomState) {
  RandomStream stream(GetParam().seed);
  EXPECT_EQ(stream.next(), GetParam().first);
  EXPECT_EQ(stream.next(), GetParam().second);
  for (int i = 3; i < 1000; ++i) stream.next();
  EXPECT_EQ(stream.next(), GetParam().thousandth);
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomStreamTest,
                         testing::Values(Recorded{0, 0.5488135039273248, 0.7151893663724195, 0.6771411441114241},
                                         Recorded{17, 0.2946650026871097, 0.5305867556052941, 0.32519756774939135},
                                         Recorded{4294967295, 0.0976320289940138, 0.9123828453026218,
                                                  0.556626859384112}),
                         [](const auto& test) { return std::to_string(test.param.seed); });

}  // namespace
}  // namespace pineforge::hpo
