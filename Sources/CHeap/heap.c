#include "CHeap.h"

#include <jemalloc/jemalloc.h>

// Memory of 8 MiB and more would go back to the kernel with every request that took it, and come back page by page. So
// up to 1 GiB is kept like any other, for ten seconds; a thread of the library gives it back then, also when nothing is
// asked.
const char *malloc_conf = "oversize_threshold:1073741824,background_thread:true";

// The library makes its first arena before it reads the above.
__attribute__((constructor)) static void keep_in_first_arena(void) {
  size_t largest, size = sizeof largest;
  if (mallctl("opt.oversize_threshold", &largest, &size, NULL, 0) != 0) return;
  mallctl("arena.0.oversize_threshold", NULL, NULL, &largest, size);
}
