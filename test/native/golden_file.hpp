// Reads comma-separated golden data.
#pragma once

#include <string>
#include <vector>

namespace pineforge::test {

using Fields = std::vector<std::string>;

/// The lines of a text file, split at commas, without their LF or CRLF; lines that begin with `#` are left out.
/// @throws std::runtime_error naming the file where it cannot be read or has no line.
std::vector<Fields> read_golden_file(const std::string& path);

/// The numbers of `fields` from position `first` on.
std::vector<double> to_numbers(const Fields& fields, std::size_t first);

/// test/golden/`name`.
std::string golden_path(const std::string& name);

/// test/fixtures/`name`.
std::string fixture_path(const std::string& name);

/// |a - b| <= tolerance * |b|.
bool agree(double a, double b, double tolerance);

}  // namespace pineforge::test
