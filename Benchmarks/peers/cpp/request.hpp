// The part of a request's JSON that the peer understands.
#pragma once

#include "measure.hpp"

#include <simdjson.h>
#include <string_view>
#include <vector>

struct Tap {
  std::string_view id;
  Camera camera;
  double x, y;
};

struct Request {
  std::vector<Tap> taps;
  std::vector<Plane> planes;
  std::vector<Point> points;
};

/// Throws simdjson::simdjson_error when something is missing or of another type.
Request read_request(simdjson::dom::element root);
