#include "objectives.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <numbers>

namespace pineforge::benchmark {
namespace {

constexpr double kPi = std::numbers::pi;

double square(double v) { return v * v; }

/// A rotation by an angle in the plane of two 0-based coordinates.
struct PlaneRotation {
  PlaneRotation(std::size_t first, std::size_t second, double angle)
      : a(first), b(second), cosine(std::cos(angle)), sine(std::sin(angle)) {}
  std::size_t a;
  std::size_t b;
  double cosine;
  double sine;
};

/// Where mixed_log's basin lies for one mode.
struct Basin {
  double depth;
  double period;
  double rate;
  double leverage;
  double offset;
};

/// Distance from v to the nearest multiple of m.
int circular_distance(int v, int m) {
  const int rest = std::abs(v) % m;
  return std::min(rest, m - rest);
}

int weighted_square(int weight, int v, int m) {
  const int distance = circular_distance(v, m);
  return weight * distance * distance;
}

}  // namespace

double branin2(std::span<const double> x) {
  return square(x[1] - 5.1 / (4.0 * kPi * kPi) * square(x[0]) + 5.0 / kPi * x[0] - 6.0) +
         10.0 * (1.0 - 1.0 / (8.0 * kPi)) * std::cos(x[0]) + 10.0;
}

double hartmann3(std::span<const double> x) {
  constexpr std::array<double, 4> kAlpha{1.0, 1.2, 3.0, 3.2};
  constexpr double kA[4][3] = {{3, 10, 30}, {0.1, 10, 35}, {3, 10, 30}, {0.1, 10, 35}};
  constexpr double kP[4][3] = {
      {0.3689, 0.1170, 0.2673}, {0.4699, 0.4387, 0.7470}, {0.1091, 0.8732, 0.5547}, {0.0381, 0.5743, 0.8828}};
  double value = 0.0;
  for (std::size_t i = 0; i < kAlpha.size(); ++i) {
    double exponent = 0.0;
    for (std::size_t j = 0; j < 3; ++j) exponent += kA[i][j] * square(x[j] - kP[i][j]);
    value -= kAlpha[i] * std::exp(-exponent);
  }
  return value;
}

double rosenbrock6(std::span<const double> x) {
  double value = 0.0;
  for (std::size_t i = 0; i + 1 < x.size(); ++i) value += 100.0 * square(x[i + 1] - square(x[i])) + square(1.0 - x[i]);
  return value;
}

double rotated_rastrigin6(std::span<const double> x) {
  constexpr std::array<double, 6> kShift{3.1, -2.7, 1.9, -3.3, 2.4, -1.5};
  static const std::array<PlaneRotation, 12> kRotations{{{0, 1, 0.41},
                                                         {2, 5, -0.73},
                                                         {1, 4, 1.07},
                                                         {0, 3, -0.56},
                                                         {2, 4, 0.92},
                                                         {1, 5, -1.19},
                                                         {3, 4, 0.67},
                                                         {0, 2, -0.88},
                                                         {3, 5, 1.31},
                                                         {0, 4, 0.35},
                                                         {1, 3, -0.64},
                                                         {2, 5, 0.79}}};
  std::array<double, 6> z;
  for (std::size_t i = 0; i < z.size(); ++i) z[i] = x[i] - kShift[i];
  for (const PlaneRotation& r : kRotations) {
    const double a = z[r.a];
    const double b = z[r.b];
    z[r.a] = r.cosine * a - r.sine * b;
    z[r.b] = r.sine * a + r.cosine * b;
  }
  double value = 60.0;
  for (const double c : z) value += square(c) - 10.0 * std::cos(2.0 * kPi * c);
  return value;
}

double mixed_log(std::span<const double> x) {
  // In the order of the choices of `mode`: trend, mean, breakout, hybrid, carry, noise.
  constexpr std::array<Basin, 6> kBasins{{{12, 80, 2e-5, 0.7, 0.55},
                                          {75, 120000, 0.8, 2.3, 0.80},
                                          {24, 900, 8e-3, 1.9, 0.35},
                                          {37, 3000, 0.002, 1.4, 0.0},
                                          {88, 600000, 2e-7, 0.4, 1.10},
                                          {5, 12, 20.0, 2.8, 2.50}}};
  const Basin& basin = kBasins[static_cast<std::size_t>(x[0])];
  const bool enabled = x[1] == 1.0;
  const double d = (x[2] - basin.depth) / 12.0;
  const double p = std::log(x[3] / basin.period);
  const double r = std::log(x[4] / basin.rate);
  const double l = (x[5] - basin.leverage) / 0.5;
  return basin.offset + (enabled ? 0.0 : 1.5) + square(d + 0.45 * p - 0.20 * l) + 0.7 * square(p - 0.55 * r) +
         0.6 * square(r + 0.35 * l) + 0.45 * square(l - 0.25 * d) + 0.025 * square(p * r) +
         0.04 * (1.0 - std::cos(2.0 * kPi * d));
}

double million_discrete(std::span<const double> x) {
  constexpr std::array<int, 6> kTarget{8, 1, 6, 3, 9, 4};
  std::array<int, 6> d;
  int squares = 0;
  for (std::size_t i = 0; i < d.size(); ++i) {
    d[i] = static_cast<int>(x[i]) - kTarget[i];
    squares += d[i] * d[i];
  }
  const int penalty = weighted_square(17, 3 * d[0] + 5 * d[1] + 7 * d[2] + 2 * d[3], 11) +
                      weighted_square(13, 2 * d[1] + 3 * d[2] + 5 * d[3] + 7 * d[4], 13) +
                      weighted_square(11, 5 * d[0] + 2 * d[2] + 3 * d[4] + 7 * d[5], 17) +
                      weighted_square(19, d[0] * d[3] + 2 * d[1] * d[4] + 3 * d[2] * d[5], 11) +
                      weighted_square(7, d[0] * d[1] + d[2] * d[3] + d[4] * d[5], 13);
  return 100 * penalty + squares;
}

}  // namespace pineforge::benchmark
