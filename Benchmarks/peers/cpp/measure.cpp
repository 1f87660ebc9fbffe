#include "measure.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

static constexpr double tie = 1e-9, radius = 0.025;

Ray ray_through(const Camera &c, double x, double y) {
  // The image fills the viewport, the middle of one on the middle of the other.
  double scale = std::max(c.viewport_width / c.width, c.viewport_height / c.height);
  double u = ((x - c.viewport_width / 2) / scale + c.width / 2 - c.cx) / c.fx;
  double v = ((y - c.viewport_height / 2) / scale + c.height / 2 - c.cy) / c.fy;
  Vector d = u * c.pose.x - v * c.pose.y - c.pose.z;
  return {c.pose.position, (1 / std::sqrt(dot(d, d))) * d};
}

static Corner nearest_on_edge(Corner a, Corner b, double x, double z) {
  double dx = b.x - a.x, dz = b.z - a.z, length = dx * dx + dz * dz;
  double s = length > 0 ? std::clamp(((x - a.x) * dx + (z - a.z) * dz) / length, 0.0, 1.0) : 0;
  return {a.x + s * dx, a.z + s * dz};
}

static bool contains(const std::vector<Corner> &outline, double x, double z) {
  bool inside = false;
  for (size_t i = 0, j = outline.size() - 1; i < outline.size(); j = i++) {
    Corner a = outline[j], b = outline[i];
    if ((a.z > z) != (b.z > z) && x < a.x + (z - a.z) / (b.z - a.z) * (b.x - a.x)) inside = !inside;
  }
  if (inside) return true;
  for (size_t i = 0, j = outline.size() - 1; i < outline.size(); j = i++) {
    Corner foot = nearest_on_edge(outline[j], outline[i], x, z);
    if (std::hypot(foot.x - x, foot.z - z) <= tie) return true;
  }
  return false;
}

std::optional<Hit> nearest_hit(const std::vector<Plane> &planes, const Ray &ray) {
  std::optional<Hit> best;
  for (const Plane &plane : planes) {
    double along = dot(plane.pose.y, ray.direction);
    if (std::abs(along) < 1e-9) continue;
    double distance = dot(plane.pose.y, plane.pose.position - ray.origin) / along;
    if (distance <= 0 || (best && distance >= best->distance - tie)) continue;
    Vector position = ray.origin + distance * ray.direction, local = plane.pose.to_local(position);
    if (contains(plane.outline, local.x, local.z)) best = Hit{&plane, position, distance};
  }
  return best;
}

std::optional<Snap> snap(Vector position, const std::vector<Point> &points, const std::vector<Plane> &planes) {
  std::optional<Snap> best;
  double limit = radius + tie;
  auto consider = [&](Snap candidate) {
    if (candidate.offset <= limit && (!best || candidate.offset < best->offset - tie)) best = candidate;
  };
  for (const Point &point : points) {
    Vector d = point.position - position;
    consider({true, point.id, 0, point.position, std::sqrt(dot(d, d))});
  }
  if (best) return best;
  for (const Plane &plane : planes) {
    Vector local = plane.pose.to_local(position);
    if (std::abs(local.y) > limit) continue;
    for (size_t i = 0; i < plane.outline.size(); i++) {
      Corner foot = nearest_on_edge(plane.outline[i], plane.outline[(i + 1) % plane.outline.size()], local.x, local.z);
      double dx = foot.x - local.x, dz = foot.z - local.z, offset = std::sqrt(dx * dx + dz * dz + local.y * local.y);
      if (offset <= limit) consider({false, plane.id, i, plane.pose.to_world({foot.x, 0, foot.z}), offset});
    }
  }
  return best;
}
