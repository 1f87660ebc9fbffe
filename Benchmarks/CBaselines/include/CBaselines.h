#pragma once

/// What kernel and codec are held against, as small as it can be written in C and C++.

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  double normal[3], point[3];
} baseline_plane;

/// The plane that a ray meets first, by index; -1 when it meets none.
int64_t baseline_nearest(const baseline_plane *planes, size_t count, const double origin[3], const double direction[3]);

/// Parses with simdjson's DOM parser, always the same one; 0 is success. 64 bytes behind the text must be readable.
int baseline_parse(const void *text, size_t length);

/// Calls `body` so often. A function that callgrind can be told to count in, by a name that stays.
void baseline_counted(size_t count, void (*body)(void *), void *context);

#ifdef __cplusplus
}
#endif
