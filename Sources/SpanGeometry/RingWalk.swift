/// What one walk around a ring of at least three vertices tells.
struct RingWalk {
  private(set) var lower: Point2
  private(set) var upper: Point2
  /// All turns go one way, and around once: x runs up and down a single time. A straight corner may hide a spike that
  /// runs back, so a ring that has one is not called convex.
  let isConvex: Bool
  /// Twice the area of the largest triangle of three neighbours.
  private let largestCorner: Double

  init(_ ring: Span<Point2>) {
    (lower, upper) = (ring[0], ring[0])
    var corner = ring[ring.count - 1]
    var edge = Point2(corner.x - ring[ring.count - 2].x, corner.y - ring[ring.count - 2].y)
    var isRising = edge.x > 0
    var (leftmost, rightmost, reversals) = (-Double.infinity, Double.infinity, 0)
    for place in ring.indices {
      let vertex = ring[place]
      let next = Point2(vertex.x - corner.x, vertex.y - corner.y)
      let turn = edge.x * next.y - edge.y * next.x
      let wasRising = isRising
      isRising = next.x > 0
      if isRising != wasRising { reversals &+= 1 }
      // Comparisons like these are one instruction each; those of `max` are four.
      leftmost = turn > leftmost ? turn : leftmost
      rightmost = turn < rightmost ? turn : rightmost
      lower = Point2(vertex.x < lower.x ? vertex.x : lower.x, vertex.y < lower.y ? vertex.y : lower.y)
      upper = Point2(vertex.x > upper.x ? vertex.x : upper.x, vertex.y > upper.y ? vertex.y : upper.y)
      (corner, edge) = (vertex, next)
    }
    isConvex = (rightmost > 0 || leftmost < 0) && reversals == 2
    largestCorner = max(leftmost, -rightmost)
  }

  /// Does some vertex of the ring lie off the line from the first one to the farthest from that?
  func spansArea(_ ring: [Point2]) -> Bool {
    // Vertices that all lay on the line would make no larger corner: two sides of at most twice its length, and twice
    // the tolerance.
    let size = upper.x - lower.x + (upper.y - lower.y)
    if largestCorner > 16 * Outline.tolerance * size { return true }
    let a = ring[0]
    guard let b = ring.max(by: { Outline.squaredDistance($0, a) < Outline.squaredDistance($1, a) })
    else { return false }
    let length = Outline.squaredDistance(b, a).squareRoot()
    guard length > Outline.tolerance else { return false }
    let slack = Outline.tolerance * length
    return ring.contains { abs((b.x - a.x) * ($0.y - a.y) - (b.y - a.y) * ($0.x - a.x)) > slack }
  }
}
