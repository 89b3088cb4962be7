// Kernels of parameters with few values: their contracts, and the same bits on every instruction set.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <limits>
#include <random>
#include <vector>

#include "active_kernels.hpp"
#include "pineforge/hpo/instruction_set.hpp"

namespace pineforge::hpo {
namespace {

class GridKernels : public testing::TestWithParam<std::string_view> {
 protected:
  void SetUp() override {
    set_instruction_set("baseline");
    baseline_ = &active_kernels();
    set_instruction_set(GetParam());
    kernels_ = &active_kernels();
    set_instruction_set("automatic");
  }
  double uniform() { return static_cast<double>(engine_() >> 11) * 0x1p-53; }
  std::vector<double> uniforms(std::size_t count) {
    std::vector<double> result(count);
    std::generate(result.begin(), result.end(), [this] { return uniform(); });
    return result;
  }

  const simd::Kernels* baseline_;
  const simd::Kernels* kernels_;
  std::mt19937_64 engine_{1};
};

TEST_P(GridKernels, ChooseTheWholePartAndTellWhereItIsNear) {
  for (const double kernels : {1.0, 3.0, 26.0}) {
    const std::vector<double> u = uniforms(240);
    std::vector<std::uint32_t> chosen(u.size());
    EXPECT_FALSE(kernels_->equal_choice(u.data(), u.size(), kernels, chosen.data()));
    for (std::size_t i = 0; i < u.size(); ++i) EXPECT_EQ(chosen[i], static_cast<std::uint32_t>(u[i] * kernels));
  }
  for (const double near : {0.0, 1.0 / 3.0, 2.0 / 3.0 + 1e-15, 1.0 - 0x1p-53}) {
    std::vector<double> u(24, 0.5);
    u[17] = near;
    std::vector<std::uint32_t> chosen(u.size());
    EXPECT_TRUE(kernels_->equal_choice(u.data(), u.size(), 3.0, chosen.data())) << near;
  }
}

TEST_P(GridKernels, CountTheEntriesOfRowsBelowAUniform) {
  std::array<std::vector<double>, 3> rows;
  for (std::vector<double>& row : rows) {
    row = uniforms(simd::kGridWindow);
    std::sort(row.begin(), row.end());
    row.back() = 2.0;
  }
  const std::array<const double*, 3> starts{rows[0].data(), rows[1].data(), rows[2].data()};
  std::vector<double> u = uniforms(24);
  u[3] = 0.0;
  u[4] = rows[1][5];
  std::vector<std::uint32_t> chosen(24);
  for (std::size_t i = 0; i < 24; ++i) chosen[i] = i % 3;
  std::vector<std::uint32_t> drawn(24);
  const std::uint32_t set = kernels_->row_draw(starts.data(), chosen.data(), u.data(), 24, drawn.data());
  std::uint32_t expected_set = 0;
  for (std::size_t i = 0; i < 24; ++i) {
    const std::vector<double>& row = rows[i % 3];
    EXPECT_EQ(drawn[i], std::lower_bound(row.begin(), row.end(), u[i]) - row.begin());
    expected_set |= std::uint32_t{1} << drawn[i];
  }
  EXPECT_EQ(set, expected_set);
}

TEST_P(GridKernels, FindQuantilesInCumulativeMasses) {
  for (const std::size_t size : {17U, 18U, 29U, 33U, 96U, 255U, 256U}) {
    // Below the interval, the values, and what may be read beyond.
    std::vector<double> masses = uniforms(1 + size);
    std::sort(masses.begin(), masses.end());
    masses.resize(masses.size() + simd::kGridWindow, 1.0);
    const double* window = masses.data() + 1;
    std::vector<double> u = uniforms(24);
    u[0] = 0.0;
    u[1] = 1.0 - 0x1p-53;
    const std::vector<std::uint32_t> chosen(24);
    std::vector<std::uint32_t> drawn(24);
    kernels_->grid_draw(&window, chosen.data(), u.data(), 24, size, drawn.data());
    for (std::size_t i = 0; i < 24; ++i) {
      const double target = masses[0] + u[i] * (masses[size] - masses[0]);
      EXPECT_EQ(drawn[i], std::lower_bound(window, window + size - 1, target) - window) << size << ", " << u[i];
    }
  }
}

TEST_P(GridKernels, FindTheNearlyBestCandidates) {
  std::vector<double> good(24, 1.0);
  std::vector<double> bad(24, 2.0);
  bad[5] = 1.0;
  bad[19] = 1.0 + 1e-12;
  bad[20] = 1.0 + 1e-6;
  bad[21] = 0.0;
  const std::uint32_t candidates = 0xdfffff;
  EXPECT_EQ(kernels_->nearly_best(good.data(), bad.data(), candidates, 24, 1e-9), 1U << 5 | 1U << 19);
  EXPECT_EQ(kernels_->nearly_best(good.data(), bad.data(), candidates & ~(1U << 5), 24, 1e-9), 1U << 19);
}

TEST_P(GridKernels, TabulateAndSumWithTheSameBits) {
  for (const std::size_t size : {2U, 7U, 10U, 16U, 29U, 256U}) {
    const std::size_t padded = simd::padded(size);
    const auto run = [&](const simd::Kernels& kernels) {
      std::mt19937_64 engine(size);
      const auto whole = [&](std::uint64_t below) { return static_cast<double>(engine() % below); };
      std::vector<double> cumulative(2 * size + simd::kGridWindow, 1.0);
      std::vector<double> bins(2 * size - 1 + simd::kGridWindow);
      std::vector<double> inverse(padded);
      kernels.grid_edges(0.7, size, cumulative.data());
      kernels.grid_bins(cumulative.data(), size, bins.data(), inverse.data());

      std::vector<double> old(padded), ranked(padded), recent(padded), first(padded), last(padded),
          is_wide(padded, 1.0);
      for (std::size_t i = 0; i < size; ++i) {
        old[i] = whole(100);
        ranked[i] = whole(10000);
        recent[i] = whole(5);
        first[i] = i % 5 == 0 ? std::numeric_limits<double>::infinity() : whole(100);
        last[i] = i % 5 == 0 ? -1.0 : whole(300);
      }
      std::vector<double> least_share(padded), share(padded);
      const simd::GridRow row{inverse.data(), inverse.data(), share.data(), bins.data(), 9};
      kernels.grid_weigh(
          {old.data(), ranked.data(), recent.data(), first.data(), last.data(), is_wide.data(), is_wide.data(), padded},
          {0.01, 0.003, 200.0}, inverse.data(), least_share.data(), &row, 1);

      const std::array<simd::GridRow, 2> rows{simd::GridRow{nullptr, nullptr, least_share.data(), bins.data(), 9}, row};
      std::vector<std::uint32_t> values;
      for (std::uint32_t value = 0; value < size; ++value) values.push_back(value);
      std::vector<double> sums(size, 0.1);
      kernels.grid_sum(rows.data(), rows.size(), static_cast<std::uint32_t>(size - 1), values.data(), size,
                       sums.data());
      std::vector<double> all(simd::kGridWindow);
      if (size <= simd::kGridWindow) {
        const std::vector<double> start(simd::kGridWindow, 0.1);
        kernels.grid_sum_all(rows.data(), rows.size(), size, start.data(), all.data());
        for (std::size_t i = 0; i < size; ++i) EXPECT_NEAR(all[i] / sums[i], 1.0, 1e-9) << size;
      }
      std::vector<double> result(cumulative.begin(), cumulative.begin() + static_cast<std::ptrdiff_t>(2 * size));
      for (const std::vector<double>* part : {&bins, &inverse, &least_share, &share, &sums, &all}) {
        result.insert(result.end(), part->begin(), part->end());
      }
      return result;
    };
    EXPECT_EQ(run(*kernels_), run(*baseline_)) << size;
  }
}

INSTANTIATE_TEST_SUITE_P(InstructionSets, GridKernels,
                         testing::ValuesIn(instruction_sets().begin(), instruction_sets().end()),
                         [](const auto& name) { return std::string(name.param); });

}  // namespace
}  // namespace pineforge::hpo
