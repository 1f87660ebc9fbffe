// The geometry of the peer: a tap's ray, the plane it hits, what it snaps to. Vectors are arrays of three.
"use strict";

const TIE = 1e-9, RADIUS = 0.025;

const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const subtract = (a, b) => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const distance = (a, b) => Math.sqrt(dot(subtract(a, b), subtract(a, b)));

function pose(m) {
  return { x: m.slice(0, 3), y: m.slice(4, 7), z: m.slice(8, 11), position: m.slice(12, 15) };
}

function toWorld({ x, y, z, position }, p) {
  return position.map((value, i) => value + p[0] * x[i] + p[1] * y[i] + p[2] * z[i]);
}

function toLocal({ x, y, z, position }, p) {
  const d = subtract(p, position);
  return [dot(d, x), dot(d, y), dot(d, z)];
}

function rayThrough({ pose: matrix, intrinsics: lens, viewport: view }, [x, y]) {
  // The image fills the viewport, the middle of one on the middle of the other.
  const scale = Math.max(view.width / lens.width, view.height / lens.height);
  const u = ((x - view.width / 2) / scale + lens.width / 2 - lens.cx) / lens.fx;
  const v = ((y - view.height / 2) / scale + lens.height / 2 - lens.cy) / lens.fy;
  const camera = pose(matrix);
  const d = toWorld({ ...camera, position: [0, 0, 0] }, [u, -v, -1]);
  const length = Math.sqrt(dot(d, d));
  return { origin: camera.position, direction: d.map((value) => value / length) };
}

function nearestOnEdge([ax, az], [bx, bz], x, z) {
  const dx = bx - ax, dz = bz - az, length = dx * dx + dz * dz;
  const s = length > 0 ? Math.min(1, Math.max(0, ((x - ax) * dx + (z - az) * dz) / length)) : 0;
  return [ax + s * dx, az + s * dz];
}

function contains(outline, x, z) {
  let inside = false;
  let a = outline[outline.length - 1];
  for (const b of outline) {
    if (a[1] > z !== b[1] > z && x < a[0] + ((z - a[1]) / (b[1] - a[1])) * (b[0] - a[0])) inside = !inside;
    a = b;
  }
  if (inside) return true;
  for (const b of outline) {
    const [fx, fz] = nearestOnEdge(a, b, x, z);
    if (Math.hypot(fx - x, fz - z) <= TIE) return true;
    a = b;
  }
  return false;
}

function nearestHit(planes, { origin, direction }) {
  let best = null;
  for (const plane of planes) {
    const along = dot(plane.pose.y, direction);
    if (Math.abs(along) < 1e-9) continue;
    const distance = dot(plane.pose.y, subtract(plane.pose.position, origin)) / along;
    if (distance <= 0 || (best && distance >= best.distance - TIE)) continue;
    const position = origin.map((value, i) => value + distance * direction[i]);
    const [x, , z] = toLocal(plane.pose, position);
    if (contains(plane.polygon, x, z)) best = { position, distance, planeId: plane.id, normal: plane.pose.y };
  }
  return best;
}

function snap(position, points, planes) {
  let best = null;
  const consider = (candidate) => {
    if (candidate.offset <= RADIUS + TIE && (!best || candidate.offset < best.offset - TIE)) best = candidate;
  };
  for (const point of points) {
    const offset = distance(point.position, position);
    consider({ kind: "point", position: point.position, offset, pointId: point.id });
  }
  if (best) return best;
  for (const plane of planes) {
    const [x, y, z] = toLocal(plane.pose, position);
    if (Math.abs(y) > RADIUS + TIE) continue;
    for (let i = 0; i < plane.polygon.length; i++) {
      const [fx, fz] = nearestOnEdge(plane.polygon[i], plane.polygon[(i + 1) % plane.polygon.length], x, z);
      const offset = Math.sqrt((fx - x) ** 2 + (fz - z) ** 2 + y * y);
      if (offset > RADIUS + TIE) continue;
      consider({ kind: "edge", position: toWorld(plane.pose, [fx, 0, fz]), offset, planeId: plane.id, edgeIndex: i });
    }
  }
  return best;
}

function locate(tap, request, planes) {
  const ray = rayThrough(tap.camera ?? request.camera, tap.screenPoint);
  const hit = nearestHit(planes, ray);
  const snapped = hit && snap(hit.position, request.points ?? [], planes);
  return { id: tap.id, ray, hit, snap: snapped, position: snapped?.position ?? hit?.position ?? null };
}

/** The answer to a request; throws when something is missing. */
function measure(request) {
  const planes = request.planes.map((plane) => ({ ...plane, pose: pose(plane.pose) }));
  const taps = request.taps.map((tap) => locate(tap, request, planes));
  const ends = [...(request.points ?? []).slice(-1), ...taps];
  const measurements = ends.slice(1).map((end, i) => ({
    id: `measurement-${i + 1}`, kind: "distance", points: [ends[i].id, end.id],
    value: end.position && ends[i].position ? distance(end.position, ends[i].position) : null, unit: "m",
  }));
  return { taps, measurements };
}

module.exports = { measure };
