// Two sliders that move a session's anchors as a tracker would, and what the service says to it.

import { call } from "./client.js";
import { byId, el, fill } from "./dom.js";
import { attempt } from "./frame.js";
import { showReport } from "./report.js";
import { snapping } from "./request.js";
import { addressOf, listSessions } from "./sessions.js";
import { add, middle, radians, scale, subtract, turned, unit } from "./vectors.js";

/** How far the world turns for each centimetre that it moves (degrees): relocalisation rarely does only one. */
const turnPerCentimetre = 0.25;

export class DriftBench {
  #offer = null;
  #session = null;
  #isBusy = false;
  #isDue = false;
  #report = null;

  constructor({ whenMoved }) {
    this.whenMoved = whenMoved;
    for (const id of ["relocalise", "drift"]) byId(id).addEventListener("input", () => this.#pull());
  }

  /** Taps that a session can be made of; null when there are none. */
  offer(offer) {
    this.#offer = offer && offer.taps.length >= 2 ? offer : null;
    for (const id of ["relocalise", "drift"]) byId(id).disabled = !this.#offer;
  }

  /** The taps are not those of the session any more. */
  forget() {
    this.#session = this.#report = null;
    for (const id of ["relocalise", "drift"]) byId(id).value = 0;
    this.#say();
    fill(byId("session-link"));
    fill(byId("report"), el("p", { class: "hint" }, "No session yet."));
  }

  /** How far each anchor has gone. */
  arrows() {
    if (!this.#report) return [];
    return this.#report.anchors.filter(({ drift }) => drift > 0).map(({ id, driftVector, warning }) => {
      const from = this.#session.placed.get(id);
      return { mark: "arrow", from, to: add(from, driftVector), colour: warning ? "warn" : "accent" };
    });
  }

  #say() {
    byId("relocalise-value").textContent = `${byId("relocalise").value} cm`;
    byId("drift-value").textContent = `${Number(byId("drift").value).toFixed(1)} cm`;
  }

  /** One request at a time; what was pulled meanwhile goes into the next. */
  async #pull() {
    this.#say();
    this.#isDue = true;
    if (this.#isBusy) return;
    this.#isBusy = true;
    while (this.#isDue && this.#offer) {
      this.#isDue = false;
      await attempt(() => this.#send());
    }
    this.#isBusy = false;
  }

  async #send() {
    const offer = this.#offer;
    if (!this.#session) {
      const session = await begin(offer);
      // Somebody has tapped in the meantime.
      if (offer !== this.#offer) return;
      this.#session = session;
      const address = addressOf(session.id);
      fill(byId("session-link"), "This session, live: ", el("a", { href: address, target: "_blank", rel: "noopener" }, "watch it in another tab"));
      listSessions(byId("sessions"));
    }
    const session = this.#session;
    const report = await call("PATCH", `${session.address}/anchors`, { updates: this.#updates(session.placed) });
    if (session !== this.#session) return;
    this.#report = report;
    showReport(report, byId("report"));
    this.whenMoved();
  }

  #updates(placed) {
    const together = Number(byId("relocalise").value);
    const alone = Number(byId("drift").value) / 100;
    const pivot = middle([...placed.values()]);
    const [[, before], [last, end]] = [...placed].slice(-2);
    // Along the last length, where it matters most.
    const drift = scale(unit(subtract(end, before)), alone);
    return [...placed].map(([id, place]) => {
      const from = id === last ? add(place, drift) : place;
      return { id, position: add(turned(from, pivot, radians(together * turnPerCentimetre)), [together / 100, 0, 0]) };
    });
  }
}

/** A session of its own with these taps as anchors, and the distances between them. */
async function begin({ room, taps, options }) {
  const { profile, unit, confidence, snap, targets } = options;
  const settings = { name: "Playground", profile, unit, confidence: Number(confidence), snap: snapping(snap) };
  const { id } = await call("POST", "/v1/sessions", settings);
  const address = `/v1/sessions/${id}`;
  await call("PATCH", `${address}/planes`, { upsert: room.planes });
  const placed = new Map();
  for (const { camera, screenPoint, pointing } of taps) {
    const { anchor } = await call("POST", `${address}/taps`, { camera, screenPoint, pointing, targets: targets.split(" ") });
    placed.set(anchor.id, anchor.current.position);
  }
  const ids = [...placed.keys()];
  for (let i = 1; i < ids.length; i++) await call("POST", `${address}/measurements`, { kind: "distance", points: [ids[i - 1], ids[i]] });
  return { id, address, placed };
}
