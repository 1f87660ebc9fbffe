internal import SpanGeometry

extension Point2 {
  static func + (a: Point2, b: Point2) -> Point2 { Point2(a.x + b.x, a.y + b.y) }
  static func - (a: Point2, b: Point2) -> Point2 { Point2(a.x - b.x, a.y - b.y) }
  static func * (s: Double, a: Point2) -> Point2 { Point2(s * a.x, s * a.y) }

  func dot(_ b: Point2) -> Double { x * b.x + y * b.y }
  var length: Double { dot(self).squareRoot() }
  /// Turned by a right angle.
  var perpendicular: Point2 { Point2(-y, x) }

  static func middle(_ a: Point2, _ b: Point2) -> Point2 { 0.5 * (a + b) }

  /// nil: no points.
  static func mean(_ points: [Point2]) -> Point2? {
    points.isEmpty ? nil : (1 / Double(points.count)) * points.reduce(Point2(0, 0), +)
  }
}

/// A rectangle along the axes.
struct Box {
  var low: Point2
  var high: Point2

  /// nil: no points.
  init?(around points: [Point2]) {
    guard let first = points.first else { return nil }
    (low, high) = (first, first)
    for point in points {
      low = Point2(min(low.x, point.x), min(low.y, point.y))
      high = Point2(max(high.x, point.x), max(high.y, point.y))
    }
  }

  init(x: Double, y: Double, width: Double, height: Double) {
    low = Point2(x, y)
    high = Point2(x + width, y + height)
  }

  var width: Double { high.x - low.x }
  var height: Double { high.y - low.y }
  var center: Point2 { Point2.middle(low, high) }

  func contains(_ p: Point2) -> Bool { low.x...high.x ~= p.x && low.y...high.y ~= p.y }
  func meets(_ other: Box) -> Bool {
    low.x < other.high.x && other.low.x < high.x && low.y < other.high.y && other.low.y < high.y
  }
  func inset(_ margin: Double) -> Box {
    Box(x: low.x + margin, y: low.y + margin, width: width - 2 * margin, height: height - 2 * margin)
  }
}
