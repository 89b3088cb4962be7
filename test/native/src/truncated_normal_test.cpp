#include "truncated_normal.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace pineforge::hpo {
namespace {

// The expected values were computed with mpmath to 60 digits.

TEST(TruncatedNormal, HasTheLogarithmOfTheCumulativeDistributionFromTailToTail) {
  const struct {
    double x;
    double expected;
  } cases[] = {{-100, -5005.5242086942051},   {-37.5, -707.66898931750719},    {-20.25, -208.96076728764924},
               {-19.75, -198.93588948907095}, {-6, -20.736768949974706},       {-1, -1.8410216450092635},
               {-0.5, -1.1759117615936186},   {0, -0.69314718055994531},       {0.5, -0.36894641528865639},
               {1, -0.17275377902344989},     {6.25, -2.0522634254295281e-10}, {9, -1.1285884059538406e-19}};
  for (const auto& [x, expected] : cases) {
    // Some units in the last place of erfc; and above 6 the definition is -p for ln(1 - p).
    const double tolerance = 2e-15 * std::abs(expected) + (x > 6 ? expected * expected : 0.0);
    EXPECT_NEAR(log_normal_cdf(x), expected, tolerance) << "x = " << x;
  }
}

TEST(TruncatedNormal, HasTheMassBetweenTwoBoundsOnEitherSideAndAcrossTheMean) {
  const struct {
    double a;
    double b;
    double expected;
  } cases[] = {{-1, 1, -0.38171514630212607},     {-3, -2, -3.8443534263342056},
               {2, 3, -3.8443534263342056},       {-40, -39, -765.08315656437754},
               {39, 40, -765.08315656437754},     {0, 100, -0.69314718055994531},
               {-100, 0, -0.69314718055994531},   {-100, 100, 0.0},
               {-0.25, 0.5, -1.2372925013224502}, {-8, 9, -6.2220891626777399e-16}};
  for (const auto& [a, b, expected] : cases) {
    EXPECT_NEAR(log_normal_mass(a, b), expected, 1e-15 * std::max(1.0, std::abs(expected))) << a << " to " << b;
  }
}

TEST(TruncatedNormal, HasNoMassInAnEmptyInterval) {
  for (const double x : {-30.0, -2.0, 2.0}) {
    EXPECT_EQ(log_normal_mass(x, x), -std::numeric_limits<double>::infinity()) << x;
  }
}

TEST(TruncatedNormal, FindsQuantilesFromTailToTail) {
  const struct {
    double q;
    double a;
    double b;
    double expected;
  } cases[] = {{0.5, -1, 1, 0.0},
               {0.1, -1, 2, -0.7046478210947452},
               {0.9, -1, 2, 1.2557153641502152},
               {0.25, 0, 100, 0.31863936396437516},
               {0.75, -100, 0, -0.31863936396437516},
               {0.001, 3, 50, 3.000304729551136},
               {0.999, -50, -3, -3.000304729551136},
               {0.3, 20, 21, 20.017781627447975},
               {0.7, -21, -20, -20.017781627447975},
               {0.5, -100, 100, 0.0},
               {0.9999, -0.5, 99, 3.8112023705402435}};
  for (const auto& [q, a, b, expected] : cases) {
    EXPECT_NEAR(truncated_normal_quantile(q, a, b), expected, 1e-12) << q << " of " << a << " to " << b;
  }
}

TEST(TruncatedNormal, HasTheBoundsAsItsExtremeQuantiles) {
  EXPECT_EQ(truncated_normal_quantile(0.0, -1.5, 2.5), -1.5);
  EXPECT_EQ(truncated_normal_quantile(1.0, -1.5, 2.5), 2.5);
}

TEST(TruncatedNormal, HasQuantilesThatInvertTheMassBelowThem) {
  for (const double a : {-100.0, -7.5, -1.0, -1e-3, 0.0, 0.5, 6.0, 30.0}) {
    for (const double width : {0.01, 1.0, 50.0, 99.0}) {
      for (const double q : {1e-9, 1e-3, 0.2, 0.5, 0.8, 0.999}) {
        const double x = truncated_normal_quantile(q, a, a + width);
        const double back = std::exp(log_normal_mass(a, x) - log_normal_mass(a, a + width));
        EXPECT_NEAR(back, q, 1e-9) << q << " of " << a << " to " << a + width;
      }
    }
  }
}

TEST(TruncatedNormal, HasAStandardDensity) {
  EXPECT_DOUBLE_EQ(log_normal_density(0.0), -0.91893853320467274);
  EXPECT_DOUBLE_EQ(log_normal_density(-3.0), -5.4189385332046727);
}

}  // namespace
}  // namespace pineforge::hpo
