// A phone that sees the world through WebXR: poses, planes and anchors, in the forms the service takes.

/** What a browser has to have. @returns what is missing as a sentence, or null */
export async function missing() {
  if (!isSecureContext) return "Browsers open the camera only for pages that came over HTTPS, or from this very device.";
  if (!navigator.xr) return "This browser has no WebXR. Chrome on an Android phone with ARCore has it.";
  const isSupported = await navigator.xr.isSessionSupported("immersive-ar").catch(() => false);
  return isSupported ? null : "This device has no augmented reality that the browser could use (WebXR “immersive-ar”).";
}

export class Device {
  #planes = new Map();
  #anchors = new Map();
  /** Places that it will hold on to. */
  #wanted = new Map();
  #count = 0;

  /**
   * Opens the camera. Has to be called by a gesture.
   * @param overlay the element that is shown over the camera
   * @param whenFrame called for each frame with the device; @param whenTapped for each tap on the screen; @param whenEnded
   */
  static async open(overlay, { whenFrame, whenTapped, whenEnded }) {
    const session = await navigator.xr.requestSession("immersive-ar", {
      requiredFeatures: ["dom-overlay"],
      optionalFeatures: ["local-floor", "hit-test", "plane-detection", "anchors"],
      domOverlay: { root: overlay },
    });
    const device = new Device(session);
    session.addEventListener("end", whenEnded);
    session.addEventListener("select", whenTapped);
    // Else nobody could close it: the page does not know of it yet.
    await device.#prepare().catch(async (fault) => {
      await session.end();
      throw fault;
    });
    const frame = (_, xrFrame) => {
      session.requestAnimationFrame(frame);
      if (device.#read(xrFrame)) whenFrame(device);
    };
    session.requestAnimationFrame(frame);
    return device;
  }

  constructor(session) {
    this.session = session;
  }

  async #prepare() {
    // The camera's picture is the background; what is drawn over it is the overlay's.
    const context = document.createElement("canvas").getContext("webgl", { xrCompatible: true });
    this.session.updateRenderState({ baseLayer: new XRWebGLLayer(this.session, context) });
    this.space = await this.session.requestReferenceSpace("local-floor").catch(() => this.session.requestReferenceSpace("local"));
    const viewer = await this.session.requestReferenceSpace("viewer");
    this.hits = await this.session.requestHitTestSource?.({ space: viewer }).catch(() => null);
  }

  /** @returns whether the device knows where it is */
  #read(frame) {
    const pose = frame.getViewerPose(this.space);
    if (!pose) return false;
    this.frame = frame;
    this.view = pose.views[0];
    this.isUnsure = pose.emulatedPosition;
    this.#holdWanted();
    return true;
  }

  close() {
    return this.session.end();
  }

  /** `Camera` of the API, in CSS pixels of the overlay. */
  camera(width, height) {
    return {
      pose: Array.from(this.view.transform.matrix),
      projection: Array.from(this.view.projectionMatrix),
      viewport: { width, height },
      ...(this.isUnsure && { tracking: { state: "limited", reason: "emulatedPosition" } }),
    };
  }

  /** Planes that are new, changed or gone since the last call. */
  changes() {
    const detected = this.frame.detectedPlanes;
    if (!detected) return { upsert: this.#underCrosshair(), remove: [] };
    const upsert = [];
    for (const plane of detected) {
      const known = this.#planes.get(plane);
      if (known?.changed === plane.lastChangedTime) continue;
      const pose = this.frame.getPose(plane.planeSpace, this.space);
      // A plane of fewer corners bounds nothing yet.
      if (!pose || plane.polygon.length < 3) continue;
      const id = known?.id ?? `plane-${++this.#count}`;
      this.#planes.set(plane, { id, changed: plane.lastChangedTime });
      upsert.push({
        id, pose: Array.from(pose.transform.matrix),
        polygon: plane.polygon.map(({ x, z }) => [x, z]),
        ...(plane.orientation && { alignment: plane.orientation }),
        ...(plane.semanticLabel && { classification: plane.semanticLabel }),
      });
    }
    const remove = [...this.#planes].filter(([plane]) => !detected.has(plane)).map(([plane, { id }]) => {
      this.#planes.delete(plane);
      return id;
    });
    return { upsert, remove };
  }

  /** Without planes: the surface that the device guesses in the middle of the screen. */
  #underCrosshair() {
    const pose = this.hits && this.frame.getHitTestResults(this.hits)[0]?.getPose(this.space);
    return pose ? [{ id: "under the crosshair", kind: "estimated", pose: Array.from(pose.transform.matrix) }] : [];
  }

  /** Lets the device hold on to a place, if it can: with the next frame, as a frame makes anchors only while it is shown. */
  hold(id, place) {
    this.#wanted.set(id, place);
  }

  #holdWanted() {
    for (const [id, [x, y, z]] of this.#wanted) {
      this.frame.createAnchor?.(new XRRigidTransform({ x, y, z }), this.space).then((anchor) => this.#anchors.set(id, anchor), () => {});
    }
    this.#wanted.clear();
  }

  release(ids) {
    for (const places of [this.#anchors, this.#wanted]) {
      for (const id of places.keys()) if (!ids.has(id)) places.delete(id);
    }
  }

  /** Where the places are now that it holds on to. */
  held() {
    return [...this.#anchors].flatMap(([id, anchor]) => {
      const pose = this.frame.trackedAnchors?.has(anchor) && this.frame.getPose(anchor.anchorSpace, this.space);
      if (!pose) return [];
      const { x, y, z } = pose.transform.position;
      return [[id, [x, y, z]]];
    });
  }
}
