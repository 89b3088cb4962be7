// Vectors whose elements begin at a cache line, so that no load of the kernels touches two.
#pragma once

#include <cstddef>
#include <new>
#include <vector>

namespace pineforge::hpo {

inline constexpr std::size_t kCacheLine = 64;

template <class T>
struct CacheLineAllocator {
  using value_type = T;

  CacheLineAllocator() = default;
  template <class U>
  explicit CacheLineAllocator(const CacheLineAllocator<U>&) {}

  T* allocate(std::size_t count) {
    return static_cast<T*>(::operator new(count * sizeof(T), std::align_val_t{kCacheLine}));
  }
  void deallocate(T* elements, std::size_t) { ::operator delete(elements, std::align_val_t{kCacheLine}); }

  bool operator==(const CacheLineAllocator&) const { return true; }
};

template <class T>
using AlignedVector = std::vector<T, CacheLineAllocator<T>>;

}  // namespace pineforge::hpo
