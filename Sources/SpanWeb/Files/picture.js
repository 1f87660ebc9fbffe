// How a session is drawn: in space and from above.

import { small } from "./figures.js";
import { opened, standing } from "./rooms.js";
import { surfaceOf } from "./surfaces.js";
import { add, distance, middle, mix, scale, subtract } from "./vectors.js";

/**
 * Surfaces and marks of a moment.
 * @param isInSpace else from above, where a ceiling would hide everything
 * @param stretch drift arrows are so many times as long as the drift
 */
export function picture({ planes, anchors, path, isClosed, lengths, measurements }, isInSpace, stretch) {
  const surfaces = standing(planes.map(surfaceOf));
  const centre = middle(surfaces.map((surface) => surface.centre));
  const shown = isInSpace
    ? surfaces.map((surface) => opened(surface, centre))
    : surfaces.filter(({ kind }) => kind !== "ceiling");
  const places = new Map(anchors.map(({ id, current }) => [id, current]));
  return {
    surfaces: shown,
    marks: [
      ...pathMarks(path.map((id) => places.get(id)).filter(Boolean), isClosed),
      ...measurements.filter(({ points }) => points.every((id) => places.has(id))).map(({ points }) =>
        ({ mark: "line", points: points.map((id) => places.get(id)), colour: "ink", width: 2, dash: [2, 5] })),
      ...anchors.flatMap((anchor) => driftMarks(anchor, stretch)),
      ...anchors.map(({ current, warning }) => ({ mark: "dot", at: current, colour: warning ? "warn" : "accent" })),
      ...lengths.filter(({ from, to }) => places.has(from) && places.has(to)).map(({ from, to, text }) =>
        ({ mark: "label", at: mix(places.get(from), places.get(to), 0.5), text })),
      ...anchors.filter(({ warning }) => warning).map(({ placed, current }) =>
        ({ mark: "label", at: current, text: small(distance(placed, current)), colour: "warn", lift: -20 })),
    ],
  };
}

/** Everything that a view should hold. */
export const extentOf = ({ planes, anchors }) =>
  [...planes.flatMap((plane) => surfaceOf(plane).corners), ...anchors.map(({ current }) => current)];

function pathMarks(points, isClosed) {
  return [
    isClosed && points.length > 2 && { mark: "area", points, colour: "accent" },
    points.length > 1 && { mark: "line", points, colour: "accent", width: 3, isClosed },
  ].filter(Boolean);
}

function driftMarks({ placed, current, warning }, stretch) {
  if (distance(placed, current) === 0) return [];
  return [{ mark: "arrow", from: placed, to: add(placed, scale(subtract(current, placed), stretch)), colour: warning ? "warn" : "ray" }];
}
