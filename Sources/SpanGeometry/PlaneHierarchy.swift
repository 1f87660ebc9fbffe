/// The outlines of many planes in a bounding-volume hierarchy: a ray, or a position, is held against few of them.
///
/// It only leaves out what is out of the question; among the planes it names one decides as among all.
/// A linear one (Lauterbach et al. 2009): planes sorted along a curve that fills space, boxes around each few of them,
/// boxes around pairs of boxes.
public struct PlaneHierarchy: Sendable {
  private static let leafSize = 4
  /// With fewer planes a walk over all of them is quicker; with fewer rays, than to build this first.
  private static let (fewestPlanes, fewestRays) = (384, 32)

  /// Node k holds nodes 2k and 2k + 1; the last `leaves` nodes hold planes.
  private var boxes: [Box]
  private let leaves: Int
  /// Along the curve, a leaf after the other.
  private let order: [Int32]
  /// Planes that have no outline and can be hit all the same.
  private let unbounded: [Int]

  /// - Parameter planes: those without any part in anything are left out.
  public init(_ planes: [Plane]) {
    var (outlined, unbounded): ([(index: Int, box: Box)], [Int]) = ([], [])
    outlined.reserveCapacity(planes.count)
    for index in planes.indices where !planes[index].isIgnored {
      if let outline = planes[index].outline {
        outlined.append((index, Box(around: outline, planes[index].pose)))
      } else {
        unbounded.append(index)
      }
    }
    self.unbounded = unbounded
    let curve = Curve(outlined.map(\.box.middle))
    let sorted = outlined.indices.map { (curve.place(of: outlined[$0].box.middle) << 32) | UInt64($0) }.sorted()
      .map { outlined[Int(truncatingIfNeeded: $0 & 0xFFFF_FFFF)] }
    order = sorted.map { Int32(truncatingIfNeeded: $0.index) }
    var leaves = 1
    while leaves * Self.leafSize < sorted.count { leaves *= 2 }
    self.leaves = leaves
    boxes = [Box](repeating: .empty, count: 2 * leaves)
    for (place, plane) in sorted.enumerated() { boxes[leaves + place / Self.leafSize].formUnion(plane.box) }
    for node in stride(from: leaves - 1, through: 1, by: -1) {
      boxes[node] = boxes[2 * node]
      boxes[node].formUnion(boxes[2 * node + 1])
    }
  }

  /// nil where a walk over all planes for each ray is quicker.
  public static func worthwhile(for planes: [Plane], rays: Int = .max) -> PlaneHierarchy? {
    planes.count >= fewestPlanes && rays >= fewestRays ? PlaneHierarchy(planes) : nil
  }

  /// Roughly, what it holds in memory, bytes.
  public var footprint: Int { MemoryLayout<Box>.stride * boxes.count + 4 * order.count + 8 * unbounded.count }

  /// The planes that a ray may hit, in their order; with those that have no outline.
  package func planes(along ray: Ray) -> [Int] {
    var found = unbounded
    collect(1, &found) { $0.isMet(by: ray) }
    return Self.inOrder(found)
  }

  /// The planes whose outlines may come within `reach` of a position, in their order.
  package func planes(within reach: Double, of position: Vector3) -> [Int] {
    var found: [Int] = []
    collect(1, &found) { $0.isWithin(reach, of: position) }
    return Self.inOrder(found)
  }

  /// A few are sorted; many, as where planes lie above each other, are quicker marked and read off.
  private static func inOrder(_ places: [Int]) -> [Int] {
    guard places.count > 64, let last = places.max() else { return places.sorted() }
    var marks = [UInt64](repeating: 0, count: last / 64 + 1)
    for place in places { marks[place / 64] |= 1 << UInt64(place % 64) }
    var ordered: [Int] = []
    ordered.reserveCapacity(places.count)
    for index in marks.indices {
      var word = marks[index]
      while word != 0 {
        ordered.append(64 * index + word.trailingZeroBitCount)
        word &= word - 1
      }
    }
    return ordered
  }

  private func collect(_ node: Int, _ found: inout [Int], _ isMet: (Box) -> Bool) {
    guard isMet(boxes[node]) else { return }
    guard node >= leaves else {
      collect(2 * node, &found, isMet)
      collect(2 * node + 1, &found, isMet)
      return
    }
    let first = (node - leaves) * Self.leafSize
    for place in first..<min(first + Self.leafSize, order.count) { found.append(Int(order[place])) }
  }
}

