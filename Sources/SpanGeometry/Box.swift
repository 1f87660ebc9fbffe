/// Axis-aligned, with room for the slack of outlines and for rounding.
struct Box: Sendable {
  private(set) var lower: Vector3
  private(set) var upper: Vector3

  private static let margin = 1e-6

  static let empty = Box(
    lower: Vector3(.infinity, .infinity, .infinity), upper: Vector3(-.infinity, -.infinity, -.infinity))

  private init(lower: Vector3, upper: Vector3) {
    self.lower = lower
    self.upper = upper
  }

  private init(middle: Vector3, half: Vector3) {
    let room = half + Vector3(Self.margin, Self.margin, Self.margin)
    self.init(lower: middle - room, upper: middle + room)
  }

  init(around p: Vector3) { self.init(middle: p, half: .zero) }

  /// Around the rectangle that an outline fills in its plane.
  init(around outline: Outline, _ pose: Pose) {
    let (lower, upper) = (outline.lower, outline.upper)
    let middle = pose.toWorld(Vector3(0.5 * (lower.x + upper.x), 0, 0.5 * (lower.y + upper.y)))
    let (x, z) = (0.5 * (upper.x - lower.x) * pose.rotation.x, 0.5 * (upper.y - lower.y) * pose.rotation.z)
    self.init(middle: middle, half: Vector3(abs(x.x) + abs(z.x), abs(x.y) + abs(z.y), abs(x.z) + abs(z.z)))
  }

  var middle: Vector3 { 0.5 * (lower + upper) }

  /// From the middle to the sides.
  var half: Vector3 { 0.5 * (upper - lower) }

  mutating func formUnion(_ other: Box) {
    lower = Vector3(min(lower.x, other.lower.x), min(lower.y, other.lower.y), min(lower.z, other.lower.z))
    upper = Vector3(max(upper.x, other.upper.x), max(upper.y, other.upper.y), max(upper.z, other.upper.z))
  }

  /// How near a position is to something inside at least, metres, squared.
  func squaredDistance(to p: Vector3) -> Double {
    func gap(_ lower: Double, _ upper: Double, _ p: Double) -> Double {
      p < lower ? lower - p : p > upper ? p - upper : 0
    }
    return Vector3(gap(lower.x, upper.x, p.x), gap(lower.y, upper.y, p.y), gap(lower.z, upper.z, p.z)).lengthSquared
  }
}

/// A ray that is held against many boxes.
struct Beam {
  private let origin: Vector3
  /// Of the direction's components. One below the least does not leave any box that it starts in.
  private let inverse: Vector3

  private static let least = 1e-30

  init(_ ray: Ray) {
    func inverted(_ x: Double) -> Double { 1 / (abs(x) < Self.least ? Self.least : x) }
    origin = ray.origin
    inverse = Vector3(inverted(ray.direction.x), inverted(ray.direction.y), inverted(ray.direction.z))
  }

  /// Where the ray enters a box, metres along it; 0 inside, infinity if it never does. By slabs (Kay & Kajiya 1986).
  @inline(__always)
  func entry(_ box: Box) -> Double {
    var (near, far) = (0.0, Double.infinity)
    // Comparisons like these are one instruction each; those of `max` are four.
    func cut(_ lower: Double, _ upper: Double, _ origin: Double, _ inverse: Double) {
      let (a, b) = ((lower - origin) * inverse, (upper - origin) * inverse)
      let (first, last) = a < b ? (a, b) : (b, a)
      near = first > near ? first : near
      far = last < far ? last : far
    }
    cut(box.lower.x, box.upper.x, origin.x, inverse.x)
    cut(box.lower.y, box.upper.y, origin.y, inverse.y)
    cut(box.lower.z, box.upper.z, origin.z, inverse.z)
    return near <= far && box.lower.x <= box.upper.x ? near : .infinity
  }
}
