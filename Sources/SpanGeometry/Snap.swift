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
  /// - Parameter hierarchy: of the planes; nil: all of them are looked at.
  public func snap(
    _ position: Vector3, points candidates: [Vector3], planes: [Plane], hierarchy: PlaneHierarchy? = nil
  ) -> Snap? {
    if points, let index = nearestPoint(to: position, candidates) {
      let p = candidates[index]
      return Snap(position: p, offset: (p - position).length, feature: .point(index))
    }
    guard edges else { return nil }
    guard let hierarchy else { return nearestEdge(to: position, planes, planes.indices) }
    return nearestEdge(to: position, planes, hierarchy.planes(within: reach, of: position))
  }

  private var reach: Double { radius + Self.tolerance }

  private func nearestPoint(to position: Vector3, _ candidates: [Vector3]) -> Int? {
    var nearest = Double.infinity
    for p in candidates { nearest = min(nearest, (p - position).length) }
    guard nearest <= reach else { return nil }
    return candidates.firstIndex { ($0 - position).length <= nearest + Self.tolerance }
  }

  /// - Parameter places: of the planes that may be near.
  private func nearestEdge(to position: Vector3, _ planes: [Plane], _ places: some Sequence<Int>) -> Snap? {
    var nearest = Double.infinity
    eachEdge(near: position, planes, places) { _, _, _, _, distance in
      nearest = min(nearest, distance)
      return true
    }
    guard nearest <= reach else { return nil }
    var snap: Snap?
    eachEdge(near: position, planes, places) { index, edge, foot, isCorner, distance in
      guard distance <= nearest + Self.tolerance, let outline = planes[index].outline else { return true }
      let (a, b) = outline.edge(edge)
      let along = Vector3(b.x - a.x, 0, b.y - a.y).normalized ?? .unitX
      snap = Snap(
        position: planes[index].pose.toWorld(Vector3(foot.x, 0, foot.y)), offset: distance,
        feature: .edge(
          Snap.Edge(
            plane: index, index: edge, direction: planes[index].pose.rotation * along, isCorner: isCorner)))
      return false
    }
    return snap
  }

  /// Calls `body` with plane, edge, nearest point in local x, z, corner or not, and distance, for every edge of
  /// the existing planes within reach, in order, until it returns false.
  private func eachEdge(
    near position: Vector3, _ planes: [Plane], _ places: some Sequence<Int>,
    _ body: (Int, Int, Point2, Bool, Double) -> Bool
  ) {
    let reachSquared = reach * reach
    for index in places {
      // Most planes are far off along their normal: that is asked first.
      let height = planes[index].pose.rotation.y.dot(position - planes[index].pose.position)
      guard abs(height) <= reach, planes[index].kind == .existing, !planes[index].isSubsumed,
        case .outline(let outline) = planes[index].extent
      else { continue }
      let p = planes[index].local(position).point
      guard height * height + outline.squaredDistanceToBounds(p) <= reachSquared else { continue }
      var a = outline.vertices[0]
      for edge in outline.vertices.indices {
        let b = outline.edge(edge).end
        let (foot, kind) = Outline.nearestPoint(on: a, b, to: p)
        let squared = height * height + Outline.squaredDistance(p, foot)
        if squared <= reachSquared, !body(index, edge, foot, kind == .end, squared.squareRoot()) { return }
        a = b
      }
    }
  }
}

extension Outline {
  /// Edge `index` runs from vertex `index` to the next one, the last back to the first.
  func edge(_ index: Int) -> (start: Point2, end: Point2) {
    (vertices[index], vertices[index + 1 == vertices.count ? 0 : index + 1])
  }
}
