#define _GNU_SOURCE
#include "CEpoll.h"

#include <stddef.h>

// Stands before the C library's for everything in the process. libmicrohttpd 0.9.75 (MHD_epoll) asks for 128 events at a
// time, and when it gets so many waits for more before it looks at any: then 128 clients that speak at once are answered
// when somebody else does, or never. It never gets as many as it asks for here; those left over come with the next call.
int epoll_wait(int descriptor, struct epoll_event *events, int most, int timeout) {
  return epoll_pwait(descriptor, events, most > 1 ? most - 1 : most, timeout, NULL);
}
