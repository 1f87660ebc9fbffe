#include "request.hpp"

using simdjson::dom::array;
using simdjson::dom::element;

template <size_t count> static std::array<double, count> numbers(element value) {
  std::array<double, count> result;
  size_t i = 0;
  for (double number : array(value)) {
    if (i == count) throw simdjson::simdjson_error(simdjson::INCORRECT_TYPE);
    result[i++] = number;
  }
  if (i < count) throw simdjson::simdjson_error(simdjson::INCORRECT_TYPE);
  return result;
}

static Vector vector(element value) {
  auto [x, y, z] = numbers<3>(value);
  return {x, y, z};
}

static Pose pose(element value) {
  auto m = numbers<16>(value);
  return {{m[0], m[1], m[2]}, {m[4], m[5], m[6]}, {m[8], m[9], m[10]}, {m[12], m[13], m[14]}};
}

static Camera camera(element value) {
  element lens = value["intrinsics"], view = value["viewport"];
  return {pose(value["pose"]), lens["fx"], lens["fy"], lens["cx"], lens["cy"], lens["width"], lens["height"],
          view["width"], view["height"]};
}

static Plane plane(element value) {
  Plane result{value["id"], pose(value["pose"]), {}};
  for (element corner : array(value["polygon"])) {
    auto [x, z] = numbers<2>(corner);
    result.outline.push_back({x, z});
  }
  if (result.outline.size() < 3) throw simdjson::simdjson_error(simdjson::INCORRECT_TYPE);
  return result;
}

Request read_request(element root) {
  Request request;
  for (element value : array(root["taps"])) {
    element own;
    bool has_own = !value["camera"].get(own);
    auto [x, y] = numbers<2>(value["screenPoint"]);
    request.taps.push_back({value["id"], camera(has_own ? own : element(root["camera"])), x, y});
  }
  for (element value : array(root["planes"])) request.planes.push_back(plane(value));
  array points;
  if (!root["points"].get(points)) {
    for (element value : points) request.points.push_back({value["id"], vector(value["position"])});
  }
  return request;
}
