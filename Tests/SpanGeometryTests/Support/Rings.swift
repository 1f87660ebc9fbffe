import Foundation
import SpanGeometry

/// Rings of vertices for tests, and an oracle that knows nothing of the code under test.
enum Rings {
  /// Random radii at sorted angles about a centre: simple, mostly concave, either winding.
  static func star(_ random: inout Random, count: Int) -> [Point2] {
    let center = Point2(random.uniform(-2, 2), random.uniform(-2, 2))
    let isReversed = random.integer(0...1) == 1
    let ring = (0..<count).map { i in
      let angle = (Double(i) + random.uniform(0.05, 0.95)) * 2 * .pi / Double(count)
      let radius = random.uniform(0.2, 2)
      return Point2(center.x + radius * cos(angle), center.y + radius * sin(angle))
    }
    return isReversed ? ring.reversed() : ring
  }

  /// A comb of teeth one unit wide and `depth` deep.
  static func comb(teeth: Int, depth: Double) -> [Point2] {
    var ring = [Point2(0, -1)]
    for i in 0..<teeth {
      ring += [Point2(Double(2 * i), depth), Point2(Double(2 * i + 1), depth), Point2(Double(2 * i + 1), 0)]
      if i + 1 < teeth { ring.append(Point2(Double(2 * i + 2), 0)) }
    }
    ring.append(Point2(Double(2 * teeth - 1), -1))
    return ring
  }

  /// Every other corner of a regular pentagon: the middle is wound twice.
  static let pentagram = (0..<5).map { i in
    let angle = .pi / 2 + Double(i) * 4 * .pi / 5
    return Point2(cos(angle), sin(angle))
  }

  static let bowTie = [Point2(-1, -1), Point2(1, 1), Point2(1, -1), Point2(-1, 1)]

  /// How often the ring winds about p: the sum of the angles under which its edges are seen, in whole turns.
  static func windings(_ ring: [Point2], about p: Point2) -> Int {
    var sum = 0.0
    for (i, a) in ring.enumerated() {
      let b = ring[(i + 1) % ring.count]
      let (u, v) = (Point2(a.x - p.x, a.y - p.y), Point2(b.x - p.x, b.y - p.y))
      sum += atan2(u.x * v.y - u.y * v.x, u.x * v.x + u.y * v.y)
    }
    return Int((sum / (2 * .pi)).rounded())
  }

  /// The distance to the nearest edge, by dense sampling along it refined to the perpendicular foot.
  static func distanceToRim(_ ring: [Point2], _ p: Point2) -> Double {
    var nearest = Double.infinity
    for (i, a) in ring.enumerated() {
      let b = ring[(i + 1) % ring.count]
      let length = hypot(b.x - a.x, b.y - a.y)
      var distance = min(hypot(p.x - a.x, p.y - a.y), hypot(p.x - b.x, p.y - b.y))
      let along = ((p.x - a.x) * (b.x - a.x) + (p.y - a.y) * (b.y - a.y)) / length
      if along > 0, along < length {
        distance = min(distance, abs((b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x)) / length)
      }
      nearest = min(nearest, distance)
    }
    return nearest
  }
}
