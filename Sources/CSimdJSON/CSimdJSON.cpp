#include "CSimdJSON.h"

#include <charconv>
#include <cmath>
#include <memory>
#include <new>
#include <simdjson.h>

static_assert(simdjson::EMPTY == span_json_empty);
static_assert(simdjson::DEPTH_ERROR == span_json_depth);
static_assert(simdjson::MEMALLOC == span_json_memory);
static_assert(simdjson::SIMDJSON_PADDING <= 64, "the caller's buffers have 64 bytes of padding");

struct span_json_parser {
  std::unique_ptr<simdjson::internal::dom_parser_implementation> implementation;
  simdjson::dom::document document;
  size_t capacity = 0;

  // The memory taken is about 14 times the capacity, touched only as far as a document needs it.
  simdjson::error_code reserve(size_t length, size_t max_depth) noexcept {
    if (implementation && implementation->max_depth() != max_depth) {
      if (auto error = implementation->set_max_depth(max_depth)) return error;
    }
    if (implementation && length <= capacity) return simdjson::SUCCESS;
    size_t wanted = smallest;
    while (wanted < length) wanted *= 2;
    capacity = 0;
    if (auto error = document.allocate(wanted)) return error;
    auto error = implementation ? implementation->allocate(wanted, max_depth)
                                : simdjson::get_active_implementation()->create_dom_parser_implementation(
                                      wanted, max_depth, implementation);
    if (error) return error;
    capacity = wanted;
    return simdjson::SUCCESS;
  }

  static constexpr size_t smallest = 64 << 10;
  static constexpr size_t largest_spare = 1 << 20;
};

static thread_local std::unique_ptr<span_json_parser> spare;

extern "C" span_json_document span_json_parse(const void *bytes, size_t length, size_t max_depth) {
  std::unique_ptr<span_json_parser> parser = std::move(spare);
  if (!parser) parser.reset(new (std::nothrow) span_json_parser);
  if (!parser) return {nullptr, nullptr, nullptr, span_json_memory};
  // simdjson counts the document itself as a level.
  auto error = parser->reserve(length, max_depth + 1);
  if (!error) {
    error = parser->implementation->parse(static_cast<const uint8_t *>(bytes), length, parser->document);
  }
  if (error) {
    span_json_release(parser.release());
    return {nullptr, nullptr, nullptr, error};
  }
  const uint64_t *tape = parser->document.tape.get();
  const uint8_t *strings = parser->document.string_buf.get();
  return {parser.release(), tape, strings, 0};
}

extern "C" void span_json_release(span_json_parser *parser) {
  std::unique_ptr<span_json_parser> returned(parser);
  if (returned && !spare && returned->capacity <= span_json_parser::largest_spare) spare = std::move(returned);
}

extern "C" size_t span_json_spare_capacity(void) { return spare ? spare->capacity : 0; }

extern "C" size_t span_json_print_double(char *to, double number) {
  // Without an exponent a large number would come out as an integer that our own parser, and others, find too long.
  auto end = std::fabs(number) < 1e16 ? std::to_chars(to, to + 24, number)
                                      : std::to_chars(to, to + 24, number, std::chars_format::scientific);
  return static_cast<size_t>(end.ptr - to);
}
