// What the static libstdc++ and libgcc of newer toolchains want of glibc beyond 2.28, on glibc's older interfaces, so
// that the library loads there. The linker prefers these definitions; they are hidden and serve this library only.
#include <dlfcn.h>
#include <link.h>
#include <pthread.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>

#ifdef __GLIBC__

/// glibc 2.32; libstdc++ skips atomics where it is true, which false makes always safe.
extern "C" char __libc_single_threaded;
char __libc_single_threaded = 0;

/// Weak references to these two moved to version 2.34, when libpthread became part of libc. The first is how libstdc++
/// and libgcc see that there may be threads; they never call it.
extern "C" int __pthread_key_create(pthread_key_t*, void (*)(void*)) noexcept { return ENOSYS; }

#if defined(__aarch64__)
__asm__(".symver first_pthread_once, pthread_once@GLIBC_2.17");
#else
__asm__(".symver first_pthread_once, pthread_once@GLIBC_2.2.5");
#endif
extern "C" [[gnu::weak]] int first_pthread_once(pthread_once_t* control, void (*routine)());

/// Where an older libc stands alone, without libpthread, there is one thread only.
extern "C" int pthread_once(pthread_once_t* control, void (*routine)()) {
  if (first_pthread_once != nullptr) return first_pthread_once(control, routine);
  if (*control == PTHREAD_ONCE_INIT) {
    *control = 1;
    routine();
  }
  return 0;
}

#ifdef DLFO_EH_SEGMENT_TYPE

namespace {

struct Search {
  std::uintptr_t address;
  dl_find_object* result;
};

/// A callback of dl_iterate_phdr: fills the result where `object` holds the address, and says so with 1.
int find_in_object(dl_phdr_info* object, std::size_t, void* data) {
  const Search& search = *static_cast<const Search*>(data);
  bool holds_address = false;
  const ElfW(Phdr)* eh_frame_header = nullptr;
  for (int i = 0; i < object->dlpi_phnum; ++i) {
    const ElfW(Phdr) & segment = object->dlpi_phdr[i];
    if (segment.p_type == PT_LOAD && search.address - (object->dlpi_addr + segment.p_vaddr) < segment.p_memsz) {
      holds_address = true;
    }
    if (segment.p_type == DLFO_EH_SEGMENT_TYPE) eh_frame_header = &segment;
  }
  if (!holds_address || eh_frame_header == nullptr) return 0;
  search.result->dlfo_eh_frame = reinterpret_cast<void*>(object->dlpi_addr + eh_frame_header->p_vaddr);
  return 1;
}

}  // namespace

/// glibc 2.35; libgcc's unwinder finds the unwind tables of the code at `address` with it and reads dlfo_eh_frame only.
/// 0 where it is found, -1 otherwise.
extern "C" int _dl_find_object(void* address, dl_find_object* result) noexcept {
  Search search{reinterpret_cast<std::uintptr_t>(address), result};
  return dl_iterate_phdr(find_in_object, &search) == 1 ? 0 : -1;
}

#endif  // DLFO_EH_SEGMENT_TYPE
#endif  // __GLIBC__
