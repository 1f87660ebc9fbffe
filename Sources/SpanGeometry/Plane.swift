/// A flat surface: local +Y is its normal, its outline lies in local x and z.
public struct Plane: Equatable, Sendable {
  public var pose: Pose
  public var kind: Kind
  public var extent: Extent
  /// As the client's framework classified it; nil: judged by the normal.
  public var alignment: Alignment?
  /// Replaced by another plane of the set: never hit, never snapped to.
  public var isSubsumed: Bool

  public init(
    pose: Pose, kind: Kind = .existing, extent: Extent, alignment: Alignment? = nil, isSubsumed: Bool = false
  ) {
    self.pose = pose
    self.kind = kind
    self.extent = extent
    self.alignment = alignment
    self.isSubsumed = isSubsumed
  }

  public enum Kind: Sendable { case existing, estimated }

  public enum Extent: Equatable, Sendable {
    case outline(Outline)
    /// No outline: unbounded, supported at this point of local x, z.
    case unbounded(center: Point2)
    /// An outline without area: the plane is ignored.
    case degenerate
  }

  public enum Alignment: Sendable { case horizontal, vertical, slanted }
}

extension Plane {
  public var normal: Vector3 { pose.rotation.y }

  public var outline: Outline? {
    if case .outline(let outline) = extent { outline } else { nil }
  }

  /// Subsumed or degenerate: takes no part in anything.
  public var isIgnored: Bool {
    if case .degenerate = extent { true } else { isSubsumed }
  }

  /// q of the uncertainty model, world: the point about which the plane tilts.
  public var support: Vector3 { world(localSupport) }

  /// The same in local x, z.
  public var localSupport: Point2 {
    switch extent {
    case .outline(let outline): outline.centroid
    case .unbounded(let center): center
    case .degenerate: Point2(0, 0)
    }
  }

  /// How far a normal may lean for a plane still to count as horizontal or vertical.
  public static let alignmentTolerance = (15.0).radians

  /// Horizontal, vertical or slanted: the plane's own word, else by its normal.
  public var effectiveAlignment: Alignment { alignment ?? Self.alignment(ofNormal: normal) }

  static func alignment(ofNormal n: Vector3) -> Alignment {
    if abs(n.y) >= cosine(alignmentTolerance) { return .horizontal }
    if abs(n.y) <= sine(alignmentTolerance) { return .vertical }
    return .slanted
  }

  /// A point in the plane's x and z in the world.
  public func world(_ local: Point2) -> Vector3 { pose.toWorld(Vector3(local.x, 0, local.y)) }

  /// A world point in the plane's x and z; `height` is its signed distance along the normal.
  public func local(_ world: Vector3) -> (point: Point2, height: Double) {
    let p = pose.toLocal(world)
    return (Point2(p.x, p.z), p.y)
  }
}
