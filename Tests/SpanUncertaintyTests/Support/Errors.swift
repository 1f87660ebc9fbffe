import SpanGeometry
import SpanUncertainty

/// Actual errors of everything a client sends, as the measurement model, §2, shares them. Metres, radians, screen
/// units; zero is the true scene.
struct Errors: Sendable {
  /// Shared by all taps.
  var position = Vector3.zero
  var rotation = Vector3.zero
  /// Coefficients along, across, up; and of the yaw.
  var drift = Vector3.zero
  var driftYaw = 0.0
  /// ln fx, ln fy; then cx, cy in the camera's own pixels (view points for a projection).
  var focal = Point2(0, 0)
  var principalPoint = Point2(0, 0)
  var scale = 0.0
  /// One of each for each tap.
  var taps: [Point2]
  var jitterPosition: [Vector3]
  var jitterRotation: [Vector3]
  /// Of the meant point against the hit.
  var definition: [Vector3]
  /// One of each for each surface: along the normal; tilts along its x and z; of the outline in x and z.
  var offset: [Double]
  var tilt: [Point2]
  var boundary: [Point2]
  /// One of each for each feature and given point.
  var features: [Vector3]
  var given: [Vector3]

  init(for scene: Scene) {
    let taps = scene.aims.count
    let surfaces = scene.surfaces.count
    self.taps = Array(repeating: Point2(0, 0), count: taps)
    jitterPosition = Array(repeating: .zero, count: taps)
    jitterRotation = Array(repeating: .zero, count: taps)
    definition = Array(repeating: .zero, count: taps)
    offset = Array(repeating: 0, count: surfaces)
    tilt = Array(repeating: Point2(0, 0), count: surfaces)
    boundary = Array(repeating: Point2(0, 0), count: surfaces)
    features = Array(repeating: .zero, count: scene.features.count)
    given = Array(repeating: .zero, count: scene.given.count)
  }
}

extension Scene {
  /// The scene as the service is told of it, `definition` aside, which no input carries.
  func disturbed(by errors: Errors) -> Scene {
    var told = self
    let stretch = 1 + errors.scale
    let start = aims.first?.eye.origin ?? .zero
    for i in aims.indices {
      told.aims[i].eye = aims[i].eye.disturbed(by: errors, tap: i, from: start, stretch)
    }
    for i in surfaces.indices {
      told.surfaces[i] = surfaces[i].disturbed(
        offset: errors.offset[i], tilt: errors.tilt[i], boundary: errors.boundary[i], stretch)
    }
    for i in features.indices {
      // A feature is known from where the camera was thought to be: it moves with the pose of the tap it is meant for.
      let seen = features[i] + errors.features[i]
      guard i < aims.count else {
        told.features[i] = stretch * seen
        continue
      }
      let (origin, turn) = aims[i].eye.disturbedPose(by: errors, tap: i, from: start)
      told.features[i] = stretch * (origin + turn * (seen - aims[i].eye.origin))
    }
    for i in given.indices { told.given[i].position = stretch * (given[i].position + errors.given[i]) }
    return told
  }
}

extension Scene.Surface {
  /// The plane turns about its support point q, rises along its normal, and its outline slides in it.
  fileprivate func disturbed(offset: Double, tilt: Point2, boundary: Point2, _ stretch: Double) -> Self {
    var told = self
    let (e1, n, e2) = (pose.rotation.x, pose.rotation.y, pose.rotation.z)
    let q = pose.toWorld(Vector3(support.x, 0, support.y))
    // The normal moves by w × n = a e₁ + b e₂, so that the plane rises by −a (p−q)·e₁ − b (p−q)·e₂.
    let turn = Matrix3(rotationVector: tilt.x * n.cross(e1) + tilt.y * n.cross(e2))
    let position = q + offset * n + turn * (pose.position - q)
    told.pose = Pose(rotation: turn * pose.rotation, position: stretch * position)
    told.ring = ring.map {
      $0.map { Point2(stretch * ($0.x + boundary.x), stretch * ($0.y + boundary.y)) }
    }
    return told
  }
}

extension Scene.Eye {
  /// Where the camera is told to be, and by what its axes are turned.
  fileprivate func disturbedPose(
    by errors: Errors, tap i: Int, from start: Vector3
  ) -> (origin: Vector3, turn: Matrix3) {
    // Limited tracking: pose errors are three times as large, §5.
    let limited = tracking == .limited ? 3.0 : 1.0
    let way = origin - start
    let length = way.length
    let origin =
      self.origin + limited * errors.position + errors.jitterPosition[i] + errors.drift.x * way
      + errors.drift.y * Vector3.unitY.cross(way) + errors.drift.z * length * Vector3.unitY
    let turn =
      Matrix3(rotationVector: errors.jitterRotation[i]) * Matrix3(rotationVector: limited * errors.rotation)
      * Matrix3(rotationVector: errors.driftYaw * length.squareRoot() * Vector3.unitY)
    return (origin, turn)
  }

  fileprivate func disturbed(by errors: Errors, tap i: Int, from start: Vector3, _ stretch: Double) -> Self {
    let (origin, turn) = disturbedPose(by: errors, tap: i, from: start)
    switch self {
    case .ray(_, let direction):
      let unit = direction / direction.length
      let across = unit.anyPerpendicular
      let aimed = unit + errors.taps[i].x * across + errors.taps[i].y * unit.cross(across)
      return .ray(origin: stretch * origin, direction: turn * aimed)
    case .camera(var camera, let screen):
      camera.pose = Pose(rotation: turn * camera.pose.rotation, position: stretch * origin)
      camera.optics = camera.optics.disturbed(focal: errors.focal, principalPoint: errors.principalPoint)
      return .camera(camera, Point2(screen.x + errors.taps[i].x, screen.y + errors.taps[i].y))
    }
  }
}

extension Camera.Optics {
  fileprivate func disturbed(focal: Point2, principalPoint shift: Point2) -> Self {
    switch self {
    case .intrinsics(var lens, let viewport):
      lens.focal = Point2(lens.focal.x * (1 + focal.x), lens.focal.y * (1 + focal.y))
      lens.principalPoint = Point2(lens.principalPoint.x + shift.x, lens.principalPoint.y + shift.y)
      return .intrinsics(lens, viewport)
    case .projection(var p, let width, let height):
      // fx = P0 Vw/2; a principal point moved right by δ is nx moved left by 2δ/Vw, and y runs the other way.
      p.p0 *= 1 + focal.x
      p.p5 *= 1 + focal.y
      p.p8 -= 2 * shift.x / width
      p.p9 += 2 * shift.y / height
      return .projection(p, width: width, height: height)
    }
  }
}
