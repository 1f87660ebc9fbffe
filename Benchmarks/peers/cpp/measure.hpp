// The geometry of the peer: a tap's ray, the plane it hits, what it snaps to.
#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <vector>

struct Vector {
  double x, y, z;
};

inline Vector operator+(Vector a, Vector b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
inline Vector operator-(Vector a, Vector b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
inline Vector operator*(double s, Vector a) { return {s * a.x, s * a.y, s * a.z}; }
inline double dot(Vector a, Vector b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

struct Pose {
  Vector x, y, z, position;

  Vector to_world(Vector p) const { return position + p.x * x + p.y * y + p.z * z; }
  Vector to_local(Vector p) const { return {dot(p - position, x), dot(p - position, y), dot(p - position, z)}; }
};

struct Corner {
  double x, z;
};

struct Plane {
  std::string_view id;
  Pose pose;
  std::vector<Corner> outline;
};

struct Camera {
  Pose pose;
  double fx, fy, cx, cy, width, height, viewport_width, viewport_height;
};

struct Ray {
  Vector origin, direction;
};

struct Hit {
  const Plane *plane;
  Vector position;
  double distance;
};

struct Point {
  std::string_view id;
  Vector position;
};

struct Snap {
  bool is_point;
  std::string_view id;
  size_t edge;
  Vector position;
  double offset;
};

Ray ray_through(const Camera &camera, double x, double y);
std::optional<Hit> nearest_hit(const std::vector<Plane> &planes, const Ray &ray);
std::optional<Snap> snap(Vector position, const std::vector<Point> &points, const std::vector<Plane> &planes);
