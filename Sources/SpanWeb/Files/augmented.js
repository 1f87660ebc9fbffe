// The room one is in: what the phone sees goes to a session, and what the session says is drawn over the camera's picture.

import { call, Refusal } from "./client.js";
import { Device, missing } from "./device.js";
import { byId, el, fill } from "./dom.js";
import { attempt } from "./frame.js";
import { Lens } from "./lens.js";
import { Stage } from "./painter.js";
import { addressOf, listSessions } from "./sessions.js";
import { Surveyor } from "./surveyor.js";
import { mix } from "./vectors.js";

/** From one look at the crosshair to the next, and from one report of planes and anchors to the next (ms). */
const pauses = { preview: 200, report: 500 };
/** What was said about a tap stays so long; then the crosshair is told of again (ms). */
const reading = 2000;
/** Short enough not to shake the aim (ms). */
const touch = 15;

/** Offers the camera if the device has what it takes, and says what is missing if not. */
export async function offerCamera(settings) {
  const lack = await missing();
  byId("augment").disabled = lack !== null;
  byId("augment-missing").textContent = lack ?? "";
  byId("augment").addEventListener("click", () => attempt(() => new Augmented().open(settings())));
}

class Augmented {
  #device = null;
  #surveyor = null;
  #last = { preview: 0, report: 0 };
  #busy = new Set();
  #aim = null;
  #readUntil = 0;
  #picture = { places: new Map(), lengths: [] };

  async open(settings) {
    const overlay = byId("overlay");
    overlay.hidden = false;
    this.stage = new Stage(byId("overlay-canvas"), (width, height) => this.#scene(width, height));
    try {
      // The camera first: browsers open it only right after a gesture.
      this.#device = await Device.open(overlay, {
        whenFrame: () => this.#frame(), whenTapped: () => this.#tap(), whenEnded: () => this.#ended(),
      });
      this.#surveyor = await Surveyor.begin(settings);
    } catch (fault) {
      await this.#device?.close();
      overlay.hidden = true;
      // A browser's own words, for what the person refused or the device lacks.
      throw fault instanceof Refusal ? fault : new Refusal(`The camera could not be opened: ${fault.message}`, 0);
    }
    this.#listen();
  }

  #listen() {
    // What is tapped on a button is not tapped in the room.
    byId("overlay-actions").addEventListener("beforexrselect", (event) => event.preventDefault());
    byId("overlay-tap").onclick = () => this.#tap();
    byId("overlay-undo").onclick = () => this.#once("undo", async () => {
      await this.#surveyor.undo();
      await this.#look();
    });
    byId("overlay-close").onclick = () => this.#device.close();
  }

  #ended() {
    byId("overlay").hidden = true;
    const { id } = this.#surveyor ?? {};
    fill(byId("augment-missing"), id && ["What you measured: ", el("a", { href: addressOf(id) }, "look at the session")]);
    listSessions(byId("sessions"));
  }

  // MARK: Frames

  #frame() {
    this.stage.redraw();
    if (!this.#surveyor) return;
    this.#every("report", () => this.#report());
    this.#every("preview", () => this.#preview());
  }

  /** No sooner than its pause, and one at a time. */
  #every(name, work) {
    const now = performance.now();
    if (now - this.#last[name] < pauses[name] || this.#busy.has(name)) return;
    this.#last[name] = now;
    this.#once(name, work);
  }

  async #once(name, work) {
    if (this.#busy.has(name)) return;
    this.#busy.add(name);
    await work().catch((fault) => this.#say(fault.message));
    this.#busy.delete(name);
  }

  /** What the device has seen since, and how its anchors have moved. */
  async #report() {
    const { upsert, remove } = this.#device.changes();
    const held = this.#device.held();
    await this.#surveyor.see(upsert, remove);
    const drift = await this.#surveyor.correct(held);
    if (!drift) return;
    byId("overlay-drift").textContent = drift.warning ? drift.message : "";
    if (drift.warning) navigator.vibrate?.([touch, touch, touch]);
    await this.#look();
  }

  async #preview() {
    const { tap } = await this.#surveyor.preview(this.#aimed());
    // A snap is felt once, when it begins.
    if (tap.snap && !this.#aim?.snap) navigator.vibrate?.(touch);
    this.#aim = tap;
    if (performance.now() > this.#readUntil) this.#show(tap.hit ? [tap.range.display, tap.snap?.label].filter(Boolean).join(" · ") : "nothing here yet: move the phone a little");
  }

  // MARK: Taps

  #aimed() {
    const { clientWidth: width, clientHeight: height } = byId("overlay-canvas");
    return { camera: this.#device.camera(width, height), screenPoint: [width / 2, height / 2], pointing: "crosshair" };
  }

  #tap() {
    return this.#once("tap", async () => {
      if (!this.#surveyor) return;
      const { anchor, measurement, missed } = await this.#surveyor.tap(this.#aimed());
      if (missed) return this.#say("Nothing known is there. Step aside and tap the same spot again: two looks make a point.");
      navigator.vibrate?.(touch);
      if (anchor) this.#device.hold(anchor.id, anchor.current.position);
      await this.#look();
      this.#say(measurement?.display ?? "The first point. Aim at the next one.");
    });
  }

  /** What the session holds now. */
  async #look() {
    const [{ items }, path] = await Promise.all([call("GET", `${this.#surveyor.address}/anchors`), this.#surveyor.path()]);
    const places = new Map(items.map(({ id, current }) => [id, current.position]));
    this.#device.release(new Set(places.keys()));
    this.#picture = { places, lengths: path.segments.map(({ points, display }) => ({ points, display })) };
    this.stage.redraw();
  }

  /** Something that has to be read. */
  #say(words) {
    this.#readUntil = performance.now() + reading;
    this.#show(words);
  }

  #show(words) {
    byId("overlay-told").textContent = words;
  }

  // MARK: Drawing

  #scene(width, height) {
    if (!this.#device?.view) return { lens: Lens.above([0, 0, 0], 1, width, height), surfaces: [], marks: [] };
    const { places, lengths } = this.#picture;
    const lines = lengths.map(({ points, display }) => ({ ends: points.map((id) => places.get(id)), display })).filter(({ ends }) => ends.every(Boolean));
    return {
      lens: ProjectedLens.of(this.#device.view, width, height),
      surfaces: [],
      marks: [
        ...lines.map(({ ends }) => ({ mark: "line", points: ends, colour: "accent", width: 3 })),
        ...[...places.values()].map((at) => ({ mark: "dot", at, colour: "accent", radius: 6 })),
        ...lines.map(({ ends, display }) => ({ mark: "label", at: mix(...ends, 0.5), text: display })),
        { mark: "crosshair", colour: this.#aim?.snap ? "snapped" : "ink" },
      ],
    };
  }
}

/** A camera as the browser describes it: its optical axis need not meet the middle of the screen. */
class ProjectedLens extends Lens {
  static of({ transform: { matrix }, projectionMatrix }, width, height) {
    const axis = (i) => Array.from(matrix.slice(4 * i, 4 * i + 3));
    const lens = new ProjectedLens({
      position: axis(3), right: axis(0), up: axis(1), back: axis(2), pixels: (projectionMatrix[5] * height) / 2, width, height,
    });
    lens.projection = projectionMatrix;
    return lens;
  }

  flat([x, y, z]) {
    const p = this.projection;
    return [
      (this.width / 2) * (1 + (p[0] * x + p[4] * y + p[8] * z) / -z),
      (this.height / 2) * (1 - (p[5] * y + p[9] * z) / -z),
    ];
  }
}
