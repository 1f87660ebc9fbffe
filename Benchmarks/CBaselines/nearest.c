#include "CBaselines.h"

#include <math.h>

int64_t baseline_nearest(const baseline_plane *planes, size_t count, const double origin[3], const double direction[3]) {
  int64_t nearest = -1;
  double least = INFINITY;
  for (size_t i = 0; i < count; i++) {
    const double *n = planes[i].normal, *p = planes[i].point;
    double along = n[0] * direction[0] + n[1] * direction[1] + n[2] * direction[2];
    double height = n[0] * (p[0] - origin[0]) + n[1] * (p[1] - origin[1]) + n[2] * (p[2] - origin[2]);
    double distance = height / along;
    if (fabs(along) >= 1e-9 && distance > 0 && distance < least) {
      least = distance;
      nearest = (int64_t)i;
    }
  }
  return nearest;
}
