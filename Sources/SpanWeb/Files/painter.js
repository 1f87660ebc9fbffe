// Draws a scene, the farthest first.

import { add, distance, dot, middle, principalAxes, scale, subtract } from "./vectors.js";

/** Surfaces that touch count as being on either side (m). */
const touching = 0.01;
/** Beyond so many surfaces they are sorted by their distance alone. */
const sortable = 400;

/**
 * A canvas that is redrawn when something changes.
 * `scene(width, height)` gives `{ lens, surfaces, marks }`; sizes in CSS pixels.
 */
export class Stage {
  #isDue = false;

  constructor(canvas, scene) {
    this.canvas = canvas;
    this.scene = scene;
    new ResizeObserver(() => this.redraw()).observe(canvas);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.redraw());
  }

  /** At the next frame, however often it is asked for. */
  redraw() {
    if (this.#isDue) return;
    this.#isDue = true;
    requestAnimationFrame(() => {
      this.#isDue = false;
      this.#draw();
    });
  }

  #draw() {
    const { clientWidth: width, clientHeight: height } = this.canvas;
    if (width === 0 || height === 0) return;
    const density = devicePixelRatio || 1;
    const [w, h] = [Math.round(width * density), Math.round(height * density)];
    if (this.canvas.width !== w || this.canvas.height !== h) [this.canvas.width, this.canvas.height] = [w, h];
    const context = this.canvas.getContext("2d");
    context.setTransform(density, 0, 0, density, 0, 0);
    context.clearRect(0, 0, width, height);
    context.lineJoin = "round";
    context.lineCap = "round";
    const { lens, surfaces, marks } = this.scene(width, height);
    const style = getComputedStyle(this.canvas);
    const colour = (name) => style.getPropertyValue(`--${name}`).trim();
    for (const surface of backToFront(surfaces, lens)) drawSurface(context, lens, surface, colour);
    for (const mark of marks) draw[mark.mark](context, lens, mark, colour);
  }
}

/** Surfaces in an order in which none covers one that is before it. */
export function backToFront(surfaces, lens) {
  const eye = lens.position;
  const byDistance = surfaces
    .map((surface) => ({ surface, far: distance(eye, surface.centre), frame: frameOf(lens.outline(surface.corners, true)) }))
    .sort((a, b) => b.far - a.far);
  const order = [];
  const seen = new Set();
  const place = (item) => {
    if (seen.has(item)) return;
    seen.add(item);
    for (const other of byDistance) {
      if (other !== item && doMeet(other.frame, item.frame) && isBehind(other.surface, item.surface, eye)) place(other);
    }
    order.push(item.surface);
  };
  if (surfaces.length > sortable) return byDistance.map(({ surface }) => surface);
  byDistance.forEach(place);
  return order;
}

