// The virtual phone: held by somebody who looks around and walks.

import { followKeys, followPointers } from "./gestures.js";
import { direction, Lens } from "./lens.js";
import { add, radians, scale } from "./vectors.js";

/** What the phone sees from its upper to its lower rim. */
const fieldOfView = radians(60);
const steepest = radians(85);
/** How near one gets to a wall (m). */
const elbow = 0.25;

export class Walker {
  /** @param whenMoved called after every move; @param tap where the screen was tapped. */
  constructor(canvas, { whenMoved, tap }) {
    this.canvas = canvas;
    this.whenMoved = whenMoved;
    this.#follow(tap);
  }

  /** Puts the phone where a room is entered. */
  enter({ start, bounds }) {
    this.bounds = bounds;
    this.position = [...start.position];
    this.yaw = radians(start.yaw);
    this.pitch = radians(start.pitch);
    this.whenMoved();
  }

  lens(width = this.canvas.clientWidth, height = this.canvas.clientHeight) {
    return Lens.looking(this.position, this.yaw, this.pitch, height / 2 / Math.tan(fieldOfView / 2), width, height);
  }

  look(right, up) {
    this.yaw += right;
    this.pitch = Math.max(-steepest, Math.min(steepest, this.pitch + up));
    this.whenMoved();
  }

  walk(ahead, aside) {
    const forward = direction(this.yaw, 0);
    const right = [Math.cos(this.yaw), 0, Math.sin(this.yaw)];
    const [low, high] = this.bounds;
    this.position = add(this.position, add(scale(forward, ahead), scale(right, aside)))
      .map((x, i) => (i === 1 ? x : Math.max(low[i] + elbow, Math.min(high[i] - elbow, x))));
    this.whenMoved();
  }

  #follow(tap) {
    followPointers(this.canvas, {
      turn: (dx, dy) => {
        const angle = 1 / this.lens().pixels;
        this.look(-dx * angle, dy * angle);
      },
      tap,
    });
    const keys = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "KeyW", "KeyA", "KeyS", "KeyD"];
    followKeys(this.canvas, keys, (held, seconds) => {
      const [turn, pace] = [radians(50) * seconds, 1.2 * seconds];
      const both = (plus, minus) => held.has(plus) - held.has(minus);
      this.look(turn * both("ArrowRight", "ArrowLeft"), turn * both("ArrowUp", "ArrowDown"));
      this.walk(pace * both("KeyW", "KeyS"), pace * both("KeyD", "KeyA"));
    });
  }
}

/** The camera of a request (`Camera` of the API): display pose, projection, viewport. */
export function cameraOf({ position, right, up, back, pixels, width, height }) {
  return {
    pose: [...right, 0, ...up, 0, ...back, 0, ...position, 1],
    projection: [(2 * pixels) / width, 0, 0, 0, 0, (2 * pixels) / height, 0, 0, 0, 0, -1, -1, 0, 0, -0.1, 0],
    viewport: { width, height },
  };
}
