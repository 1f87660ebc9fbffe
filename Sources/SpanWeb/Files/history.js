// What a session looked like after each of its events.

import { matrix } from "./vectors.js";

/**
 * The session after some of its events: planes and anchors that counted, the path, and what its lengths were when they were tapped.
 * @param events from the first on, without a gap
 */
export function stateAfter(events) {
  const story = new Story();
  for (const event of events) story.take(event);
  return story.state();
}

/**
 * What the user does can be undone: the layout is then made again from what still counts. What the tracker does cannot: it moves
 * anchors wherever they are. An anchor is an object, as after a reset another may have its name.
 */
class Story {
  #mode = "path";
  #planes = new Map();
  #actions = [];
  #undone = new Set();
  #layout = new Layout();

  take({ seq, type, data }) {
    const { input = {}, result = {} } = data;
    switch (type) {
      case "created": case "settingsChanged": this.#mode = input.mode ?? this.#mode; break;
      case "planesChanged": this.#changePlanes(input); break;
      case "anchorsUpdated": this.#layout.update(input, new Set(result.ignored.map(({ id }) => id))); break;
      case "snapshot": this.#begin(data); break;
      case "undone": this.#undone.add(result.seq); this.#again(); break;
      case "redone": this.#undone.delete(result.seq); this.#again(); break;
      default: this.#act({ seq, type, input, result, mode: this.#mode });
    }
  }

  state() {
    const { live, path, isClosed, segments } = this.#layout;
    const isLive = (anchor) => live.get(anchor.id) === anchor;
    const ids = path.filter(isLive).map(({ id }) => id).filter((id, i, all) => id !== all[i - 1]);
    const isRing = isClosed && new Set(ids).size >= 3;
    if (isRing && ids[0] === ids.at(-1)) ids.pop();
    return {
      planes: [...this.#planes.values()],
      anchors: [...live.values()].map(({ id, placed, current }) => ({ id, placed, current })),
      path: ids,
      isClosed: isRing,
      segments: segments.filter(({ ends }) => ends.every(isLive)).map(({ ends: [from, to], ...figures }) => ({ from: from.id, to: to.id, ...figures })),
    };
  }

  #act(action) {
    if (!(action.type in steps)) return;
    this.#actions.push(action);
    steps[action.type](this.#layout, action);
  }

  #again() {
    this.#layout = this.#layout.begun();
    for (const action of this.#actions) if (!this.#undone.has(action.seq)) steps[action.type](this.#layout, action);
  }

  #changePlanes({ upsert = [], remove = [] }) {
    for (const plane of upsert) this.#planes.set(plane.id, plane);
    for (const id of remove) this.#planes.delete(id);
  }

  /** In place of events that are not kept any more. */
  #begin({ session, planes, anchors, measurements, path }) {
    this.#mode = session.mode;
    this.#planes = new Map(planes.map((plane) => [plane.id, plane]));
    this.#actions = [];
    this.#layout = new Layout({ anchors, measurements, path });
  }
}

/** Anchors that count, by name; measurements and the path hold on to anchors. */
class Layout {
  live = new Map();
  measurements = new Map();
  path = [];
  isClosed = false;
  segments = [];
  #beginning;

  constructor(beginning) {
    this.#beginning = beginning;
    if (!beginning) return;
    const { anchors, measurements, path } = beginning;
    for (const { id, placed, current } of anchors) this.live.set(id, { id, placed: placed.position, current: current.position });
    for (const { id, points } of measurements) this.measurements.set(id, this.anchors(points));
    this.path = this.anchors(path.anchors);
    this.isClosed = path.closed;
    this.segments = path.segments.map(({ points, value, uncertainty: { low, high } }) => ({ ends: this.anchors(points), value, low, high }));
  }

  /** The layout that all actions were added to. */
  begun() {
    return new Layout(this.#beginning);
  }

  anchors(ids) {
    return ids.map((id) => this.live.get(id)).filter(Boolean);
  }

  has(anchor) {
    return this.live.get(anchor.id) === anchor;
  }

  /** An anchor that was removed by the tracker stays away, whatever is redone. */
  show(anchor) {
    if (!anchor.isGone) this.live.set(anchor.id, anchor);
  }

  update({ updates = [], remove = [] }, ignored) {
    for (const { id, position, pose } of updates) {
      const anchor = this.live.get(id);
      if (anchor && !ignored.has(id)) anchor.current = position ?? matrix(pose).slice(12, 15);
    }
    for (const anchor of this.anchors(remove)) {
      anchor.isGone = true;
      this.live.delete(anchor.id);
    }
  }

  beginPath(first) {
    [this.path, this.isClosed, this.segments] = [first, false, []];
  }
}

/** What actions do. What came of one is decided when it happens, and holds when it is redone: it stays with the action. */
const steps = {
  tapped(layout, action) {
    const { anchorId: id, position, reused, closed, segment } = action.result;
    action.anchor ??= reused ? layout.live.get(id) : { id, placed: position, current: position };
    const { anchor } = action;
    if (!reused) layout.show(anchor);
    action.turn ??= turnOf(layout, anchor, action.mode);
    for (const cleared of action.turn.cleared) layout.live.delete(cleared.id);
    if (action.turn.first) layout.beginPath([...action.turn.first]);
    if (segment) layout.segments.push({ ends: [layout.live.get(segment.from), anchor], ...figures(segment) });
    if (closed) layout.isClosed = true;
    else layout.path.push(anchor);
  },

  anchorAdded(layout, action) {
    const { anchorId: id, position } = action.result;
    action.anchor ??= { id, placed: position, current: position };
    layout.show(action.anchor);
  },

  anchorRemoved: (layout, { input: { id } }) => layout.live.delete(id),

  measurementAdded(layout, action) {
    action.points ??= layout.anchors(action.input.points);
    layout.measurements.set(action.result.measurementId, action.points);
  },

  measurementRemoved: (layout, { input: { id } }) => layout.measurements.delete(id),

  reset(layout) {
    layout.live.clear();
    layout.measurements.clear();
    layout.beginPath([]);
  },
};

const figures = ({ value, low, high }) => ({ value, low, high });

/** Whether a tap begins the path anew, with what, and which anchors it clears. */
function turnOf(layout, anchor, mode) {
  const path = layout.path.filter((other) => layout.has(other));
  const isRing = layout.isClosed && new Set(path).size >= 3;
  if (mode === "ruler" && path.length >= 2) {
    const held = new Set([...layout.measurements.values()].filter((points) => points.every((point) => layout.has(point))).flat());
    return { first: [], cleared: path.filter((other) => other !== anchor && !held.has(other)) };
  }
  if (isRing) return { first: [], cleared: [] };
  // A ring that lost its anchors goes on as an open path.
  return { first: layout.isClosed ? path : null, cleared: [] };
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
