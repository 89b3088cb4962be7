#include "random_draw.hpp"

#include <algorithm>
#include <cmath>

namespace pineforge::hpo {
namespace {

/// The largest of one uniform per choice wins; the first of equal ones.
double draw_choice(const Parameter& parameter, RandomStream& stream) {
  std::uint32_t winner = 0;
  double largest = -1.0;
  for (std::uint32_t choice = 0; choice < parameter.choices; ++choice) {
    const double u = stream.next();
    if (u > largest) {
      largest = u;
      winner = choice;
    }
  }
  return winner;
}

double draw_between(double low, double high, RandomStream& stream) { return low + (high - low) * stream.next(); }

double just_below(double high) { return std::nextafter(high, high - 1.0); }

}  // namespace

double draw_uniformly(const Parameter& parameter, RandomStream& stream) {
  if (parameter.kind == ParameterKind::kCategorical) return draw_choice(parameter, stream);

  const double low = parameter.low;
  const double high = parameter.high;
  const double half_step = 0.5 * parameter.step;
  if (parameter.log) {
    const double value = std::exp(draw_between(std::log(low - half_step), std::log(high + half_step), stream));
    if (parameter.kind == ParameterKind::kInt) return std::clamp(std::nearbyint(value), low, high);
    return std::min(value, just_below(high));
  }
  const double value = draw_between(low - half_step, high + half_step, stream);
  if (parameter.step == 0.0) return std::min(value, just_below(high));
  return std::clamp(std::nearbyint((value - low) / parameter.step) * parameter.step + low, low, high);
}

}  // namespace pineforge::hpo
