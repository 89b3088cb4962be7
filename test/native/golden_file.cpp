#include "golden_file.hpp"

#include <cmath>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace pineforge::test {
namespace {

Fields split(const std::string& line) {
  Fields fields;
  std::istringstream rest(line);
  for (std::string field; std::getline(rest, field, ',');) fields.push_back(field);
  return fields;
}

}  // namespace

std::vector<Fields> read_golden_file(const std::string& path) {
  std::ifstream file(path);
  std::vector<Fields> lines;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with('#')) continue;
    if (line.ends_with('\r')) line.pop_back();
    lines.push_back(split(line));
  }
  if (lines.empty()) throw std::runtime_error(path + " is missing or has no data");
  return lines;
}

std::vector<double> to_numbers(const Fields& fields, std::size_t first) {
  std::vector<double> numbers;
  for (std::size_t i = first; i < fields.size(); ++i) numbers.push_back(std::stod(fields[i]));
  return numbers;
}

std::string golden_path(const std::string& name) { return PINEFORGE_TEST_DATA "/golden/" + name; }

std::string fixture_path(const std::string& name) { return PINEFORGE_TEST_DATA "/fixtures/" + name; }

bool agree(double a, double b, double tolerance) { return std::abs(a - b) <= tolerance * std::abs(b); }

}  // namespace pineforge::test
