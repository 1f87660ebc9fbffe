#include "CBaselines.h"

void baseline_counted(size_t count, void (*body)(void *), void *context) {
  for (size_t i = 0; i < count; i++) body(context);
}
