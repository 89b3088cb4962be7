#include "pairwise_sum.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace pineforge::hpo {
namespace {

struct Recorded {
  std::size_t terms;
  double sum;
};

class PairwiseSumTest : public testing::TestWithParam<Recorded> {};

// (1.0 / (numpy.arange(n) + 1)).sum(), NumPy 2.4.6. From 127 terms on, adding one by one gives another last bit.
TEST_P(PairwiseSumTest, RoundsAsNumPysSum) {
  std::vector<double> terms;
  for (std::size_t i = 1; i <= GetParam().terms; ++i) terms.push_back(1.0 / static_cast<double>(i));
  EXPECT_EQ(pairwise_sum(terms), GetParam().sum);
}

INSTANTIATE_TEST_SUITE_P(Harmonic, PairwiseSumTest,
                         testing::Values(Recorded{0, 0.0}, Recorded{1, 1.0}, Recorded{7, 2.5928571428571425},
                                         Recorded{8, 2.7178571428571425}, Recorded{9, 2.8289682539682537},
                                         Recorded{127, 5.425334592589172}, Recorded{128, 5.433147092589173},
                                         Recorded{129, 5.440899030573669}, Recorded{136, 5.493542515771517},
                                         Recorded{300, 6.282663880299504}, Recorded{1000, 7.485470860550345}),
                         [](const auto& test) { return std::to_string(test.param.terms) + "Terms"; });

}  // namespace
}  // namespace pineforge::hpo
