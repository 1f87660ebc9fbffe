/* Preloaded into the service: writes down every write to a file, every sync and every answer in the order they happen.
 *
 *   W PATH MARK…     a write to a file has returned, with the marks in what was written
 *   s PATH           a sync begins
 *   S PATH RESULT    and has ended
 *   A SOCKET TEXT MARK…   bytes are about to be sent, the first twelve of which are TEXT, as far as they can be printed
 *
 * A mark is "mark-" and six digits, wherever it stands. The notes go to the file $SPAN_WITNESS, each with one write at its end,
 * so that their order is that of the kernel.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#define LINE 16384
#define MARK 11 /* characters */

static int notes = -1;

__attribute__((constructor)) static void begin(void) {
  const char *path = getenv("SPAN_WITNESS");
  if (path) notes = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
}

struct line {
  char text[LINE];
  size_t length;
};

static void add(struct line *line, const char *text, size_t length) {
  size_t room = LINE - 1 - line->length;
  if (length > room) length = room;
  memcpy(line->text + line->length, text, length);
  line->length += length;
}

static void add_text(struct line *line, const char *text) { add(line, text, strlen(text)); }

static void add_path(struct line *line, int file) {
  char link[64], path[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  ssize_t length = readlink(link, path, sizeof path);
  add(line, path, length > 0 ? (size_t)length : 0);
}

static void add_marks(struct line *line, const void *bytes, size_t count) {
  const char *rest = bytes, *end = rest + count;
  while ((rest = memmem(rest, (size_t)(end - rest), "mark-", 5)) && end - rest >= MARK) {
    add_text(line, " ");
    add(line, rest, MARK);
    rest += MARK;
  }
}

static void note(struct line *line) {
  int saved = errno;
  line->text[line->length++] = '\n';
  if (notes >= 0) syscall(SYS_write, notes, line->text, line->length);
  errno = saved;
}

static void written(int file, const struct iovec *parts, int count) {
  struct line line = {.length = 0};
  int saved = errno;
  add_text(&line, "W ");
  add_path(&line, file);
  for (int i = 0; i < count; i++) add_marks(&line, parts[i].iov_base, parts[i].iov_len);
  errno = saved;
  note(&line);
}

static void sent(int socket, const struct iovec *parts, size_t count) {
  struct line line = {.length = 0};
  char number[16];
  snprintf(number, sizeof number, "A %d ", socket);
  add_text(&line, number);
  size_t length = 0;
  if (count > 0) {
    const unsigned char *start = parts[0].iov_base;
    while (length < 12 && length < parts[0].iov_len && start[length] >= ' ' && start[length] < 127) length++;
    add(&line, parts[0].iov_base, length);
  }
  for (size_t i = 0; i < count; i++) add_marks(&line, parts[i].iov_base, parts[i].iov_len);
  note(&line);
}

static int is_socket(int file) {
  int type;
  socklen_t size = sizeof type;
  int saved = errno;
  int result = getsockopt(file, SOL_SOCKET, SO_TYPE, &type, &size) == 0;
  errno = saved;
  return result;
}

static void *next(const char *name) {
  void *found = dlsym(RTLD_NEXT, name);
  if (!found) abort();
  return found;
}

#define REAL(name) ((__typeof__(&name))next(#name))

ssize_t write(int file, const void *bytes, size_t count) {
  struct iovec part = {(void *)bytes, count};
  int socket = is_socket(file);
  if (socket) sent(file, &part, 1);
  ssize_t result = REAL(write)(file, bytes, count);
  if (!socket && result > 0) written(file, &part, 1);
  return result;
}

ssize_t writev(int file, const struct iovec *parts, int count) {
  int socket = is_socket(file);
  if (socket) sent(file, parts, (size_t)count);
  ssize_t result = REAL(writev)(file, parts, count);
  if (!socket && result > 0) written(file, parts, count);
  return result;
}

ssize_t pwrite(int file, const void *bytes, size_t count, off_t place) {
  struct iovec part = {(void *)bytes, count};
  ssize_t result = REAL(pwrite)(file, bytes, count, place);
  if (result > 0) written(file, &part, 1);
  return result;
}

ssize_t pwrite64(int file, const void *bytes, size_t count, off64_t place) {
  struct iovec part = {(void *)bytes, count};
  ssize_t result = REAL(pwrite64)(file, bytes, count, place);
  if (result > 0) written(file, &part, 1);
  return result;
}

static void syncing(int file) {
  struct line line = {.length = 0};
  add_text(&line, "s ");
  add_path(&line, file);
  note(&line);
}

static void synced(int file, int result) {
  struct line line = {.length = 0};
  int saved = errno;
  add_text(&line, "S ");
  add_path(&line, file);
  add_text(&line, result == 0 ? " 0" : " -1");
  errno = saved;
  note(&line);
}

int fsync(int file) {
  syncing(file);
  int result = REAL(fsync)(file);
  synced(file, result);
  return result;
}

int fdatasync(int file) {
  syncing(file);
  int result = REAL(fdatasync)(file);
  synced(file, result);
  return result;
}

ssize_t send(int socket, const void *bytes, size_t count, int flags) {
  struct iovec part = {(void *)bytes, count};
  sent(socket, &part, 1);
  return REAL(send)(socket, bytes, count, flags);
}

ssize_t sendto(int socket, const void *bytes, size_t count, int flags, const struct sockaddr *to, socklen_t size) {
  struct iovec part = {(void *)bytes, count};
  sent(socket, &part, 1);
  return REAL(sendto)(socket, bytes, count, flags, to, size);
}

ssize_t sendmsg(int socket, const struct msghdr *message, int flags) {
  sent(socket, message->msg_iov, message->msg_iovlen);
  return REAL(sendmsg)(socket, message, flags);
}
