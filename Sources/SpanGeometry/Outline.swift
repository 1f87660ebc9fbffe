/// The rim of a plane in its own x and z, metres: a closed ring of segments without repeated neighbours.
///
/// Any winding, convex or not; a ring that crosses itself counts even-odd.
public struct Outline: Equatable, Sendable {
  /// The cleaned ring, open (the last vertex joins the first); `Point2.y` is the plane's z.
  public let vertices: [Point2]
  /// Two edges cross, or the ring passes through itself at a vertex.
  public let crossesItself: Bool
  let lower: Point2
  let upper: Point2

  /// Slack of the rim and of degeneracy, metres: rounding, not geometry.
  public static let tolerance = 1e-9

  /// nil: fewer than three distinct vertices, or all within ``tolerance`` of one line.
  /// - Parameter work: pair tests left for finding crossings; lowered by what this ring took. When it runs out
  ///   the ring counts as not crossing, and the caller, who sees a negative rest, should refuse it.
  public init?(ring: consuming [Point2], work: inout Int) {
    guard ring.count >= 3 else { return nil }
    var walk = RingWalk(ring.span)
    // Neighbours that repeat make a corner without a turn, which no convex ring has.
    if !walk.isConvex, Self.repeats(ring) {
      ring = Self.cleaned(ring)
      guard ring.count >= 3 else { return nil }
      walk = RingWalk(ring.span)
    }
    guard walk.spansArea(ring) else { return nil }
    vertices = ring
    crossesItself = !walk.isConvex && Self.findCrossing(ring, work: &work)
    (lower, upper) = (walk.lower, walk.upper)
  }

  /// A rectangle of `width` along x and `height` along z, turned by +`rotation` radians about the plane's normal.
  /// Corners in the order (−,−) (+,−) (+,+) (−,+).
  public static func rectangle(center: Point2, width: Double, height: Double, rotation: Double) -> [Point2] {
    let (s, c) = (sine(rotation), cosine(rotation))
    return [(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)].map { across, down in
      let (x, z) = (across * width, down * height)
      return Point2(center.x + c * x + s * z, center.y - s * x + c * z)
    }
  }
}

extension Outline {
  /// Inside by the even-odd rule, or within ``tolerance`` of the rim.
  public func contains(_ p: Point2) -> Bool {
    let slack = Self.tolerance
    guard p.x >= lower.x - slack, p.x <= upper.x + slack, p.y >= lower.y - slack, p.y <= upper.y + slack else {
      return false
    }
    return Self.contains(p, ring: vertices.span)
  }

  /// The same for a ring of vertices, of a point that need not be within its bounds.
  static func contains(_ p: Point2, ring: Span<Point2>) -> Bool {
    var inside = false
    var a = ring[ring.count - 1]
    for place in ring.indices {
      let b = ring[place]
      // The half-open test counts a corner on the test line once.
      if (a.y > p.y) != (b.y > p.y), p.x < a.x + (p.y - a.y) / (b.y - a.y) * (b.x - a.x) { inside.toggle() }
      a = b
    }
    return inside || isOnRim(p, ring: ring)
  }

  private static func isOnRim(_ p: Point2, ring: Span<Point2>) -> Bool {
    var a = ring[ring.count - 1]
    for place in ring.indices {
      let b = ring[place]
      defer { a = b }
      // Most edges are far off: above, below, or aside.
      let (first, second) = (a.y - p.y, b.y - p.y)
      if (first > clearance && second > clearance) || (first < -clearance && second < -clearance) { continue }
      let (dx, dy) = (b.x - a.x, b.y - a.y)
      // The distance from the line times the length.
      let aside = dx * first - dy * (a.x - p.x)
      if aside * aside > clearance * clearance * (dx * dx + dy * dy) { continue }
      if squaredDistance(p, nearestPoint(on: a, b, to: p).point) <= tolerance * tolerance { return true }
    }
    return false
  }

  /// Metres: many times ``tolerance`` and the rounding of coordinates within a thousand kilometres. What is farther from
  /// an edge is surely not on it.
  private static let clearance = 1e-6

  private func squaredDistanceToRim(_ p: Point2) -> Double {
    var nearest = Double.infinity
    var a = vertices[vertices.count - 1]
    for b in vertices {
      nearest = min(nearest, Self.squaredDistance(p, Self.nearestPoint(on: a, b, to: p).point))
      a = b
    }
    return nearest
  }

  /// How far outside its rim a point lies, metres; 0 inside.
  public func distance(to p: Point2) -> Double { contains(p) ? 0 : squaredDistanceToRim(p).squareRoot() }

  /// A lower bound of the squared distance from `p` to the ring: to its bounding box.
  func squaredDistanceToBounds(_ p: Point2) -> Double {
    let dx = max(lower.x - p.x, 0, p.x - upper.x)
    let dy = max(lower.y - p.y, 0, p.y - upper.y)
    return dx * dx + dy * dy
  }

  /// Where on a segment a point is nearest.
  public enum Foot: Sendable {
    case inside
    /// Held at an end: a corner of the outline.
    case end
  }

  /// The point of the closed segment ab nearest to p; a segment without length is its end point.
  static func nearestPoint(on a: Point2, _ b: Point2, to p: Point2) -> (point: Point2, foot: Foot) {
    let (dx, dy) = (b.x - a.x, b.y - a.y)
    let squaredLength = dx * dx + dy * dy
    guard squaredLength > 0 else { return (a, .end) }
    let s = ((p.x - a.x) * dx + (p.y - a.y) * dy) / squaredLength
    if s <= 0 { return (a, .end) }
    if s >= 1 { return (b, .end) }
    return (Point2(a.x + s * dx, a.y + s * dy), .inside)
  }

  static func squaredDistance(_ a: Point2, _ b: Point2) -> Double {
    let (dx, dy) = (a.x - b.x, a.y - b.y)
    return dx * dx + dy * dy
  }
}

extension Outline {
  /// Two neighbours are the same point.
  private static func repeats(_ ring: [Point2]) -> Bool {
    var a = ring[ring.count - 1]
    for b in ring {
      if a == b { return true }
      a = b
    }
    return false
  }

  private static func cleaned(_ ring: [Point2]) -> [Point2] {
    var clean: [Point2] = []
    clean.reserveCapacity(ring.count)
    for v in ring where clean.last != v { clean.append(v) }
    while clean.count > 1, clean.first == clean.last { clean.removeLast() }
    return clean
  }
}