/** Left, top, right and bottom of an outline on the canvas. */
function frameOf(outline) {
  const [xs, ys] = [outline.map(([x]) => x), outline.map(([, y]) => y)];
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

const doMeet = (a, b) => a[0] <= b[2] && b[0] <= a[2] && a[1] <= b[3] && b[1] <= a[3];

/** Certainly so: all of `a` is beyond the plane of `b`, or all of `b` on this side of that of `a`. */
function isBehind(a, b, eye) {
  return isBeyond(a.corners, b, eye, 1) || (isBeyond(b.corners, a, eye, -1) && !isBeyond(b.corners, a, eye, 1));
}

function isBeyond(corners, { normal, centre }, eye, sense) {
  const side = -Math.sign(dot(normal, subtract(eye, centre))) * sense;
  let farthest = -Infinity;
  for (const corner of corners) {
    const depth = side * dot(normal, subtract(corner, centre));
    if (depth < -touching) return false;
    farthest = Math.max(farthest, depth);
  }
  return farthest > touching / 4;
}

function path(context, points, isClosed) {
  context.beginPath();
  points.forEach(([x, y], i) => (i === 0 ? context.moveTo(x, y) : context.lineTo(x, y)));
  if (isClosed) context.closePath();
}

function drawSurface(context, lens, surface, colour) {
  const outline = lens.outline(surface.corners, true);
  if (outline.length < 2) return;
  const isSeenFromOutside = surface.isOpen?.(lens.position);
  if (surface.floor !== undefined) drawStand(context, lens, surface, colour);
  path(context, outline, true);
  if (!isSeenFromOutside) {
    context.globalAlpha = surface.isEstimated ? 0.35 : surface.opacity ?? 1;
    context.fillStyle = colour(surface.kind);
    context.fill();
    // Walls that meet are told apart by how the light falls on them.
    context.globalAlpha *= 0.09 * Math.abs(surface.normal[0]) + 0.03 * Math.abs(surface.normal[1]);
    context.fillStyle = colour("shade");
    context.fill();
    context.globalAlpha = 1;
    if (surface.kind === "floor") drawGrid(context, lens, surface, outline, colour);
  }
  path(context, outline, true);
  context.lineWidth = surface.isChosen ? 3 : 1;
  context.strokeStyle = colour(surface.isChosen ? "accent" : "edge");
  context.setLineDash(surface.isEstimated ? [6, 5] : []);
  context.stroke();
  context.setLineDash([]);
}

/** Legs and a shadow, so that one sees that it stands above the floor; the service knows nothing of them. */
function drawStand(context, lens, { corners, floor }, colour) {
  const feet = corners.map(([x, , z]) => [x, floor, z]);
  path(context, lens.outline(feet, true), true);
  context.globalAlpha = 0.13;
  context.fillStyle = colour("shadow");
  context.fill();
  context.globalAlpha = 1;
  context.lineWidth = 1.5;
  context.strokeStyle = colour("faint");
  corners.forEach((corner, i) => {
    path(context, lens.outline([corner, feet[i]], false), false);
    context.stroke();
  });
}

/** Half metres, so that one sees how far things are. */
function drawGrid(context, lens, { corners }, outline, colour) {
  const y = middle(corners)[1];
  const [xs, zs] = [corners.map((corner) => corner[0]), corners.map((corner) => corner[2])];
  const spread = Math.max(Math.max(...xs) - Math.min(...xs), Math.max(...zs) - Math.min(...zs));
  if (spread > 50) return;
  const line = (a, b) => {
    path(context, lens.outline([a, b], false), false);
    context.stroke();
  };
  context.save();
  path(context, outline, true);
  context.clip();
  context.lineWidth = 1;
  context.strokeStyle = colour("grid");
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...zs), Math.max(...zs)];
  for (let x = Math.ceil(left * 2) / 2; x <= right; x += 0.5) line([x, y, top], [x, y, bottom]);
  for (let z = Math.ceil(top * 2) / 2; z <= bottom; z += 0.5) line([left, y, z], [right, y, z]);
  context.restore();
}

