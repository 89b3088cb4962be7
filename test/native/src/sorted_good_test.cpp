#include "sorted_good.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

namespace pineforge::hpo {
namespace {

TEST(SortedGood, KeepsPositionsInOrderAndKnowsTheirKernels) {
  std::mt19937 engine(1);
  SortedGood sorted;
  std::vector<double> positions;
  std::vector<Trial> good;
  for (Trial trial = 0; trial < 400; ++trial) {
    positions.push_back(static_cast<double>(engine() % 12));
    if (good.size() == kMaxGood) {
      const auto left = good.begin() + static_cast<std::ptrdiff_t>(engine() % good.size());
      sorted.erase(*left);
      good.erase(left);
    }
    // A bad trial may become good late.
    Trial entered = trial;
    if (trial > 30 && trial < 60) entered = trial - 29;
    if (std::find(good.begin(), good.end(), entered) != good.end()) continue;
    sorted.insert(entered, positions[static_cast<std::size_t>(entered)]);
    good.insert(std::upper_bound(good.begin(), good.end(), entered), entered);

    std::vector<std::size_t> order(good.size());
    for (std::size_t kernel = 0; kernel < order.size(); ++kernel) order[kernel] = kernel;
    const auto position_of = [&](std::size_t kernel) { return positions[static_cast<std::size_t>(good[kernel])]; };
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return position_of(a) < position_of(b); });
    ASSERT_EQ(sorted.size(), good.size());
    for (std::size_t place = 0; place < order.size(); ++place) {
      ASSERT_EQ(sorted.kernel(place), order[place]) << "trial " << trial;
      ASSERT_EQ(sorted.positions()[place], position_of(order[place])) << "trial " << trial;
    }
  }
}

}  // namespace
}  // namespace pineforge::hpo
