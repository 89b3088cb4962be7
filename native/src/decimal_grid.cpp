#include "decimal_grid.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>
#include <stdexcept>
#include <string>

namespace pineforge::hpo {
namespace {

__extension__ typedef __int128 Int128;

/// The precision of Python's default decimal context.
constexpr int kMaxDigits = 28;

/// digits * 10^exponent.
struct Decimal {
  Int128 digits;
  int exponent;
};

/// The shortest decimal that reads back as `value`, which is what Python's repr shows.
Decimal shortest_decimal(double value) {
  std::array<char, 32> text;
  const char* const end = std::to_chars(text.begin(), text.end(), value, std::chars_format::scientific).ptr;
  const char* const e = std::find(text.cbegin(), end, 'e');
  Decimal decimal{0, std::atoi(std::string(e + 1, end).c_str())};
  bool in_fraction = false;
  for (const char* c = text.begin(); c != e; ++c) {
    if (*c == '.') in_fraction = true;
    if (*c < '0' || *c > '9') continue;
    decimal.digits = decimal.digits * 10 + (*c - '0');
    if (in_fraction) --decimal.exponent;
  }
  if (text.front() == '-') decimal.digits = -decimal.digits;
  return decimal;
}

/// `decimal` in units of 10^exponent, which is not above its own exponent.
Int128 in_units(Decimal decimal, int exponent) {
  static const Int128 limit = [] {
    Int128 power = 1;
    for (int i = 0; i < kMaxDigits; ++i) power *= 10;
    return power;
  }();
  for (; decimal.digits != 0 && decimal.exponent > exponent; --decimal.exponent) {
    decimal.digits *= 10;
    if (decimal.digits >= limit || decimal.digits <= -limit) {
      throw std::invalid_argument("low, high and step must fit into 28 decimal digits together");
    }
  }
  return decimal.digits;
}

double to_double(Int128 digits, int exponent) {
  std::string text;
  for (Int128 rest = digits < 0 ? -digits : digits; rest != 0 || text.empty(); rest /= 10) {
    text.insert(text.begin(), static_cast<char>('0' + static_cast<int>(rest % 10)));
  }
  if (digits < 0) text.insert(text.begin(), '-');
  text += 'e' + std::to_string(exponent);
  double value = 0.0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

}  // namespace

double last_grid_value(double low, double high, double step) {
  const Decimal low_decimal = shortest_decimal(low);
  const Decimal high_decimal = shortest_decimal(high);
  const Decimal step_decimal = shortest_decimal(step);
  const int unit = std::min({low_decimal.exponent, high_decimal.exponent, step_decimal.exponent});

  const Int128 first = in_units(low_decimal, unit);
  const Int128 spacing = in_units(step_decimal, unit);
  const Int128 range = in_units(high_decimal, unit) - first;
  if (range % spacing == 0) return high;
  return to_double(first + range / spacing * spacing, unit);
}

}  // namespace pineforge::hpo
