// Three numbers are a place or a direction, sixteen a pose (column-major, local to world), nine a covariance (row-major).

export const add = (a, b) => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
export const subtract = (a, b) => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const scale = (a, s) => [a[0] * s, a[1] * s, a[2] * s];
export const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
export const length = (a) => Math.hypot(...a);
export const unit = (a) => scale(a, 1 / (length(a) || 1));
export const mix = (a, b, t) => add(scale(a, 1 - t), scale(b, t));
export const distance = (a, b) => length(subtract(a, b));
export const radians = (degrees) => (degrees * Math.PI) / 180;

/** The mean of places. */
export const middle = (places) => scale(places.reduce(add, [0, 0, 0]), 1 / Math.max(1, places.length));

/** A local place in the world. */
export function toWorld(pose, [x, y, z]) {
  return [0, 1, 2].map((i) => pose[i] * x + pose[4 + i] * y + pose[8 + i] * z + pose[12 + i]);
}

/** Turned about the vertical through `pivot`, seen from above against the clock. */
export function turned(place, pivot, angle) {
  const [x, y, z] = subtract(place, pivot);
  const [cosine, sine] = [Math.cos(angle), Math.sin(angle)];
  return add(pivot, [x * cosine + z * sine, y, z * cosine - x * sine]);
}

/** Sixteen numbers, whichever of the two forms of a pose was sent. */
export function matrix(pose) {
  if (Array.isArray(pose)) return pose;
  const [x, y, z, w] = pose.orientation;
  return [
    1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w), 0,
    2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w), 0,
    2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y), 0,
    ...pose.position, 1,
  ];
}

/** The axes of a covariance's ellipsoid, each one standard deviation long (Jacobi's method). */
export function principalAxes(covariance) {
  const a = [0, 1, 2].map((i) => covariance.slice(3 * i, 3 * i + 3));
  const v = [[1, 0, 0], [0, 1, 0], [0, 0, 1]];
  // Converges quadratically: six sweeps leave less than rounding does.
  for (let sweep = 0; sweep < 6; sweep++) {
    for (const [p, q] of [[0, 1], [0, 2], [1, 2]]) {
      if (Math.abs(a[p][q]) < 1e-18) continue;
      const angle = 0.5 * Math.atan2(2 * a[p][q], a[q][q] - a[p][p]);
      const [c, s] = [Math.cos(angle), Math.sin(angle)];
      for (let k = 0; k < 3; k++) [a[k][p], a[k][q]] = [c * a[k][p] - s * a[k][q], s * a[k][p] + c * a[k][q]];
      for (let k = 0; k < 3; k++) [a[p][k], a[q][k]] = [c * a[p][k] - s * a[q][k], s * a[p][k] + c * a[q][k]];
      for (let k = 0; k < 3; k++) [v[k][p], v[k][q]] = [c * v[k][p] - s * v[k][q], s * v[k][p] + c * v[k][q]];
    }
  }
  return [0, 1, 2].map((i) => scale([v[0][i], v[1][i], v[2][i]], Math.sqrt(Math.max(0, a[i][i]))));
}
