import SpanGeometry
import SpanUncertainty

/// One scalar error of a scene: which source it belongs to, its σ, and how it enters.
struct ErrorVariable: Sendable {
  let source: Source
  let sigma: Double
  let set: @Sendable (inout Errors, Double) -> Void

  init(_ source: Source, _ sigma: Double, _ set: @escaping @Sendable (inout Errors, Double) -> Void) {
    self.source = source
    self.sigma = sigma
    self.set = set
  }

  /// All of a scene, but `definition`, `prior` and `scale`, which need no derivative.
  static func all(of scene: Scene) -> [ErrorVariable] {
    let s = Sampler(scene)
    return shared(s) + scene.aims.indices.flatMap { ofTap($0, s) } + scene.surfaces.indices.flatMap { ofSurface($0, s) }
      + scene.features.indices.map { i in
        let along = s.featureAlong[i]
        return ErrorVariable(.surface, along.sigma) { $0.features[i] = $1 * along.along }
      }
  }

  private static func shared(_ s: Sampler) -> [ErrorVariable] {
    [
      ErrorVariable(.posePosition, s.position) { $0.position.x = $1 },
      ErrorVariable(.posePosition, s.position) { $0.position.y = $1 },
      ErrorVariable(.posePosition, s.position) { $0.position.z = $1 },
      ErrorVariable(.poseRotation, s.rollPitch) { $0.rotation.x = $1 },
      ErrorVariable(.poseRotation, s.yaw) { $0.rotation.y = $1 },
      ErrorVariable(.poseRotation, s.rollPitch) { $0.rotation.z = $1 },
      ErrorVariable(.drift, s.drift) { $0.drift.x = $1 },
      ErrorVariable(.drift, 0.4 * s.drift) { $0.drift.y = $1 },
      ErrorVariable(.drift, 0.3 * s.drift) { $0.drift.z = $1 },
      ErrorVariable(.drift, s.driftYaw) { $0.driftYaw = $1 },
      ErrorVariable(.intrinsics, s.focal) { $0.focal.x = $1 },
      ErrorVariable(.intrinsics, s.focal) { $0.focal.y = $1 },
      ErrorVariable(.intrinsics, s.principalPoint) { $0.principalPoint.x = $1 },
      ErrorVariable(.intrinsics, s.principalPoint) { $0.principalPoint.y = $1 },
    ]
  }

  private static func ofTap(_ i: Int, _ s: Sampler) -> [ErrorVariable] {
    [
      ErrorVariable(.tap, s.tap[i]) { $0.taps[i].x = $1 },
      ErrorVariable(.tap, s.tap[i]) { $0.taps[i].y = $1 },
      ErrorVariable(.jitter, s.jitterPosition) { $0.jitterPosition[i].x = $1 },
      ErrorVariable(.jitter, s.jitterPosition) { $0.jitterPosition[i].y = $1 },
      ErrorVariable(.jitter, s.jitterPosition) { $0.jitterPosition[i].z = $1 },
      ErrorVariable(.jitter, s.jitterRotation) { $0.jitterRotation[i].x = $1 },
      ErrorVariable(.jitter, s.jitterRotation) { $0.jitterRotation[i].y = $1 },
      ErrorVariable(.jitter, s.jitterRotation) { $0.jitterRotation[i].z = $1 },
    ]
  }

  private static func ofSurface(_ i: Int, _ s: Sampler) -> [ErrorVariable] {
    [
      ErrorVariable(.plane, s.offset[i]) { $0.offset[i] = $1 },
      ErrorVariable(.plane, s.tilt[i]) { $0.tilt[i].x = $1 },
      ErrorVariable(.plane, s.tilt[i]) { $0.tilt[i].y = $1 },
      ErrorVariable(.boundary, s.boundary[i]) { $0.boundary[i].x = $1 },
      ErrorVariable(.boundary, s.boundary[i]) { $0.boundary[i].y = $1 },
    ]
  }
}

/// What small errors of one variable do, per σ, by casting the disturbed rays again: central differences.
struct Response: Sendable {
  let source: Source
  /// Of the position of each tap, and of what leads from its camera to it.
  let points: [Vector3]
  let ranges: [Vector3]
  /// Of n·r of each tap's hit on a plane.
  let denominators: [Double]

  /// nil: the scene is not measurable.
  static func all(of scene: Scene) -> [Response]? {
    var result: [Response] = []
    for variable in ErrorVariable.all(of: scene) {
      // A thousandth of σ: truncation is about 1e-9 relative, rounding less.
      let step = 1e-3 * variable.sigma
      guard let up = Sample(scene, variable, step), let down = Sample(scene, variable, -step) else { return nil }
      func perSigma(_ a: [Vector3], _ b: [Vector3]) -> [Vector3] { zip(a, b).map { 500 * ($0 - $1) } }
      result.append(
        Response(
          source: variable.source, points: perSigma(up.points, down.points), ranges: perSigma(up.ranges, down.ranges),
          denominators: zip(up.denominators, down.denominators).map { 500 * ($0 - $1) }))
    }
    return result
  }

  private struct Sample {
    var points: [Vector3]
    var ranges: [Vector3]
    var denominators: [Double]

    init?(_ scene: Scene, _ variable: ErrorVariable, _ size: Double) {
      var errors = Errors(for: scene)
      variable.set(&errors, size)
      let told = scene.disturbed(by: errors)
      guard let located = told.located(), let points = located.all else { return nil }
      self.points = points.map(\.position)
      ranges = zip(points, told.aims).map { $0.position - $1.eye.origin }
      denominators = zip(located.hits, told.aims).map { hit, aim in
        aim.eye.direction.map { hit?.normal.dot($0) ?? 0 } ?? 0
      }
    }
  }
}

extension Scene.Eye {
  /// r, not normalised: camera-space z is −1.
  var direction: Vector3? {
    switch self {
    case .camera(let camera, let screen): Sight(through: screen, of: camera)?.direction
    case .ray(_, let direction): direction.normalized
    }
  }
}
