#include "answer.hpp"

#include <charconv>
#include <cmath>

static void put(std::string &out, double number) {
  char digits[32];
  out.append(digits, std::to_chars(digits, digits + sizeof digits, number).ptr - digits);
}

static void put(std::string &out, Vector v) {
  out += '[';
  put(out, v.x);
  out += ',';
  put(out, v.y);
  out += ',';
  put(out, v.z);
  out += ']';
}

static void put(std::string &out, std::string_view text) {
  static const char hexadecimal[] = "0123456789abcdef";
  out += '"';
  for (unsigned char c : text) {
    if (c == '"' || c == '\\') (out += '\\') += char(c);
    else if (c >= 0x20) out += char(c);
    else ((out += "\\u00") += hexadecimal[c >> 4]) += hexadecimal[c & 15];
  }
  out += '"';
}

static void put(std::string &out, const Hit &hit) {
  out += R"({"position":)";
  put(out, hit.position);
  out += R"(,"distance":)";
  put(out, hit.distance);
  out += R"(,"planeId":)";
  put(out, hit.plane->id);
  out += R"(,"normal":)";
  put(out, hit.plane->pose.y);
  out += '}';
}

static void put(std::string &out, const Snap &snap) {
  out += snap.is_point ? R"({"kind":"point","position":)" : R"({"kind":"edge","position":)";
  put(out, snap.position);
  out += R"(,"offset":)";
  put(out, snap.offset);
  out += snap.is_point ? R"(,"pointId":)" : R"(,"planeId":)";
  put(out, snap.id);
  if (!snap.is_point) (out += R"(,"edgeIndex":)") += std::to_string(snap.edge);
  out += '}';
}

/// Where the tap ended, if anywhere.
static std::optional<Vector> put(std::string &out, const Tap &tap, const Request &request) {
  Ray ray = ray_through(tap.camera, tap.x, tap.y);
  auto hit = nearest_hit(request.planes, ray);
  auto snapped = hit ? snap(hit->position, request.points, request.planes) : std::nullopt;
  std::optional<Vector> position;
  if (hit) position = snapped ? snapped->position : hit->position;
  out += R"({"id":)";
  put(out, tap.id);
  out += R"(,"ray":{"origin":)";
  put(out, ray.origin);
  out += R"(,"direction":)";
  put(out, ray.direction);
  out += R"(},"hit":)";
  if (hit) put(out, *hit);
  else out += "null";
  out += R"(,"snap":)";
  if (snapped) put(out, *snapped);
  else out += "null";
  out += R"(,"position":)";
  if (position) put(out, *position);
  else out += "null";
  out += '}';
  return position;
}

std::string answer(const Request &request) {
  struct End {
    std::string_view id;
    std::optional<Vector> position;
  };
  std::vector<End> ends;
  if (!request.points.empty()) ends.push_back({request.points.back().id, request.points.back().position});
  std::string out = R"({"taps":[)";
  for (const Tap &tap : request.taps) {
    if (&tap != &request.taps.front()) out += ',';
    ends.push_back({tap.id, put(out, tap, request)});
  }
  out += R"(],"measurements":[)";
  for (size_t i = 1; i < ends.size(); i++) {
    if (i > 1) out += ',';
    (out += R"({"id":"measurement-)") += std::to_string(i);
    out += R"(","kind":"distance","points":[)";
    put(out, ends[i - 1].id);
    out += ',';
    put(out, ends[i].id);
    out += R"(],"value":)";
    if (ends[i - 1].position && ends[i].position) {
      Vector d = *ends[i].position - *ends[i - 1].position;
      put(out, std::sqrt(dot(d, d)));
    } else {
      out += "null";
    }
    out += R"(,"unit":"m"})";
  }
  return out += "]}";
}
