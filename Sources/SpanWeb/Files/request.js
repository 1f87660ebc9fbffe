// What the playground asks, built from its switches.

/** @typedef {{id: string, camera: object, screenPoint: number[], pointing: string}} Tap */

/** A body for `POST /v1/measure`. */
export function measureRequest(planes, taps, options) {
  const { kind, profile, targets, snap, unit, confidence } = options;
  const measurements = wanted(kind, taps.map((tap) => tap.id));
  return {
    taps, planes,
    targets: targets.split(" "),
    snap: snapping(snap),
    ...(measurements && { measurements }),
    profile, unit,
    confidence: Number(confidence),
  };
}

export const snapping = (text) => (text === "off" ? false : { radius: Number(text) });

/** Without a list there is a distance from each tap to the next. */
function wanted(kind, ids) {
  const of = (needed, points, ...kinds) => (ids.length >= needed ? kinds.map((kind) => ({ id: kind, kind, points })) : undefined);
  switch (kind) {
    case "polyline": return of(2, ids, "polyline");
    case "area": return of(3, ids, "area", "perimeter");
    case "angle": return of(3, ids.slice(-3), "angle");
    case "height": return of(2, ids.slice(-2), "height");
    default: return undefined;
  }
}
