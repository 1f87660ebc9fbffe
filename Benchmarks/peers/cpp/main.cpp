// POST /v1/measure, the plain part of it, by hand: libmicrohttpd and simdjson's DOM.    peer PORT

#include "answer.hpp"

#include <arpa/inet.h>
#include <microhttpd.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static MHD_Result respond(MHD_Connection *connection, unsigned status, const std::string &text) {
  MHD_Response *response =
      MHD_create_response_from_buffer(text.size(), const_cast<char *>(text.data()), MHD_RESPMEM_MUST_COPY);
  MHD_add_response_header(response, "Content-Type", "application/json");
  MHD_Result result = MHD_queue_response(connection, status, response);
  MHD_destroy_response(response);
  return result;
}

static MHD_Result measure(MHD_Connection *connection, std::string &body) {
  static simdjson::dom::parser parser;
  body.reserve(body.size() + simdjson::SIMDJSON_PADDING);
  try {
    return respond(connection, MHD_HTTP_OK, answer(read_request(parser.parse(body))));
  } catch (const simdjson::simdjson_error &error) {
    return respond(connection, MHD_HTTP_BAD_REQUEST, std::string(R"({"title":")") + error.what() + "\"}");
  }
}

static MHD_Result handle(void *, MHD_Connection *connection, const char *url, const char *method, const char *,
                         const char *data, size_t *size, void **slot) {
  auto *body = static_cast<std::string *>(*slot);
  if (!body) {
    *slot = new std::string;
    return MHD_YES;
  }
  if (*size > 0) {
    body->append(data, *size);
    *size = 0;
    return MHD_YES;
  }
  if (!strcmp(url, "/healthz")) return respond(connection, MHD_HTTP_OK, "{}");
  if (strcmp(url, "/v1/measure") || strcmp(method, "POST")) return respond(connection, MHD_HTTP_NOT_FOUND, "{}");
  return measure(connection, *body);
}

static void completed(void *, MHD_Connection *, void **slot, MHD_RequestTerminationCode) {
  delete static_cast<std::string *>(*slot);
  *slot = nullptr;
}

int main(int argc, char **argv) {
  if (argc != 2) return 64;
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<uint16_t>(atoi(argv[1])));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  MHD_Daemon *daemon = MHD_start_daemon(
      MHD_USE_EPOLL_INTERNAL_THREAD | MHD_USE_ERROR_LOG, 0, nullptr, nullptr, handle, nullptr, MHD_OPTION_SOCK_ADDR,
      &address, MHD_OPTION_CONNECTION_LIMIT, 4096u, MHD_OPTION_CONNECTION_MEMORY_LIMIT, size_t(32) << 10,
      MHD_OPTION_CONNECTION_MEMORY_INCREMENT, size_t(16) << 10, MHD_OPTION_NOTIFY_COMPLETED, completed, nullptr,
      MHD_OPTION_END);
  if (!daemon) return 69;
  for (;;) pause();
}
