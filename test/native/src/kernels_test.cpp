#include "simd/kernels.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <numbers>
#include <random>
#include <string>
#include <vector>

#include "active_kernels.hpp"
#include "pineforge/hpo/instruction_set.hpp"
#include "truncated_normal.hpp"

namespace pineforge::hpo {
namespace {

constexpr std::size_t kCount = 4096;

std::vector<double> uniform_between(double low, double high) {
  std::mt19937_64 engine(1);
  std::uniform_real_distribution<double> distribution(low, high);
  std::vector<double> values(kCount);
  for (double& value : values) value = distribution(engine);
  return values;
}

using Kernel = std::function<void(const simd::Kernels&, double* result)>;

/// The function's values, which must be the same bits with every instruction
/// set.
std::vector<double> values_of(const Kernel& kernel) {
  std::vector<double> expected;
  for (const std::string_view name : instruction_sets()) {
    set_instruction_set(name);
    std::vector<double> result(kCount);
    kernel(active_kernels(), result.data());
    if (expected.empty()) expected = result;
    EXPECT_EQ(result, expected) << name;
  }
  set_instruction_set("automatic");
  return expected;
}

void expect_relative(const std::vector<double>& values, const std::function<long double(std::size_t)>& exact,
                     long double tolerance) {
  long double worst = 0.0L;
  for (std::size_t i = 0; i < values.size(); ++i) {
    worst = std::max(worst, std::abs(values[i] - exact(i)) / std::abs(exact(i)));
  }
  EXPECT_LE(worst, tolerance);
}

long double tail(long double t) { return 0.5L * std::erfc(t * std::sqrt(0.5L)); }

TEST(Kernels, ExpIsWithinItsErrorOverTheWholeRange) {
  const std::vector<double> x = uniform_between(-708.0, 708.0);
  const auto values = values_of([&](const auto& k, double* result) { k.exp(x.data(), result, kCount); });
  expect_relative(values, [&](std::size_t i) { return std::exp(static_cast<long double>(x[i])); }, 8e-16L);
}

TEST(Kernels, LogIsWithinItsErrorFarFromOneAndNextToIt) {
  for (const auto& [low, high] : {std::pair{1e-300, 1e300}, {1e-8, 1e6}, {0.5, 2.0}, {0.999, 1.001}}) {
    const std::vector<double> x = uniform_between(low, high);
    const auto values = values_of([&](const auto& k, double* result) { k.log(x.data(), result, kCount); });
    expect_relative(values, [&](std::size_t i) { return std::log(static_cast<long double>(x[i])); }, 5e-16L);
  }
}

TEST(Kernels, UpperTailIsWithinItsErrorToThirtySevenSigmas) {
  const std::vector<double> t = uniform_between(0.0, 37.0);
  const auto values = values_of([&](const auto& k, double* result) { k.upper_tail(t.data(), result, kCount); });
  for (std::size_t i = 0; i < kCount; ++i) {
    const long double exact = tail(t[i]);
    EXPECT_NEAR(static_cast<double>(values[i] / exact), 1.0, 2e-15 * (1.0 + t[i] * t[i] / 16.0)) << t[i];
  }
}

TEST(Kernels, NormalMassKeepsItsPrecisionInBothTails) {
  const std::vector<double> a = uniform_between(-30.0, 30.0);
  std::vector<double> b(kCount);
  for (std::size_t i = 0; i < kCount; ++i) b[i] = a[i] + 0.5 + 3.0 * static_cast<double>(i) / kCount;
  const auto values =
      values_of([&](const auto& k, double* result) { k.normal_mass(a.data(), b.data(), result, kCount); });
  expect_relative(
      values,
      [&](std::size_t i) {
        if (a[i] > 0.0) return tail(a[i]) - tail(b[i]);
        return b[i] < 0.0 ? tail(-b[i]) - tail(-a[i]) : 1.0L - tail(-a[i]) - tail(b[i]);
      },
      1e-12L);
}

TEST(Kernels, NormalInverseUndoesTheTailsOnBothSides) {
  const std::vector<double> x = uniform_between(-36.0, 36.0);
  std::vector<double> lower(kCount);
  std::vector<double> upper(kCount);
  for (std::size_t i = 0; i < kCount; ++i) {
    lower[i] = static_cast<double>(tail(-x[i]));
    upper[i] = static_cast<double>(tail(x[i]));
  }
  const auto values =
      values_of([&](const auto& k, double* result) { k.normal_inverse(lower.data(), upper.data(), result, kCount); });
  for (std::size_t i = 0; i < kCount; ++i) EXPECT_NEAR(values[i], x[i], 4e-15 * (1.0 + std::abs(x[i])));
}

/// The exact quantile of a normal truncated to [0, 1], found by Newton's method
/// from `start`.
long double exact_quantile(double mean, double sigma, double u, double start) {
  const long double below = tail(mean / static_cast<long double>(sigma));
  const long double above = tail((1.0L - mean) / sigma);
  const long double mass = 1.0L - below - above;
  long double z = (start - static_cast<long double>(mean)) / sigma;
  for (int step = 0; step < 4; ++step) {
    const long double excess = z < 0.0L ? tail(-z) - below - u * mass : (1.0L - u) * mass - (tail(z) - above);
    z -= excess / (std::exp(-z * z / 2.0L) / std::sqrt(2.0L * std::numbers::pi_v<long double>));
  }
  return mean + sigma * z;
}

TEST(Kernels, DrawsAreCloserToTheExactQuantileThanOptunas) {
  const std::vector<double> means = uniform_between(0.0, 1.0);
  std::vector<double> sigmas(kCount);
  std::vector<double> u(kCount);
  std::vector<std::uint32_t> chosen(kCount);
  for (std::size_t i = 0; i < kCount; ++i) {
    sigmas[i] = 0.04 + 0.96 * means[(i * 7 + 1) % kCount];
    u[i] = 0.001 + 0.998 * means[(i * 13 + 5) % kCount];
    chosen[i] = static_cast<std::uint32_t>(i);
  }
  std::vector<double> lower(kCount), upper(kCount), mass(kCount), scale(kCount);
  const auto draws = values_of([&](const auto& k, double* result) {
    k.truncate({0.0, 1.0}, means.data(), sigmas.data(), kCount,
               {lower.data(), upper.data(), mass.data(), scale.data()});
    k.draw({0.0, 1.0}, {means.data(), sigmas.data(), lower.data(), upper.data(), mass.data()}, chosen.data(), u.data(),
           kCount, result);
  });
  double worst = 0.0;
  double worst_of_optuna = 0.0;
  for (std::size_t i = 0; i < kCount; ++i) {
    const double from = (0.0 - means[i]) / sigmas[i];
    const double to = (1.0 - means[i]) / sigmas[i];
    const double optuna = truncated_normal_quantile(u[i], from, to) * sigmas[i] + means[i];
    const long double exact = exact_quantile(means[i], sigmas[i], u[i], draws[i]);
    worst = std::max(worst, static_cast<double>(std::abs(draws[i] - exact)));
    worst_of_optuna = std::max(worst_of_optuna, static_cast<double>(std::abs(optuna - exact)));
  }
  EXPECT_LE(worst, 1e-15);
  EXPECT_LE(worst_of_optuna, 2e-14);
}

TEST(Kernels, SumsOfKernelsAreTheSameBitsWithEveryInstructionSet) {
  const std::vector<double> mean = uniform_between(0.0, 1.0);
  const std::vector<double> scale = uniform_between(1.0, 85.0);
  const std::vector<double> points = uniform_between(0.0, 1.0);
  const auto sums = values_of([&](const auto& k, double* result) {
    k.bump_sum({mean.data(), scale.data(), scale.data(), 40}, points.data(), 24, result);
    k.bump_sum({mean.data(), scale.data(), scale.data(), 57}, points.data() + 24, 8, result + 24);
    result[32] = k.bump_mass({mean.data(), scale.data(), scale.data(), 64}, 0.2, 0.3);
  });
  long double expected = 0.0L;
  for (std::size_t i = 0; i < 40; ++i) {
    const long double z = (points[0] - mean[i]) * static_cast<long double>(scale[i]);
    expected += scale[i] * std::exp2(-z * z);
  }
  EXPECT_NEAR(static_cast<double>(sums[0] / expected), 1.0, 1e-14);
}

TEST(Kernels, CoarseSumsStayWithinTheErrorThatRulingOutRelatesTo) {
  const std::vector<double> mean = uniform_between(0.0, 1.0);
  constexpr double kScale = 85.0;
  const std::vector<double> points = uniform_between(0.0, 1.0);
  std::vector<float> offset;
  for (const double position : mean) offset.push_back(static_cast<float>(kScale * (0.5 - position)));
  const std::vector<float> coarse_scale(kCount, static_cast<float>(kScale));
  const std::vector<float> amplitude(kCount, 100.0F);
  for (const std::string_view name : instruction_sets()) {
    set_instruction_set(name);
    for (const std::size_t count : {8U, 24U, 40U}) {
      std::vector<float> sums(count, 2.3F);
      active_kernels().coarse_sum({offset.data(), coarse_scale.data(), amplitude.data(), 200, 0.5, 1.0}, points.data(),
                                  count, sums.data());
      for (std::size_t point = 0; point < count; ++point) {
        double exact = 2.3;
        for (std::size_t i = 0; i < 200; ++i) {
          const double z = (points[point] - mean[i]) * kScale;
          exact += 100.0 * std::exp2(-z * z);
        }
        EXPECT_NEAR(sums[point] / exact, 1.0, 5e-5) << name;
      }
    }
  }
  set_instruction_set("automatic");
}

TEST(Kernels, TheCandidatesThatMayBeBestAreThoseNearTheLargestQuotient) {
  std::vector<float> good(simd::kCoarseCandidates, 0.0F);
  std::vector<float> bad(simd::kCoarseCandidates, 2.0F);
  good[31] = bad[31] = 0.0F;
  good[3] = 9.9F;
  good[7] = 10.0F;
  good[23] = 9.0F;
  for (const std::string_view name : instruction_sets()) {
    set_instruction_set(name);
    EXPECT_EQ(active_kernels().coarse_best(good.data(), bad.data(), 0.95F), 1U << 3 | 1U << 7) << name;
    EXPECT_EQ(active_kernels().coarse_best(good.data(), bad.data(), 0.9999F), 1U << 7) << name;
    EXPECT_EQ(active_kernels().coarse_best(good.data(), bad.data(), 0.5F), 1U << 3 | 1U << 7 | 1U << 23) << name;
  }
  set_instruction_set("automatic");
}

}  // namespace
}  // namespace pineforge::hpo
