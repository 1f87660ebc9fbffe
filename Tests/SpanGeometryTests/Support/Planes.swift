import SpanGeometry

extension Outline {
  /// With more work allowed than any test ring needs.
  init?(_ ring: [Point2]) {
    var work = 10_000_000
    self.init(ring: ring, work: &work)
  }

  static func square(_ half: Double) -> Outline? {
    Outline([Point2(-half, -half), Point2(half, -half), Point2(half, half), Point2(-half, half)])
  }
}

extension Plane {
  /// A square with sides along local x and z.
  static func square(
    _ half: Double, at pose: Pose, kind: Kind = .existing, alignment: Alignment? = nil, isSubsumed: Bool = false
  ) -> Plane {
    Plane(
      pose: pose, kind: kind, extent: Outline.square(half).map(Extent.outline) ?? .degenerate, alignment: alignment,
      isSubsumed: isSubsumed)
  }

  /// Level, normal up.
  static func floor(_ height: Double, half: Double = 2, kind: Kind = .existing) -> Plane {
    square(half, at: Pose(rotation: .identity, position: Vector3(0, height, 0)), kind: kind)
  }

  /// Upright, normal towards +Z, local z down.
  static func wall(z: Double, half: Double = 2, kind: Kind = .existing) -> Plane {
    square(half, at: Pose(rotation: Matrix3(columns: .unitX, .unitZ, -.unitY), position: Vector3(0, 0, z)), kind: kind)
  }

  /// The normal leaned by `degrees` from straight up towards +X.
  static func leaning(_ degrees: Double, alignment: Alignment? = nil) -> Plane {
    let turn = Matrix3(rotationVector: -degrees * .pi / 180 * .unitZ)
    return square(5, at: Pose(rotation: turn, position: .zero), alignment: alignment)
  }
}

extension Ray {
  /// Straight down from a height over (x, z).
  static func down(_ x: Double = 0, _ z: Double = 0, from height: Double = 3) -> Ray {
    Ray(origin: Vector3(x, height, z), unitDirection: -.unitY)
  }

  init(from origin: Vector3, to target: Vector3) {
    let way = target - origin
    self.init(origin: origin, unitDirection: way / way.length)
  }
}
