#pragma once

#include <zlib.h>

// inflateInit2 is a macro; 16 + 15: gzip framing only, the largest window.
static inline int span_zlib_inflate_gzip(z_stream *stream) { return inflateInit2(stream, 16 + MAX_WBITS); }
