/// What a ray may meet, in the words of AR frameworks.
public enum Target: Int, CaseIterable, Sendable {
  /// Existing planes, inside their outlines (rim included).
  case existingPlaneGeometry
  /// Existing planes without end.
  case existingPlaneInfinite
  /// The client's estimated planes, else a plane fitted to the features around the ray.
  case estimatedPlane
  /// The nearest feature within 2° of the ray, moved onto it.
  case featurePoint
  /// Accepted, never hit until depth maps can be sent.
  case depth
  /// Accepted, never hit until meshes can be sent.
  case mesh
}

/// Which planes a raycast considers.
public enum AlignmentFilter: Sendable {
  case any, horizontal, vertical

  public func accepts(_ alignment: Plane.Alignment) -> Bool {
    switch self {
    case .any: true
    case .horizontal: alignment == .horizontal
    case .vertical: alignment == .vertical
    }
  }
}

/// Where a ray meets a surface.
public struct Hit: Equatable, Sendable {
  public var target: Target
  public var surface: Surface
  /// World, metres.
  public var position: Vector3
  /// Along the ray, metres.
  public var distance: Double
  /// The surface's own +Y.
  public var normal: Vector3
  public var insideOutline: Bool
  /// Unit, of the ray.
  public var rayDirection: Vector3

  public enum Surface: Equatable, Sendable {
    /// By index in the list of planes.
    case plane(Int)
    case fitted(PlaneFit)
    case featurePoint
  }

  public init(
    target: Target, surface: Surface, position: Vector3, distance: Double, normal: Vector3, insideOutline: Bool,
    rayDirection: Vector3
  ) {
    self.target = target
    self.surface = surface
    self.position = position
    self.distance = distance
    self.normal = normal
    self.insideOutline = insideOutline
    self.rayDirection = rayDirection
  }
}

extension Hit {
  /// The ray meets the side the normal points out of.
  public var facesFront: Bool { normal.dot(rayDirection) <= 0 }

  /// Angle between ray and normal, radians: 0 is head on.
  public var incidence: Double {
    let c = abs(normal.dot(rayDirection))
    return arcTangent(normal.cross(rayDirection).length, c)
  }

  /// As WebXR defines it: Y the normal towards the ray's origin, Z the direction to the origin projected into the
  /// surface (world up, then world +X, if that vanishes), X = Y × Z.
  public var pose: Pose {
    let y = facesFront ? normal : -normal
    for candidate in [-rayDirection, .unitY, .unitX] {
      let flat = candidate.rejected(from: y)
      guard flat.length > Self.vanishing, let z = flat.normalized else { continue }
      return Pose(rotation: Matrix3(columns: y.cross(z), y, z), position: position)
    }
    return Pose(rotation: .identity, position: position)
  }

  /// Below this length a projected direction is rounding noise.
  private static let vanishing = 1e-6
}
