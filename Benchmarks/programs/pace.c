// A load that keeps its pace: requests leave when they are due, whether or not the server is through with those before,
// and a latency counts from when its request was due. A server that stalls is so seen by all whom it made wait.
//
//   pace PORT CONNECTIONS RATE SECONDS FILE     sends what is in FILE, RATE times a second
//
// Prints how many requests there were, the latencies that 50 %, 99 % and 99.9 % stayed within, and the longest, in µs.
// It takes a processor for itself: it asks for the time again and again instead of sleeping.

#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/epoll.h>
#include <time.h>
#include <unistd.h>

enum { MOST_CONNECTIONS = 1024, ROOM = 1 << 20, STEPS = 64, PATIENCE = 10 };  // PATIENCE: s, after the last was due

static void leave(const char *what) {
  fprintf(stderr, "pace: %s (%s)\n", what, strerror(errno));
  exit(1);
}

static uint64_t now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

// Latencies in ns, counted in classes that are a 64th of their value wide.
static uint64_t classes[64 * STEPS];

static size_t class_of(uint64_t value) {
  if (value < 2 * STEPS) return value;
  unsigned shift = 63u - (unsigned)__builtin_clzll(value) - 6;
  return shift * STEPS + (value >> shift);
}

static double upper_end(size_t class) {
  if (class < 2 * STEPS) return (double)class;
  size_t shift = class / STEPS - 1;
  return (double)((class % STEPS + STEPS + 1) << shift);
}

// The latency that the given part of all stayed within, in µs: the end of its class, but no more than the longest.
static double quantile(double part, uint64_t total, uint64_t longest) {
  uint64_t wanted = (uint64_t)(part * (double)total), seen = 0;
  size_t class = 0;
  while ((seen += classes[class]) <= wanted && class + 1 < sizeof classes / sizeof *classes) class++;
  double end = upper_end(class);
  return (end < (double)longest ? end : (double)longest) / 1e3;
}

static struct connection {
  int socket;
  uint64_t due;
  size_t count;
  char bytes[ROOM + 1];
} connections[MOST_CONNECTIONS];

// A queue of those that wait for work; there are never more in it than connections.
static struct connection *idle[MOST_CONNECTIONS];
static size_t first_idle, idle_count;

static void rest(struct connection *c) {
  c->count = 0;
  idle[(first_idle + idle_count++) % MOST_CONNECTIONS] = c;
}

static void transmit(struct connection *c, const char *request, size_t length) {
  for (size_t sent = 0; sent < length;) {
    ssize_t n = send(c->socket, request + sent, length - sent, MSG_NOSIGNAL);
    if (n <= 0) leave("cannot send");
    sent += (size_t)n;
  }
}

// Reads what there is; true when the answer is whole. Only answers with a Content-Length and success are understood.
static int receive(struct connection *c) {
  ssize_t n = recv(c->socket, c->bytes + c->count, ROOM - c->count, 0);
  if (n <= 0) leave("the connection was closed");
  c->count += (size_t)n;
  c->bytes[c->count] = 0;
  const char *end = strstr(c->bytes, "\r\n\r\n");
  if (!end) return 0;
  if (strncmp(c->bytes, "HTTP/1.1 200", 12)) leave("an answer that is no success");
  const char *field = strcasestr(c->bytes, "\r\nContent-Length:");
  if (!field || field > end) leave("an answer without Content-Length");
  size_t whole = (size_t)(end + 4 - c->bytes) + (size_t)atol(field + 17);
  if (whole > ROOM) leave("an answer that is too long");
  return c->count >= whole;
}

static void open_connection(struct connection *c, uint16_t port, int poll) {
  struct sockaddr_in address = {
      .sin_family = AF_INET, .sin_port = htons(port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  c->socket = socket(AF_INET, SOCK_STREAM, 0);
  if (c->socket < 0 || connect(c->socket, (struct sockaddr *)&address, sizeof address)) leave("cannot connect");
  int on = 1;
  setsockopt(c->socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  struct epoll_event event = {.events = EPOLLIN, .data.ptr = c};
  if (epoll_ctl(poll, EPOLL_CTL_ADD, c->socket, &event)) leave("cannot poll");
  rest(c);
}

int main(int argc, char **argv) {
  if (argc != 6) {
    fprintf(stderr, "usage: pace PORT CONNECTIONS RATE SECONDS FILE\n");
    return 64;
  }
  static char request[16 << 20];
  FILE *file = fopen(argv[5], "rb");
  size_t length = file ? fread(request, 1, sizeof request, file) : 0;
  if (!length) leave("cannot read the request");
  int poll = epoll_create1(0), count = atoi(argv[2]);
  if (count < 1 || count > MOST_CONNECTIONS) leave("too many connections");
  for (int i = 0; i < count; i++) open_connection(&connections[i], (uint16_t)atoi(argv[1]), poll);

  double pause = 1e9 / atof(argv[3]), seconds = atof(argv[4]);
  uint64_t total = (uint64_t)(seconds * 1e9 / pause), next = 0, answered = 0, longest = 0, start = now();
  while (answered < total) {
    uint64_t time = now();
    if (time > start + (uint64_t)((seconds + PATIENCE) * 1e9)) leave("the server does not keep up");
    while (next < total && idle_count) {
      uint64_t due = start + (uint64_t)((double)next * pause);
      if (due > time) break;
      struct connection *c = idle[first_idle];
      first_idle = (first_idle + 1) % MOST_CONNECTIONS;
      idle_count--;
      c->due = due;
      transmit(c, request, length);
      next++;
    }
    struct epoll_event events[64];
    int ready = epoll_wait(poll, events, 64, 0);
    for (int i = 0; i < ready; i++) {
      struct connection *c = events[i].data.ptr;
      if (!receive(c)) continue;
      uint64_t latency = now() - c->due;
      if (latency > longest) longest = latency;
      classes[class_of(latency)]++;
      answered++;
      rest(c);
    }
  }
  printf("%lu %.1f %.1f %.1f %.1f\n", (unsigned long)total, quantile(0.5, total, longest),
         quantile(0.99, total, longest), quantile(0.999, total, longest), (double)longest / 1e3);
  return 0;
}
