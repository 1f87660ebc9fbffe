// A view from straight above, to scale.

import { followArrows, followPointers } from "./gestures.js";
import { Lens } from "./lens.js";
import { add, middle } from "./vectors.js";

/** Room for labels around what is shown (CSS pixels). */
const margin = 48;

export class Plan {
  constructor(canvas, whenMoved) {
    this.canvas = canvas;
    this.whenMoved = whenMoved;
    this.centre = [0, 0, 0];
    this.pixels = 80;
    followPointers(canvas, { turn: (dx, dy) => this.move(dx, dy), zoom: (factor) => this.zoom(factor) });
    followArrows(canvas, (right, down) => this.move(-240 * right, -240 * down), (factor) => this.zoom(factor));
  }

  move(dx, dy) {
    this.centre = add(this.centre, [-dx / this.pixels, 0, -dy / this.pixels]);
    this.whenMoved();
  }

  zoom(factor) {
    this.pixels = Math.max(0.5, Math.min(5000, this.pixels * factor));
    this.whenMoved();
  }

  frame(places) {
    if (places.length === 0) return;
    const [xs, zs] = [places.map(([x]) => x), places.map(([, , z]) => z)];
    const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...zs), Math.max(...zs)];
    this.centre = middle([[left, 0, top], [right, 0, bottom]]);
    const { clientWidth, clientHeight } = this.canvas;
    this.pixels = Math.min((clientWidth - 2 * margin) / Math.max(0.2, right - left), (clientHeight - 2 * margin) / Math.max(0.2, bottom - top));
    this.whenMoved();
  }

  lens(width, height) {
    return Lens.above(this.centre, this.pixels, width, height);
  }
}
