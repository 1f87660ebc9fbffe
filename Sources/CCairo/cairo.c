#include "CCairo.h"

#include <dlfcn.h>
#include <stddef.h>

// Of FreeType (freetype.h) and of cairo's way to it (cairo-ft.h), whose headers ask for those of fontconfig.
typedef int init_freetype(void **library);
typedef int new_face(void *library, const char *path, long index, void **face);
typedef cairo_font_face_t *create_for_ft_face(void *face, int load_flags);

static void *cairo_library;

const struct span_cairo *span_cairo_load(void) {
  static struct span_cairo functions;
  cairo_library = dlopen("libcairo.so.2", RTLD_NOW | RTLD_LOCAL);
  if (cairo_library == NULL) return NULL;
#define SPAN_CAIRO_FIND(name) \
  if ((functions.name = (__typeof__(cairo_##name) *)dlsym(cairo_library, "cairo_" #name)) == NULL) return NULL;
  SPAN_CAIRO_FUNCTIONS(SPAN_CAIRO_FIND)
#undef SPAN_CAIRO_FIND
  return &functions;
}

cairo_font_face_t *span_cairo_font(const char *path) {
  static void *freetype;
  if (cairo_library == NULL) return NULL;
  // Both are found through cairo, which needs FreeType itself.
  init_freetype *init = (init_freetype *)dlsym(cairo_library, "FT_Init_FreeType");
  new_face *open = (new_face *)dlsym(cairo_library, "FT_New_Face");
  create_for_ft_face *create = (create_for_ft_face *)dlsym(cairo_library, "cairo_ft_font_face_create_for_ft_face");
  if (init == NULL || open == NULL || create == NULL) return NULL;
  if (freetype == NULL && init(&freetype) != 0) return NULL;
  void *face = NULL;
  return open(freetype, path, 0, &face) == 0 ? create(face, 0) : NULL;
}
