#pragma once
#include <stddef.h>

// Files of this repository that travel inside the binary.

const void *span_embedded_openapi(size_t *size);

struct span_embedded_file {
  const char *address; // the template of its route
  const char *type;    // Content-Type
  const void *bytes;
  size_t size;
};

const struct span_embedded_file *span_embedded_web(size_t *count);
