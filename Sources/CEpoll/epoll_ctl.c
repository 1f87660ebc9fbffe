#define _GNU_SOURCE
#include "CEpoll.h"

#include <errno.h>
#include <sys/syscall.h>
#include <unistd.h>

// Stands before the C library's, too. When libmicrohttpd 0.9.75 stops listening (MHD_quiesce_daemon), one thread takes the
// socket out of epoll while another, which serves it, may do the same because it has as many connections as it may have
// (MHD_epoll); the second finds nothing to take out, and the library ends the process. What is not there is out.
int epoll_ctl(int descriptor, int operation, int other, struct epoll_event *event) {
  int code = (int)syscall(SYS_epoll_ctl, descriptor, operation, other, event);
  return code < 0 && operation == EPOLL_CTL_DEL && errno == ENOENT ? 0 : code;
}
