/// What one walk around a ring of at least three vertices tells.
struct RingWalk {
  /// Two neighbours are the same point.
  let repeats: Bool
  let lower: Point2
  let upper: Point2
  /// All turns go one way, and around once: x runs up and down a single time. A straight corner may hide a spike that
  /// runs back, so a ring that has one is not called convex.
  let isConvex: Bool

  // About the first vertex: the square of the largest distance, twice the signed area, the sum of its parts without
  // their signs, and its moments.
  private let reach: Double
  private let twice: Double
  private let absolute: Double
  private let moment: Point2
  private let origin: Point2

  init(_ ring: [Point2]) {
    let first = ring[0]
    var corner = ring[ring.count - 1]
    var edge = Point2(corner.x - ring[ring.count - 2].x, corner.y - ring[ring.count - 2].y)
    var arm = Point2(corner.x - first.x, corner.y - first.y)
    var wasRising = Self.isRising(edge)
    var (left, right, straight, repeats, reversals) = (false, false, false, false, 0)
    var (lower, upper) = (first, first)
    var (reach, twice, absolute, moment) = (0.0, 0.0, 0.0, Point2(0, 0))
    for vertex in ring {
      let next = Point2(vertex.x - corner.x, vertex.y - corner.y)
      if next.x == 0, next.y == 0 { repeats = true }
      let turn = edge.x * next.y - edge.y * next.x
      if turn > 0 { left = true } else if turn < 0 { right = true } else { straight = true }
      let isRising = Self.isRising(next)
      if isRising != wasRising { reversals &+= 1 }

      let far = Point2(vertex.x - first.x, vertex.y - first.y)
      let cross = arm.x * far.y - arm.y * far.x
      twice += cross
      absolute += abs(cross)
      moment.x += cross * (arm.x + far.x)
      moment.y += cross * (arm.y + far.y)
      reach = max(reach, far.x * far.x + far.y * far.y)
      lower = Point2(min(lower.x, vertex.x), min(lower.y, vertex.y))
      upper = Point2(max(upper.x, vertex.x), max(upper.y, vertex.y))
      (corner, edge, arm, wasRising) = (vertex, next, far, isRising)
    }
    isConvex = !straight && left != right && reversals == 2
    (origin, self.repeats, self.lower, self.upper) = (first, repeats, lower, upper)
    (self.reach, self.twice, self.absolute, self.moment) = (reach, twice, absolute, moment)
  }

  private static func isRising(_ edge: Point2) -> Bool { edge.x > 0 || (edge.x == 0 && edge.y > 0) }

  /// nil when the signed areas cancel.
  var areaCentroid: Point2? {
    guard abs(twice) > 1e-12 * absolute else { return nil }
    return Point2(origin.x + moment.x / (3 * twice), origin.y + moment.y / (3 * twice))
  }

  /// Does some vertex of the ring lie off the line from the first one to the farthest from that?
  func spansArea(_ ring: [Point2]) -> Bool {
    let length = reach.squareRoot()
    guard length > Outline.tolerance else { return false }
    let slack = Outline.tolerance * length
    // Vertices that all lay on the line would make no larger parts: two sides of at most `length`, and the tolerance.
    if absolute > 4 * Double(ring.count) * slack { return true }
    let a = ring[0]
    guard let b = ring.max(by: { Outline.squaredDistance($0, a) < Outline.squaredDistance($1, a) })
    else { return false }
    return ring.contains { abs((b.x - a.x) * ($0.y - a.y) - (b.y - a.y) * ($0.x - a.x)) > slack }
  }
}
