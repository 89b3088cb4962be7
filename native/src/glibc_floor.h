// Included by the compiler before every source (CMake: PINEFORGE_GLIBC_FLOOR): binds the functions of libm that got a
// new version in glibc 2.29 to their first one, so that the library loads on glibc 2.28. The results are the same; the
// first version also sets errno through matherr.
#pragma once

#if __has_include(<features.h>)
#include <features.h>
#endif

#if defined(__GLIBC__) && defined(__x86_64__)
__asm__(".symver exp, exp@GLIBC_2.2.5");
__asm__(".symver log, log@GLIBC_2.2.5");
#elif defined(__GLIBC__) && defined(__aarch64__)
__asm__(".symver exp, exp@GLIBC_2.17");
__asm__(".symver log, log@GLIBC_2.17");
#endif
