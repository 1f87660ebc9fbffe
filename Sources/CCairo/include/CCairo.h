#pragma once

#include <cairo/cairo-pdf.h>

// The functions of cairo that are used, found when the first drawing is made: a service that draws nothing neither loads
// cairo nor what cairo needs.
#define SPAN_CAIRO_FUNCTIONS(each)                                                                                     \
  each(create) each(destroy) each(status) each(status_to_string) each(set_source_rgb) each(set_line_width)             \
  each(move_to) each(line_to) each(new_path) each(close_path) each(arc) each(stroke) each(fill) each(save)             \
  each(restore) each(rotate) each(translate) each(scale) each(set_font_face) each(set_font_size) each(text_extents)    \
  each(show_text) each(show_page) each(font_face_status) each(surface_finish) each(surface_destroy)                    \
  each(surface_status) each(pdf_surface_create_for_stream) each(pdf_surface_set_metadata)

struct span_cairo {
#define SPAN_CAIRO_FIELD(name) __typeof__(cairo_##name) *_Nonnull name;
  SPAN_CAIRO_FUNCTIONS(SPAN_CAIRO_FIELD)
#undef SPAN_CAIRO_FIELD
};

// Loads cairo; NULL when it is not installed. Not for two threads at the same time.
const struct span_cairo *_Nullable span_cairo_load(void);

// The font in a file; NULL when there is none. It is never given back.
cairo_font_face_t *_Nullable span_cairo_font(const char *_Nonnull path);