/// Axis-aligned, with room for the slack of outlines and for rounding.
private struct Box {
  var lower: Vector3
  var upper: Vector3

  private static let margin = 1e-6

  static let empty = Box(
    lower: Vector3(.infinity, .infinity, .infinity), upper: Vector3(-.infinity, -.infinity, -.infinity))

  init(lower: Vector3, upper: Vector3) {
    self.lower = lower
    self.upper = upper
  }

  /// Around the rectangle that an outline fills in its plane.
  init(around outline: Outline, _ pose: Pose) {
    let (lower, upper) = (outline.lower, outline.upper)
    let middle = pose.toWorld(Vector3(0.5 * (lower.x + upper.x), 0, 0.5 * (lower.y + upper.y)))
    let (x, z) = (0.5 * (upper.x - lower.x) * pose.rotation.x, 0.5 * (upper.y - lower.y) * pose.rotation.z)
    let half = Vector3(
      abs(x.x) + abs(z.x) + Self.margin, abs(x.y) + abs(z.y) + Self.margin, abs(x.z) + abs(z.z) + Self.margin)
    self.init(lower: middle - half, upper: middle + half)
  }

  var middle: Vector3 { 0.5 * (lower + upper) }

  mutating func formUnion(_ other: Box) {
    lower = Vector3(min(lower.x, other.lower.x), min(lower.y, other.lower.y), min(lower.z, other.lower.z))
    upper = Vector3(max(upper.x, other.upper.x), max(upper.y, other.upper.y), max(upper.z, other.upper.z))
  }

  /// By slabs (Kay & Kajiya 1986).
  func isMet(by ray: Ray) -> Bool {
    guard lower.x <= upper.x else { return false }
    var (near, far) = (0.0, Double.infinity)
    func cut(_ lower: Double, _ upper: Double, _ origin: Double, _ direction: Double) {
      guard direction != 0 else {
        if origin < lower || origin > upper { far = -.infinity }
        return
      }
      let (a, b) = ((lower - origin) / direction, (upper - origin) / direction)
      near = max(near, min(a, b))
      far = min(far, max(a, b))
    }
    cut(lower.x, upper.x, ray.origin.x, ray.direction.x)
    cut(lower.y, upper.y, ray.origin.y, ray.direction.y)
    cut(lower.z, upper.z, ray.origin.z, ray.direction.z)
    return near <= far
  }

  func isWithin(_ reach: Double, of p: Vector3) -> Bool {
    lower.x - reach <= p.x && p.x <= upper.x + reach && lower.y - reach <= p.y && p.y <= upper.y + reach
      && lower.z - reach <= p.z && p.z <= upper.z + reach
  }
}

/// Z-order (Morton 1966) over the box around some positions.
private struct Curve {
  private let lower: Vector3
  private let scale: Vector3

  private static let steps = 1023.0  // ten bits an axis

  init(_ positions: [Vector3]) {
    var (lower, upper) = (Box.empty.lower, Box.empty.upper)
    for p in positions {
      lower = Vector3(min(lower.x, p.x), min(lower.y, p.y), min(lower.z, p.z))
      upper = Vector3(max(upper.x, p.x), max(upper.y, p.y), max(upper.z, p.z))
    }
    func scale(_ extent: Double) -> Double { extent > 0 ? Self.steps / extent : 0 }
    self.lower = lower
    self.scale = Vector3(scale(upper.x - lower.x), scale(upper.y - lower.y), scale(upper.z - lower.z))
  }

  func place(of p: Vector3) -> UInt64 {
    func step(_ offset: Double, _ scale: Double) -> UInt64 { UInt64(max(0, min(Self.steps, offset * scale))) }
    return Self.spread(step(p.x - lower.x, scale.x)) | Self.spread(step(p.y - lower.y, scale.y)) << 1
      | Self.spread(step(p.z - lower.z, scale.z)) << 2
  }

  /// Ten bits with two zeros behind each.
  private static func spread(_ bits: UInt64) -> UInt64 {
    var bits = bits
    bits = (bits | bits << 16) & 0x0300_00FF
    bits = (bits | bits << 8) & 0x0300_F00F
    bits = (bits | bits << 4) & 0x030C_30C3
    bits = (bits | bits << 2) & 0x0924_9249
    return bits
  }
}
