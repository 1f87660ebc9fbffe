#include "CEmbedded.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char openapi[] = {
#embed "../../openapi.yaml"
};

const void *span_embedded_openapi(size_t *size) {
  *size = sizeof openapi;
  return openapi;
}
