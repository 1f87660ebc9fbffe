// Planes as the service knows them, as things to draw.

import { matrix, middle, radians, toWorld, turned, unit } from "./vectors.js";

/** A plane without an outline has no end; so much of it is drawn (m). */
const endless = { width: 1.5, height: 1.5 };

/** @returns {{id, name, kind, corners, normal, centre}} with corners in the world. */
export function surfaceOf(plane) {
  const pose = matrix(plane.pose);
  const corners = outline(plane).map((corner) => toWorld(pose, corner));
  return {
    id: plane.id,
    name: (plane.classification ?? plane.id).replaceAll("_", " "),
    kind: kindOf(plane, pose),
    isEstimated: plane.kind === "estimated",
    corners,
    normal: unit([pose[4], pose[5], pose[6]]),
    centre: middle(corners),
  };
}

/** In the plane's own frame. */
function outline({ polygon, extent, center = [0, 0, 0] }) {
  if (polygon?.length && !Array.isArray(polygon[0])) {
    return polygon.flatMap((x, i) => (i % 2 === 0 ? [[x, 0, polygon[i + 1]]] : []));
  }
  if (polygon) return polygon.map((corner) => (corner.length === 2 ? [corner[0], 0, corner[1]] : corner));
  const { width, height, rotationOnYAxisDegrees = 0 } = extent ?? endless;
  return [[-1, -1], [1, -1], [1, 1], [-1, 1]].map(([x, z]) => {
    const corner = [center[0] + (x * width) / 2, center[1], center[2] + (z * height) / 2];
    return turned(corner, center, radians(rotationOnYAxisDegrees));
  });
}

/** How it looks: by what it is called, else by how it lies. */
function kindOf({ classification = "" }, pose) {
  const named = ["floor", "ceiling", "wall", "window", "door", "table", "couch"].find((kind) => classification.includes(kind));
  if (named) return named === "wall" && classification.includes("art") ? "art" : named === "couch" ? "table" : named;
  return Math.abs(pose[5]) > 0.7 ? (pose[13] < 0.3 ? "floor" : "table") : "wall";
}
