#pragma once

// What Swift cannot call: variadic functions of libmicrohttpd, behind typed ones.
// Nothing here that libmicrohttpd 1.0 removed (it kept the soname).

#include <microhttpd.h>
#include <stdint.h>

typedef void *(*span_mhd_target_callback)(void *context, const char *target, struct MHD_Connection *connection);
typedef size_t (*span_mhd_unescape_callback)(void *context, struct MHD_Connection *connection, char *text);

struct span_mhd_settings {
  void *context;  // the first argument of every callback
  int listen_socket;
  unsigned int connection_limit;
  unsigned int idle_seconds;
  size_t memory_limit;      // per connection: head and read buffer
  size_t memory_increment;  // how much the read buffer grows by
  MHD_AccessHandlerCallback handle;
  MHD_RequestCompletedCallback completed;
  MHD_NotifyConnectionCallback connection;
  span_mhd_target_callback target;
  span_mhd_unescape_callback unescape;
  MHD_LogCallback log;
};

static inline struct MHD_Daemon *span_mhd_start(const struct span_mhd_settings *s) {
  return MHD_start_daemon(
      MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_ERROR_LOG, 0, NULL, NULL, s->handle, s->context,
      MHD_OPTION_EXTERNAL_LOGGER, s->log, s->context,
      MHD_OPTION_LISTEN_SOCKET, s->listen_socket,
      MHD_OPTION_CONNECTION_LIMIT, s->connection_limit,
      MHD_OPTION_CONNECTION_TIMEOUT, s->idle_seconds,
      MHD_OPTION_CONNECTION_MEMORY_LIMIT, s->memory_limit,
      MHD_OPTION_CONNECTION_MEMORY_INCREMENT, s->memory_increment,
      MHD_OPTION_NOTIFY_COMPLETED, s->completed, s->context,
      MHD_OPTION_NOTIFY_CONNECTION, s->connection, s->context,
      MHD_OPTION_URI_LOG_CALLBACK, s->target, s->context,
      MHD_OPTION_UNESCAPE_CALLBACK, s->unescape, s->context,
      MHD_OPTION_END);
}

// The socket of a connection, -1 if the library does not say.
static inline int span_mhd_socket(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  return info ? info->connect_fd : -1;
}

// What the connection callback stored for this connection.
static inline void *span_mhd_socket_context(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
  return info ? info->socket_context : NULL;
}

// Size of the request head as received, 0 if the library does not say.
static inline size_t span_mhd_head_size(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);
  return info ? info->header_size : 0;
}

// A body of unknown size then ends with the connection, for every client.
static inline void span_mhd_forbid_chunks(struct MHD_Response *response) {
  MHD_set_response_options(response, MHD_RF_HTTP_1_0_COMPATIBLE_STRICT, MHD_RO_END);
}
