// What a session looked like after each of its events.

import { matrix } from "./vectors.js";

/**
 * The session after some of its events: planes and anchors that counted, the path, and what its lengths were when they were tapped.
 * @param events from the first on, without a gap
 */
export function stateAfter(events) {
  const undone = undoneBy(events);
  const state = { mode: "path", planes: new Map(), anchors: new Map(), measurements: new Map(), path: [], isClosed: false, segments: [] };
  for (const event of events) {
    if (!undone.has(event.seq)) steps[event.type]?.(state, event.data.input ?? {}, event.data.result ?? {}, event.data);
  }
  state.path = state.path.filter((id) => state.anchors.has(id));
  state.segments = state.segments.filter(({ from, to }) => state.anchors.has(from) && state.anchors.has(to));
  return state;
}

/** Actions that were taken back and not brought again. */
function undoneBy(events) {
  const undone = new Set();
  for (const { type, data } of events) {
    if (type === "undone") undone.add(data.result.seq);
    if (type === "redone") undone.delete(data.result.seq);
  }
  return undone;
}

const steps = {
  created: (state, input) => (state.mode = input.mode),

  settingsChanged: (state, input) => (state.mode = input.mode ?? state.mode),

  planesChanged(state, { upsert = [], remove = [] }) {
    for (const plane of upsert) state.planes.set(plane.id, plane);
    for (const id of remove) state.planes.delete(id);
  },

  tapped(state, _, { anchorId, position, reused, closed, segment }) {
    if (!reused) place(state, anchorId, position);
    const path = state.path.filter((id) => state.anchors.has(id));
    if (state.mode === "ruler" && path.length >= 2) clearPair(state, path, anchorId);
    else if (state.isClosed && new Set(path).size >= 3) begin(state);
    else if (state.isClosed) [state.path, state.isClosed] = [path, false];
    if (closed) state.isClosed = true;
    else state.path.push(anchorId);
    if (segment) state.segments.push(segment);
  },

  anchorAdded: (state, _, { anchorId, position }) => place(state, anchorId, position),

  anchorRemoved: (state, { id }) => state.anchors.delete(id),

  anchorsUpdated(state, { updates = [], remove = [] }, { ignored }) {
    const passed = new Set(ignored.map(({ id }) => id));
    for (const { id, position, pose } of updates) {
      const anchor = state.anchors.get(id);
      if (anchor && !passed.has(id)) anchor.current = position ?? matrix(pose).slice(12, 15);
    }
    for (const id of remove) state.anchors.delete(id);
  },

  measurementAdded: (state, { points }, { measurementId }) => state.measurements.set(measurementId, points),

  measurementRemoved: (state, { id }) => state.measurements.delete(id),

  reset(state) {
    state.anchors.clear();
    state.measurements.clear();
    begin(state);
  },

  /** In place of events that are not kept any more. */
  snapshot(state, _, __, { session, planes, anchors, measurements, path }) {
    state.mode = session.mode;
    state.planes = new Map(planes.map((plane) => [plane.id, plane]));
    state.anchors = new Map(anchors.map(({ id, placed, current }) => [id, { placed: placed.position, current: current.position }]));
    state.measurements = new Map(measurements.map(({ id, points }) => [id, points]));
    state.path = [...path.anchors];
    state.isClosed = path.closed;
    state.segments = path.segments.map(({ points: [from, to], value, uncertainty: { low, high } }) => ({ from, to, value, low, high }));
  },
};

const place = (state, id, position) => state.anchors.set(id, { placed: position, current: position });

/** The third tap of a ruler clears the pair, but for what measurements hold on to. */
function clearPair(state, pair, next) {
  const held = new Set([...state.measurements.values()].filter((points) => points.every((id) => state.anchors.has(id))).flat());
  for (const id of pair) if (id !== next && !held.has(id)) state.anchors.delete(id);
  begin(state);
}

function begin(state) {
  state.path = [];
  state.segments = [];
  state.isClosed = false;
}

/** One line for a list of what happened. */
export function describe({ type, data: { input = {}, result = {} } }) {
  const count = (list, name) => (list?.length ? `${list.length} ${name}${list.length === 1 ? "" : "s"}` : "");
  const say = {
    created: () => `Session begun${input.name ? `: ${input.name}` : ""}`,
    settingsChanged: () => `Settings: ${Object.keys(input).filter((name) => name !== "profileValues").join(", ")}`,
    planesChanged: () => [count(input.upsert, "plane"), input.remove?.length && `${input.remove.length} removed`].filter(Boolean).join(", "),
    tapped: () => `${result.closed ? "Path closed at" : result.reused ? "Tap reused" : "Tap placed"} ${result.anchorId}`,
    anchorAdded: () => `Anchor ${result.anchorId} added`,
    anchorRemoved: () => `Anchor ${input.id} removed`,
    anchorsUpdated: () => `Tracker moved ${count(input.updates, "anchor") || "nothing"}`,
    measurementAdded: () => `Measurement ${result.measurementId} added`,
    measurementRemoved: () => `Measurement ${input.id} removed`,
    undone: () => `Undone: event ${result.seq}`,
    redone: () => `Redone: event ${result.seq}`,
    reset: () => "Begun anew",
    snapshot: () => "Earlier events are not kept",
  };
  return say[type]?.() ?? type;
}
