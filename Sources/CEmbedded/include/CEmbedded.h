#pragma once
#include <stddef.h>

// Files of this repository that travel inside the binary.

const void *span_embedded_openapi(size_t *size);
