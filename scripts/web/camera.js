// A WebXR device for tests: sees what a frame of a real ARKit recording saw (examples/arkit-frame.json), from a place that a test moves.
// Runs before the page's own scripts; `fakeCamera` is how a test moves it.
(() => {
  const frame = JSON.parse(`FRAME`);
  const { fx, fy, cx, cy, width, height } = frame.camera.intrinsics;
  // OpenGL's matrix for these intrinsics; pixel centres count from half a pixel.
  const projection = [2 * fx / width, 0, 0, 0, 0, 2 * fy / height, 0, 0, 1 - 2 * (cx + 0.5) / width, 2 * (cy + 0.5) / height - 1, -1, -1, 0, 0, -0.1, 0];
  const pose = [...frame.camera.pose];
  const transform = (matrix) => ({ matrix: new Float32Array(matrix), position: { x: matrix[12], y: matrix[13], z: matrix[14] } });
  const planes = new Set(frame.planes.map((plane) => ({
    planeSpace: { matrix: plane.pose }, orientation: plane.alignment, lastChangedTime: 1, semanticLabel: plane.id,
    polygon: plane.polygon.map((corner) => ({ x: corner[0], y: 0, z: corner.at(-1) })),
  })));
  const anchors = new Set();
  const camera = {
    pose, planes, anchors, felt: [], isLost: false, isUnsure: false, features: null, session: null,
    turn(direction) {
      // Looks along a direction, upright.
      const unit = (v) => v.map((x) => x / Math.hypot(...v));
      const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
      const back = unit(direction.map((x) => -x));
      const right = unit(cross([0, 1, 0], back));
      pose.splice(0, 12, ...right, 0, ...cross(back, right), 0, ...back, 0);
    },
    shift(offset) {
      for (const anchor of anchors) offset.forEach((x, i) => (anchor.anchorSpace.matrix[12 + i] += x));
    },
    select: () => camera.session.dispatchEvent(new Event("select")),
  };

  class Session extends EventTarget {
    updateRenderState() {}
    requestReferenceSpace = async (type) => ({ type });
    requestAnimationFrame = (callback) => setTimeout(() => {
      if (this.isOver) return;
      const frame = new Frame();
      callback(performance.now(), frame);
      frame.isActive = false;
    }, 16);
    end = async () => {
      this.isOver = true;
      this.dispatchEvent(new Event("end"));
    };
  }
  /** Good for nothing behind the callback that it was made for (WebXR, "active"). */
  class Frame {
    isActive = true;
    detectedPlanes = camera.planes;
    trackedAnchors = anchors;
    #expectActive() {
      if (!this.isActive) throw new DOMException("This frame is over.", "InvalidStateError");
    }
    getViewerPose = () => {
      this.#expectActive();
      return camera.isLost ? null : { emulatedPosition: camera.isUnsure, views: [{ transform: transform(pose), projectionMatrix: new Float32Array(projection) }] };
    };
    getPose = (space) => {
      this.#expectActive();
      return { transform: transform(space.matrix) };
    };
    createAnchor = async ({ position: { x, y, z } }) => {
      this.#expectActive();
      const anchor = { anchorSpace: { matrix: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, y, z, 1] } };
      anchors.add(anchor);
      return anchor;
    };
  }
  Object.defineProperty(navigator, "xr", { value: {
    isSessionSupported: async (mode) => mode === "immersive-ar",
    requestSession: async (mode, options) => {
      camera.features = options;
      return (camera.session = new Session());
    },
  } });
  navigator.vibrate = (pattern) => camera.felt.push(pattern);
  window.XRWebGLLayer = class {};
  window.XRRigidTransform = class { constructor(position) { this.position = position; } };
  window.fakeCamera = camera;
})();