/** Everything that is drawn above the surfaces, by its name. */
const draw = {
  line(context, lens, { points, colour: name, width = 2, dash = [], isClosed = false }, colour) {
    const seen = lens.outline(points, isClosed);
    if (seen.length < 2) return;
    path(context, seen, isClosed);
    context.lineWidth = width;
    context.strokeStyle = colour(name);
    context.setLineDash(dash);
    context.stroke();
    context.setLineDash([]);
  },

  area(context, lens, { points, colour: name }, colour) {
    path(context, lens.outline(points, true), true);
    context.globalAlpha = 0.16;
    context.fillStyle = colour(name);
    context.fill();
    context.globalAlpha = 1;
  },

  /** An arrow whose head is as large on the canvas wherever it is. */
  arrow(context, lens, { from, to, colour: name }, colour) {
    const [a, b] = [lens.point(from), lens.point(to)];
    if (!a || !b) return;
    const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
    const size = Math.hypot(dx, dy);
    if (size < 2) return;
    const [ux, uy] = [dx / size, dy / size];
    const head = Math.min(9, size);
    context.strokeStyle = context.fillStyle = colour(name);
    context.lineWidth = 2;
    path(context, [a, [b[0] - ux * head * 0.7, b[1] - uy * head * 0.7]], false);
    context.stroke();
    path(context, [
      b, [b[0] - ux * head - uy * head * 0.5, b[1] - uy * head + ux * head * 0.5],
      [b[0] - ux * head + uy * head * 0.5, b[1] - uy * head - ux * head * 0.5],
    ], true);
    context.fill();
  },

  dot(context, lens, { at, colour: name, radius = 5, isHollow = false }, colour) {
    const point = lens.point(at);
    if (!point) return;
    context.beginPath();
    context.arc(...point, radius, 0, 2 * Math.PI);
    context.fillStyle = isHollow ? colour("paper") : colour(name);
    context.fill();
    context.lineWidth = 2;
    context.strokeStyle = isHollow ? colour(name) : colour("paper");
    context.stroke();
  },

  /** Where a place may be: three rings around the axes of its covariance, `factor` standard deviations out. */
  ellipsoid(context, lens, { at, covariance, factor, colour: name }, colour) {
    const axes = principalAxes(covariance).map((axis) => scale(axis, factor));
    context.strokeStyle = context.fillStyle = colour(name);
    context.lineWidth = 1;
    for (const [u, v] of [[0, 1], [1, 2], [2, 0]]) {
      const ring = Array.from({ length: 36 }, (_, i) => {
        const angle = (i * Math.PI) / 18;
        return add(at, add(scale(axes[u], Math.cos(angle)), scale(axes[v], Math.sin(angle))));
      });
      path(context, lens.outline(ring, true), true);
      context.globalAlpha = 0.14;
      context.fill();
      context.globalAlpha = 0.9;
      context.stroke();
    }
    context.globalAlpha = 1;
  },

  label(context, lens, { at, text, colour: name = "ink", lift = 14 }, colour) {
    const point = lens.point(at);
    if (!point) return;
    context.font = `600 13px ${colour("font")}`;
    const width = context.measureText(text).width + 14;
    const x = Math.max(width / 2 + 4, Math.min(lens.width - width / 2 - 4, point[0]));
    const y = Math.max(16, Math.min(lens.height - 16, point[1] - lift));
    context.beginPath();
    context.roundRect(x - width / 2, y - 11, width, 22, 11);
    context.globalAlpha = 0.92;
    context.fillStyle = colour("paper");
    context.fill();
    context.globalAlpha = 1;
    context.lineWidth = 1;
    context.strokeStyle = colour("edge");
    context.stroke();
    context.fillStyle = colour(name);
    context.textAlign = "center";
    context.textBaseline = "middle";
    context.fillText(text, x, y + 0.5);
  },

  /** A device: its screen and where it looks. */
  device(context, lens, { lens: seen, colour: name }, colour) {
    const aspect = seen.width / seen.height;
    const half = (0.5 * seen.height) / seen.pixels;
    const corner = (x, y, depth) =>
      add(seen.position, add(scale(seen.back, -depth), add(scale(seen.right, x * half * aspect * depth), scale(seen.up, y * half * depth))));
    const rim = [[-1, -1], [1, -1], [1, 1], [-1, 1]].map(([x, y]) => corner(x, y, 0.35));
    draw.area(context, lens, { points: rim, colour: name }, colour);
    draw.line(context, lens, { points: rim, colour: name, width: 1.5, isClosed: true }, colour);
    for (const place of rim) draw.line(context, lens, { points: [seen.position, place], colour: name, width: 1 }, colour);
    draw.dot(context, lens, { at: seen.position, colour: name, radius: 4 }, colour);
  },

  crosshair(context, lens, { colour: name }, colour) {
    const [x, y] = [lens.width / 2, lens.height / 2];
    for (const [style, width] of [[colour("paper"), 5], [colour(name), 2]]) {
      context.strokeStyle = style;
      context.lineWidth = width;
      for (const [dx, dy] of [[1, 0], [-1, 0], [0, 1], [0, -1]]) {
        path(context, [[x + 6 * dx, y + 6 * dy], [x + 18 * dx, y + 18 * dy]], false);
        context.stroke();
      }
      context.beginPath();
      context.arc(x, y, 1.2, 0, 2 * Math.PI);
      context.stroke();
    }
  },
};
