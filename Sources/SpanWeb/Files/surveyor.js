// What a device that sees the world tells a session, and what it hears back. Knows nothing of where poses and planes come from.

import { call } from "./client.js";

/** Anchors that moved less are not worth a request (m): what the service calls unchanged. */
const negligible = 1e-4;

export class Surveyor {
  #moved = new Map();
  #sight = null;
  #last = null;

  /** Begins a session. */
  static async begin(settings) {
    const { id } = await call("POST", "/v1/sessions", settings);
    return new Surveyor(id);
  }

  constructor(id) {
    this.id = id;
    this.address = `/v1/sessions/${id}`;
  }

  /** What the device has seen or seen differently, and what it takes for gone. */
  async see(upsert, remove) {
    if (upsert.length + remove.length > 0) await call("PATCH", `${this.address}/planes`, { upsert, remove });
  }

  /** What a tap would do. */
  preview(tap) {
    return call("POST", `${this.address}/taps`, { ...tap, preview: true });
  }

  /**
   * Taps. One that meets nothing is kept: with the next that meets nothing, from elsewhere, it makes a point.
   * @returns what the service answered; `missed` asks for a second look, `seen` is a point from two of them
   */
  async tap(tap) {
    const answer = await call("POST", `${this.address}/taps`, tap);
    if (answer.tap.hit) this.#sight = null;
    if (answer.anchor) this.#keep(answer.anchor);
    if (answer.tap.hit) return answer;
    if (!this.#sight) {
      this.#sight = tap;
      return { ...answer, missed: true };
    }
    return this.#triangulate(tap);
  }

  async #triangulate(tap) {
    const [first, second] = [this.#sight, tap].map(({ camera, screenPoint, pointing }) => ({ camera, screenPoint, pointing }));
    this.#sight = null;
    const seen = await call("POST", "/v1/triangulate", { taps: [first, second], profile: "webxr" });
    if (!seen.position) return { ...seen, missed: true };
    const anchor = await call("POST", `${this.address}/anchors`, { position: seen.position, covariance: seen.covariance });
    // Such a point is not on the path; its distance from the one before is a measurement of its own.
    const points = [this.#last, anchor.id];
    const measurement = this.#last && (await call("POST", `${this.address}/measurements`, { kind: "distance", points }));
    return { seen, anchor: this.#keep(anchor), measurement };
  }

  /** Where the device has anchors now; only what moved is sent. @returns the drift report, or null */
  async correct(places) {
    const updates = [...places]
      .filter(([id, position]) => position.some((x, i) => Math.abs(x - (this.#moved.get(id)?.[i] ?? Infinity)) > negligible))
      .map(([id, position]) => ({ id, position }));
    if (updates.length === 0) return null;
    for (const { id, position } of updates) this.#moved.set(id, position);
    return call("PATCH", `${this.address}/anchors`, { updates });
  }

  /** Where an anchor was placed is no correction. */
  #keep(anchor) {
    this.#moved.set(anchor.id, anchor.current.position);
    this.#last = anchor.id;
    return anchor;
  }

  undo() {
    this.#sight = null;
    return call("POST", `${this.address}/undo`, {});
  }

  path() {
    return call("GET", `${this.address}/path`);
  }
}
