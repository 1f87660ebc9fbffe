// The least an HTTP service can do with libmicrohttpd: read the whole body, answer a constant. What this costs is the
// library and the kernel; what Span costs beyond it is Span.
//
//   sink PORT SIZE [AFTER]     answers on 127.0.0.1:PORT with SIZE bytes, until it is killed
//
// With AFTER it stalls once, for 100 ms, before it answers the AFTERth request: something to try a load generator on.
//
// Same daemon as in Sources/CMicroHTTPD/shim.h: one thread, epoll, the same limits, connections that may be suspended.

#include <arpa/inet.h>
#include <microhttpd.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct body {
  size_t count, capacity;
  char *bytes;
};

static struct MHD_Response *answer;
static long until_stall = -1;

static enum MHD_Result handle(void *context, struct MHD_Connection *connection, const char *url, const char *method,
                              const char *version, const char *data, size_t *size, void **slot) {
  (void)context, (void)url, (void)method, (void)version;
  struct body *body = *slot;
  if (!body) {
    body = calloc(1, sizeof *body);
    if (!body) return MHD_NO;
    *slot = body;
    return MHD_YES;
  }
  if (*size > 0) {
    if (body->count + *size > body->capacity) {
      body->capacity = 2 * (body->count + *size);
      body->bytes = realloc(body->bytes, body->capacity);
      if (!body->bytes) return MHD_NO;
    }
    memcpy(body->bytes + body->count, data, *size);
    body->count += *size;
    *size = 0;
    return MHD_YES;
  }
  if (until_stall >= 0 && until_stall-- == 0) usleep(100000);
  return MHD_queue_response(connection, MHD_HTTP_OK, answer);
}

static void completed(void *context, struct MHD_Connection *connection, void **slot,
                      enum MHD_RequestTerminationCode code) {
  (void)context, (void)connection, (void)code;
  struct body *body = *slot;
  if (body) free(body->bytes);
  free(body);
  *slot = NULL;
}

int main(int argc, char **argv) {
  if (argc != 3 && argc != 4) return 64;
  if (argc == 4) until_stall = atol(argv[3]);
  struct sockaddr_in address = {
      .sin_family = AF_INET, .sin_port = htons((uint16_t)atoi(argv[1])), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  size_t size = (size_t)atol(argv[2]);
  char *constant = malloc(size);
  if (!constant) return 71;
  memset(constant, 'x', size);
  answer = MHD_create_response_from_buffer(size, constant, MHD_RESPMEM_PERSISTENT);
  MHD_add_response_header(answer, "Content-Type", "application/json");
  struct MHD_Daemon *daemon = MHD_start_daemon(
      MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_ERROR_LOG, 0, NULL, NULL, handle, NULL,
      MHD_OPTION_SOCK_ADDR, &address, MHD_OPTION_CONNECTION_LIMIT, 4096u, MHD_OPTION_CONNECTION_TIMEOUT, 60u,
      MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)(32 << 10), MHD_OPTION_CONNECTION_MEMORY_INCREMENT,
      (size_t)(16 << 10), MHD_OPTION_NOTIFY_COMPLETED, completed, NULL, MHD_OPTION_END);
  if (!daemon) return 69;
  for (;;) pause();
}
