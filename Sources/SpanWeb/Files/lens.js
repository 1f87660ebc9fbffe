// From the world to the canvas. Drawn on a plain 2-D canvas: a few dozen flat surfaces, lines and words need no graphics card,
// come out sharp, and take their colours from the style sheet; sorting them (painter.js) is all that a depth buffer would do.

import { add, cross, dot, scale, subtract } from "./vectors.js";

/** What is nearer to the eye is cut off (m). */
const near = 0.05;

/** Looks along −`back`; `pixels` for each metre at a distance of one, or at any distance when `isFlat`. */
export class Lens {
  constructor({ position, right, up, back, pixels, width, height, isFlat = false }) {
    Object.assign(this, { position, right, up, back, pixels, width, height, isFlat });
  }

  /** @param yaw to the right, from −Z; @param pitch upwards; radians. */
  static looking(position, yaw, pitch, pixels, width, height) {
    const forward = direction(yaw, pitch);
    const right = [Math.cos(yaw), 0, Math.sin(yaw)];
    return new Lens({ position, right, up: cross(right, forward), back: scale(forward, -1), pixels, width, height });
  }

  /** From above, north (−Z) up, the same scale everywhere. */
  static above(centre, pixels, width, height) {
    const position = add(centre, [0, 1000, 0]);
    return new Lens({
      position, right: [1, 0, 0], up: [0, 0, -1], back: [0, 1, 0], pixels, width, height, isFlat: true,
    });
  }

  local(place) {
    const offset = subtract(place, this.position);
    return [dot(offset, this.right), dot(offset, this.up), dot(offset, this.back)];
  }

  flat([x, y, z]) {
    const s = this.isFlat ? this.pixels : this.pixels / -z;
    return [this.width / 2 + x * s, this.height / 2 - y * s];
  }

  /** Where a place appears; null behind the eye. */
  point(place) {
    const local = this.local(place);
    return this.sees(local) ? this.flat(local) : null;
  }

  /** Pixels for each metre at a place. */
  scaleAt(place) {
    return this.isFlat ? this.pixels : this.pixels / Math.max(near, -this.local(place)[2]);
  }

  /** An outline or a line as it appears, cut where it passes the eye. */
  outline(places, isClosed) {
    const locals = places.map((place) => this.local(place));
    const kept = [];
    const last = isClosed ? locals.length : locals.length - 1;
    if (!isClosed && locals.length > 0 && this.sees(locals[0])) kept.push(locals[0]);
    for (let i = 0; i < last; i++) {
      const [a, b] = [locals[i], locals[(i + 1) % locals.length]];
      if (this.sees(a) !== this.sees(b)) {
        const t = (-near - a[2]) / (b[2] - a[2]);
        kept.push([a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1]), -near]);
      }
      if (this.sees(b)) kept.push(b);
    }
    return kept.map((local) => this.flat(local));
  }

  sees(local) {
    return this.isFlat || local[2] <= -near;
  }
}

/** Where one looks. */
export function direction(yaw, pitch) {
  return [Math.sin(yaw) * Math.cos(pitch), Math.sin(pitch), -Math.cos(yaw) * Math.cos(pitch)];
}
