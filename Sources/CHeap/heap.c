#include "CHeap.h"

// Memory of 8 MiB and more would go back to the kernel with every request that took it, and come back page by page. So
// it is kept like any other, for ten seconds; a thread of the library gives it back then, also while nothing is asked.
const char *malloc_conf = "oversize_threshold:1073741824,background_thread:true";
