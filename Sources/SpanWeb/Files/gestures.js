// Looking around with a finger, a mouse or the keyboard.

/** A pointer that moved less than this has tapped (CSS pixels). */
const slack = 6;

/** Calls `turn(dx, dy)` while a pointer drags and `tap(x, y)` when it did not; `zoom(factor)` for two fingers and the wheel. */
export function followPointers(canvas, { turn, tap = () => {}, zoom = () => {} }) {
  const pointers = new Map();
  let moved = 0;

  canvas.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    canvas.setPointerCapture(event.pointerId);
    if (pointers.size === 0) moved = 0;
    pointers.set(event.pointerId, [event.offsetX, event.offsetY]);
  });
  canvas.addEventListener("pointermove", (event) => {
    const last = pointers.get(event.pointerId);
    if (!last) return;
    const now = [event.offsetX, event.offsetY];
    if (pointers.size === 1) {
      moved += Math.hypot(now[0] - last[0], now[1] - last[1]);
      if (moved >= slack) turn(now[0] - last[0], now[1] - last[1]);
    } else {
      moved = slack;
      const other = [...pointers].find(([id]) => id !== event.pointerId)[1];
      const [before, after] = [last, now].map(([x, y]) => Math.hypot(x - other[0], y - other[1]));
      if (before > 0) zoom(after / before);
    }
    pointers.set(event.pointerId, now);
  });
  canvas.addEventListener("pointerup", (event) => {
    if (pointers.delete(event.pointerId) && moved < slack) tap(event.offsetX, event.offsetY);
  });
  canvas.addEventListener("pointercancel", (event) => pointers.delete(event.pointerId));
  // Without a key held the wheel scrolls the page, as it does everywhere else.
  canvas.addEventListener("wheel", (event) => {
    if (!event.ctrlKey && document.activeElement !== canvas) return;
    event.preventDefault();
    zoom(Math.exp(-event.deltaY / 400));
  }, { passive: false });
}

/** Arrow keys, plus and minus on a view: `turn(right, down)` and `zoom(factor)`, in shares of a second. */
export function followArrows(canvas, turn, zoom) {
  const names = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Equal", "Minus", "NumpadAdd", "NumpadSubtract"];
  followKeys(canvas, names, (held, seconds) => {
    const both = (plus, minus) => (held.has(plus) - held.has(minus)) * seconds;
    turn(both("ArrowRight", "ArrowLeft"), both("ArrowDown", "ArrowUp"));
    zoom(Math.exp(both("Equal", "Minus") + both("NumpadAdd", "NumpadSubtract")));
  });
}

/** Calls `step(held, seconds)` for each frame while keys of `names` are held on the canvas. */
export function followKeys(canvas, names, step) {
  const held = new Set();
  let last;

  const frame = (now) => {
    if (held.size === 0) return;
    step(held, Math.min(0.05, (now - last) / 1000));
    last = now;
    requestAnimationFrame(frame);
  };
  canvas.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !names.includes(event.code)) return;
    event.preventDefault();
    if (held.size === 0) {
      last = performance.now();
      requestAnimationFrame(frame);
    }
    held.add(event.code);
  });
  canvas.addEventListener("keyup", (event) => held.delete(event.code));
  canvas.addEventListener("blur", () => held.clear());
}
