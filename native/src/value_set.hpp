// Sets of the values 0 ... 255.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace pineforge::hpo {

class ValueSet {
 public:
  static constexpr std::size_t kCapacity = 256;

  void clear() { bits_ = {}; }
  void insert(std::size_t value) { bits_[value / 64] |= std::uint64_t{1} << (value % 64); }

  bool contains(std::size_t value) const { return (bits_[value / 64] >> (value % 64) & 1U) != 0; }

  /// Calls visit(value, left, right) for the values in ascending order, with the gaps to the next lower and the next
  /// higher one, 0 where there is none.
  template <class Visit>
  void for_each(Visit visit) const {
    std::size_t here = kNone;
    double left = 0.0;
    for (std::size_t word = 0; word < bits_.size(); ++word) {
      for (std::uint64_t bits = bits_[word]; bits != 0; bits &= bits - 1) {
        const std::size_t next = word * 64 + static_cast<std::size_t>(std::countr_zero(bits));
        const double gap = here == kNone ? 0.0 : static_cast<double>(next - here);
        if (here != kNone) visit(here, left, gap);
        here = next;
        left = gap;
      }
    }
    if (here != kNone) visit(here, left, 0.0);
  }

 private:
  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

  std::array<std::uint64_t, kCapacity / 64> bits_{};
};

}  // namespace pineforge::hpo
