// A view from outside that is turned around what it shows.

import { followArrows, followPointers } from "./gestures.js";
import { direction, Lens } from "./lens.js";
import { distance, middle, radians, scale, subtract } from "./vectors.js";

const fieldOfView = radians(38);
/** Rooms are seen from above their corners, where they fill less than the ball around them. */
const fit = 0.9;

export class Orbit {
  constructor(canvas, whenMoved) {
    this.canvas = canvas;
    this.whenMoved = whenMoved;
    this.target = [0, 0, 0];
    this.distance = 8;
    this.yaw = radians(-32);
    this.pitch = radians(-38);
    followPointers(canvas, { turn: (dx, dy) => this.turn(dx * 0.008, -dy * 0.006), zoom: (factor) => this.zoom(factor) });
    followArrows(canvas, (right, down) => this.turn(-1.5 * right, 1.2 * down), (factor) => this.zoom(factor));
  }

  turn(right, up) {
    this.yaw += right;
    this.pitch = Math.max(radians(-88), Math.min(radians(20), this.pitch + up));
    this.whenMoved();
  }

  zoom(factor) {
    this.distance = Math.max(0.3, Math.min(500, this.distance / factor));
    this.whenMoved();
  }

  /** Turns to places so that all are in view. */
  frame(places) {
    if (places.length === 0) return;
    this.target = middle(places);
    const radius = Math.max(0.3, ...places.map((place) => distance(place, this.target)));
    const { clientWidth: width, clientHeight: height } = this.canvas;
    const narrow = Math.min(1, width / Math.max(1, height));
    this.distance = (fit * radius) / Math.sin(fieldOfView / 2) / narrow;
    this.whenMoved();
  }

  lens(width, height) {
    const position = subtract(this.target, scale(direction(this.yaw, this.pitch), this.distance));
    return Lens.looking(position, this.yaw, this.pitch, height / 2 / Math.tan(fieldOfView / 2), width, height);
  }
}
