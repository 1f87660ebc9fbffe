#pragma once

/// A thin C face over simdjson's DOM parser and the C++ library's shortest number printer.
///
/// The caller walks simdjson's *tape* itself (https://github.com/simdjson/simdjson/blob/master/doc/tape.md), so that no
/// element costs a C call. Errors are simdjson's own codes; 0 is success.

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A parser with the memory of one document.
typedef struct span_json_parser span_json_parser;

typedef struct {
  /// Owner of the two arrays; NULL after an error.
  span_json_parser *parser;
  /// Word 0 is the root; its payload is the number of words.
  const uint64_t *tape;
  /// Unescaped strings: a 32-bit length, the bytes, a zero; readable for 64 bytes past the start of each.
  const uint8_t *strings;
  int32_t error;
} span_json_document;

enum { span_json_empty = 12, span_json_depth = 4, span_json_memory = 2 };

/// Parses `length` bytes, behind which 64 more must be readable. The thread's spare parser is used if there is one.
/// `max_depth` levels of non-empty containers are accepted; an empty one may stand one level deeper.
span_json_document span_json_parse(const void *bytes, size_t length, size_t max_depth);

/// Gives the parser back: it becomes the thread's spare one, unless it is large or there is one already.
void span_json_release(span_json_parser *parser);

/// Bytes that the thread's spare parser can parse without growing; 0 when there is none.
size_t span_json_spare_capacity(void);

/// The shortest text that reads back as `number`, which must be finite; at most 24 bytes. Returns the length.
size_t span_json_print_double(char *to, double number);

#ifdef __cplusplus
}
#endif
