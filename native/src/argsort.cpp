#include "argsort.hpp"

#include <algorithm>
#include <bit>
#include <numeric>
#include <utility>

namespace pineforge::hpo {
namespace {

// numpy.argsort without SIMD is introsort (Musser, Software: Practice and Experience 27(8), 1997). What decides the
// order of equal elements: the pivot is the median of the first, middle and last element and waits in the last place
// but one; both scans stop at elements equal to the pivot; 16 elements or fewer are left to insertion sort; the larger
// part goes to heap sort once 2 log2(n) splits led to it, while the smaller one is split on regardless.
class NumpyIntrosort {
 public:
  NumpyIntrosort(std::span<const double> values, std::span<std::size_t> order) : values_(values), order_(order) {}

  void sort() {
    if (order_.size() < 2) return;
    sort_part(order_, 2 * (static_cast<int>(std::bit_width(order_.size())) - 1));
  }

 private:
  static constexpr std::size_t kInsertionSize = 16;

  bool less(std::size_t a, std::size_t b) const { return values_[a] < values_[b]; }

  void sort_part(std::span<std::size_t> part, int splits_left) {
    if (splits_left < 0) return heap_sort(part);
    while (part.size() > kInsertionSize) {
      const std::size_t pivot = split(part);
      const auto left = part.first(pivot);
      const auto right = part.subspan(pivot + 1);
      const bool right_is_larger = left.size() < right.size();
      sort_part(right_is_larger ? right : left, --splits_left);
      part = right_is_larger ? left : right;
    }
    insertion_sort(part);
  }

  /// Returns where the pivot ends: nothing before it is greater, nothing after it is less.
  std::size_t split(std::span<std::size_t> part) const {
    std::size_t& first = part.front();
    std::size_t& middle = part[(part.size() - 1) / 2];
    std::size_t& last = part.back();
    if (less(middle, first)) std::swap(middle, first);
    if (less(last, middle)) std::swap(last, middle);
    if (less(middle, first)) std::swap(middle, first);

    const std::size_t pivot = middle;
    std::size_t& waiting = part[part.size() - 2];
    std::swap(middle, waiting);
    std::size_t up = 0;
    std::size_t down = part.size() - 2;
    for (;;) {
      do ++up;
      while (less(part[up], pivot));
      do --down;
      while (less(pivot, part[down]));
      if (up >= down) break;
      std::swap(part[up], part[down]);
    }
    std::swap(part[up], waiting);
    return up;
  }

  void insertion_sort(std::span<std::size_t> part) const {
    for (std::size_t i = 1; i < part.size(); ++i) {
      const std::size_t moving = part[i];
      std::size_t hole = i;
      for (; hole > 0 && less(moving, part[hole - 1]); --hole) part[hole] = part[hole - 1];
      part[hole] = moving;
    }
  }

  void heap_sort(std::span<std::size_t> part) const {
    for (std::size_t root = part.size() / 2; root-- > 0;) sift_down(part, root, part[root]);
    for (std::size_t size = part.size(); size-- > 1;) {
      const std::size_t moving = part[size];
      part[size] = part[0];
      sift_down(part.first(size), 0, moving);
    }
  }

  void sift_down(std::span<std::size_t> heap, std::size_t hole, std::size_t moving) const {
    for (std::size_t child; (child = 2 * hole + 1) < heap.size(); hole = child) {
      if (child + 1 < heap.size() && less(heap[child], heap[child + 1])) ++child;
      if (!less(moving, heap[child])) break;
      heap[hole] = heap[child];
    }
    heap[hole] = moving;
  }

  std::span<const double> values_;
  std::span<std::size_t> order_;
};

}  // namespace

std::vector<std::size_t> argsort(std::span<const double> values, TieOrder tie_order) {
  std::vector<std::size_t> order(values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  if (tie_order == TieOrder::kNumpyGeneric) {
    NumpyIntrosort(values, order).sort();
  } else {
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return values[a] < values[b]; });
  }
  return order;
}

}  // namespace pineforge::hpo
