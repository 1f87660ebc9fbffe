#include "CBaselines.h"

#include <simdjson.h>

extern "C" int baseline_parse(const void *text, size_t length) {
  static simdjson::dom::parser parser;
  return parser.parse(static_cast<const uint8_t *>(text), length, false).error();
}
