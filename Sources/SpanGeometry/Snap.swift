/// Pulling a position onto a point or an edge nearby.
public struct SnapOptions: Equatable, Sendable {
  /// Metres in space, inclusive.
  public var radius: Double
  public var points: Bool
  public var edges: Bool

  /// The width of a finger on a screen at arm's length.
  public static let defaultRadius = 0.025
  public static let standard = SnapOptions()
  public static let off = SnapOptions(radius: 0, points: false, edges: false)

  public init(radius: Double = defaultRadius, points: Bool = true, edges: Bool = true) {
    self.radius = radius
    self.points = points
    self.edges = edges
  }
}

/// What a position was pulled onto.
public struct Snap: Equatable, Sendable {
  public var position: Vector3
  /// How far it was moved, metres.
  public var offset: Double
  public var feature: Feature

  public init(position: Vector3, offset: Double, feature: Feature) {
    self.position = position
    self.offset = offset
    self.feature = feature
  }

  public enum Feature: Equatable, Sendable {
    /// By index in the list of points.
    case point(Int)
    case edge(Edge)
  }

  public struct Edge: Equatable, Sendable {
    public var plane: Int
    /// In the plane's cleaned ring.
    public var index: Int
    /// Unit, world, along the edge.
    public var direction: Vector3
    /// Held at an end of the edge: a corner.
    public var isCorner: Bool

    public init(plane: Int, index: Int, direction: Vector3, isCorner: Bool) {
      self.plane = plane
      self.index = index
      self.direction = direction
      self.isCorner = isCorner
    }
  }
}

extension SnapOptions {
  /// Slack of the radius and of ties, metres: the last bit does not decide.
  public static let tolerance = 1e-9

  /// The nearest point within the radius; without one, the nearest edge of an existing plane. Points win over
  /// edges however near the edge is; of equals the earlier.
  /// - Parameters:
  ///   - pointHierarchy: of the points; nil: all of them are looked at.
  ///   - hierarchy: of the planes; nil: all of them are looked at.
  public func snap(
    _ position: Vector3, points candidates: [Vector3], pointHierarchy: PointHierarchy? = nil, planes: [Plane],
    hierarchy: PlaneHierarchy? = nil
  ) -> Snap? {
    if points, let index = nearestPoint(to: position, candidates, pointHierarchy) {
      let p = candidates[index]
      return Snap(position: p, offset: (p - position).length, feature: .point(index))
    }
    return edges ? nearestEdge(to: position, planes, hierarchy) : nil
  }

  private var reach: Double { radius + Self.tolerance }

  private func nearestPoint(to position: Vector3, _ candidates: [Vector3], _ hierarchy: PointHierarchy?) -> Int? {
    if let hierarchy { return hierarchy.nearest(to: position, within: reach, tolerance: Self.tolerance) }
    var nearest = Double.infinity
    for p in candidates { nearest = min(nearest, (p - position).length) }
    guard nearest <= reach else { return nil }
    return candidates.firstIndex { ($0 - position).length <= nearest + Self.tolerance }
  }

  private func nearestEdge(to position: Vector3, _ planes: [Plane], _ hierarchy: PlaneHierarchy?) -> Snap? {
    var nearest = Double.infinity
    eachPlane(around: position, planes, hierarchy, within: reach) { index in
      eachEdge(of: index, planes, near: position) { _, _, _, distance in
        nearest = min(nearest, distance)
        return true
      }
      return min(reach, nearest + Self.tolerance)
    }
    guard nearest <= reach else { return nil }
    let limit = nearest + Self.tolerance
    // The last bit of a height does not decide.
    let loose = limit + Self.tolerance
    var snap: (plane: Int, Snap)?
    eachPlane(around: position, planes, hierarchy, within: loose) { index in
      if let snap, snap.plane < index { return loose }
      eachEdge(of: index, planes, near: position) { edge, foot, isCorner, distance in
        guard distance <= limit, let outline = planes[index].outline else { return true }
        let (a, b) = outline.edge(edge)
        let along = Vector3(b.x - a.x, 0, b.y - a.y).normalized ?? .unitX
        snap = (
          index,
          Snap(
            position: planes[index].world(foot), offset: distance,
            feature: .edge(
              Snap.Edge(
                plane: index, index: edge, direction: planes[index].pose.rotation * along, isCorner: isCorner)))
        )
        return false
      }
      return loose
    }
    return snap?.1
  }

  /// Calls `look` with the planes that may have edges within reach, in no particular order; it returns the reach from
  /// then on.
  @inline(__always)
  private func eachPlane(
    around position: Vector3, _ planes: [Plane], _ hierarchy: PlaneHierarchy?, within reach: Double,
    look: (Int) -> Double
  ) {
    if let hierarchy { return hierarchy.search(around: position, within: reach, look: look) }
    var reach = reach
    for index in planes.indices {
      // Most planes are far off along their normal: that is asked first.
      let height = planes[index].pose.rotation.y.dot(position - planes[index].pose.position)
      if abs(height) <= reach { reach = look(index) }
    }
  }

  /// Calls `body` with edge, nearest point in local x, z, corner or not, and distance, for every edge of an existing
  /// plane within reach, in order, until it returns false.
  private func eachEdge(
    of index: Int, _ planes: [Plane], near position: Vector3, _ body: (Int, Point2, Bool, Double) -> Bool
  ) {
    let height = planes[index].pose.rotation.y.dot(position - planes[index].pose.position)
    guard abs(height) <= reach, planes[index].kind == .existing, !planes[index].isSubsumed,
      case .outline(let outline) = planes[index].extent
    else { return }
    let reachSquared = reach * reach
    let p = planes[index].local(position).point
    guard height * height + outline.squaredDistanceToBounds(p) <= reachSquared else { return }
    var a = outline.vertices[0]
    for edge in outline.vertices.indices {
      let b = outline.edge(edge).end
      let (foot, kind) = Outline.nearestPoint(on: a, b, to: p)
      let squared = height * height + Outline.squaredDistance(p, foot)
      if squared <= reachSquared, !body(edge, foot, kind == .end, squared.squareRoot()) { return }
      a = b
    }
  }
}

extension Outline {
  /// Edge `index` runs from vertex `index` to the next one, the last back to the first.
  func edge(_ index: Int) -> (start: Point2, end: Point2) {
    (vertices[index], vertices[index + 1 == vertices.count ? 0 : index + 1])
  }
}
