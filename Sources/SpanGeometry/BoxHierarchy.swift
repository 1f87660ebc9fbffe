/// Boxes around each few of many things, and around pairs of these boxes, up to one around all: whoever looks for
/// something passes most of them by.
///
/// A linear one (Lauterbach et al. 2009): sorted along a curve that fills space.
struct BoxHierarchy: Sendable {
  /// Node k holds nodes 2k and 2k + 1; the last `leaves` nodes hold things.
  private var boxes: [Box]
  private let leaves: Int
  private let leafSize: Int
  /// The indices of the things, a leaf after the other.
  let order: [Int32]

  init(_ things: [(index: Int, box: Box)], leafSize: Int) {
    let curve = SpaceCurve(things.map(\.box.middle))
    let sorted = things.indices.map { (curve.place(of: things[$0].box.middle) << 32) | UInt64($0) }.sorted()
      .map { things[Int(truncatingIfNeeded: $0 & 0xFFFF_FFFF)] }
    order = sorted.map { Int32(truncatingIfNeeded: $0.index) }
    var leaves = 1
    while leaves * leafSize < things.count { leaves *= 2 }
    self.leaves = leaves
    self.leafSize = leafSize
    boxes = [Box](repeating: .empty, count: 2 * leaves)
    for (place, thing) in sorted.enumerated() { boxes[leaves + place / leafSize].formUnion(thing.box) }
    for node in stride(from: leaves - 1, through: 1, by: -1) {
      boxes[node] = boxes[2 * node]
      boxes[node].formUnion(boxes[2 * node + 1])
    }
  }

  /// Roughly, what it holds in memory, bytes.
  var footprint: Int { MemoryLayout<Box>.stride * boxes.count + MemoryLayout<Int32>.stride * order.count }

  /// Nodes, from the root on.
  var nodes: Range<Int> { 1..<2 * leaves }

  /// What a node holds, as a part of ``order``.
  func content(of node: Int) -> Range<Int> {
    let depth = leaves.trailingZeroBitCount - (Int.bitWidth - 1 - node.leadingZeroBitCount)
    let first = ((node << depth) - leaves) * leafSize
    return min(first, order.count)..<min(first + leafSize << depth, order.count)
  }

  /// Looks for what is nearest, the nearer of two boxes first.
  /// - Parameters:
  ///   - limit: what is farther is not looked for.
  ///   - bound: how near something in a box can be; infinity: out of the question.
  ///   - look: at a part of ``order``; returns the limit from then on.
  @inline(__always)
  func search(within limit: Double, bound: (Box) -> Double, look: (Range<Int>) -> Double) {
    var limit = limit
    var stack = InlineArray<64, (node: Int, bound: Double)>(repeating: (0, 0))
    stack[0] = (1, bound(boxes[1]))
    var height = 1
    while height > 0 {
      height -= 1
      let next = stack[height]
      guard next.bound <= limit, next.bound < .infinity else { continue }
      guard next.node < leaves else {
        limit = look(content(of: next.node))
        continue
      }
      let pair = (2 * next.node, 2 * next.node + 1)
      let bounds = (bound(boxes[pair.0]), bound(boxes[pair.1]))
      let isFirstNearer = bounds.0 <= bounds.1
      stack[height] = isFirstNearer ? (pair.1, bounds.1) : (pair.0, bounds.0)
      stack[height + 1] = isFirstNearer ? (pair.0, bounds.0) : (pair.1, bounds.1)
      height += 2
    }
  }

  /// How much of a box is wanted.
  enum Part { case nothing, something, everything }

  /// Gathers what is wanted.
  /// - Parameters:
  ///   - take: everything a node holds.
  ///   - look: at each in a part of ``order``.
  @inline(__always)
  func gather(_ part: (Box) -> Part, take: (Int) -> Void, look: (Range<Int>) -> Void) {
    var stack = InlineArray<64, Int>(repeating: 0)
    stack[0] = 1
    var height = 1
    while height > 0 {
      height -= 1
      let node = stack[height]
      switch part(boxes[node]) {
      case .nothing: break
      case .everything: take(node)
      case .something where node >= leaves: look(content(of: node))
      case .something:
        stack[height] = 2 * node + 1
        stack[height + 1] = 2 * node
        height += 2
      }
    }
  }
}

/// Z-order (Morton 1966) over the box around some positions.
private struct SpaceCurve {
  private let lower: Vector3
  private let scale: Vector3

  private static let steps = 1023.0  // ten bits an axis

  init(_ positions: [Vector3]) {
    var around = Box.empty
    for p in positions { around.formUnion(Box(around: p)) }
    lower = around.lower
    let extent = around.upper - around.lower
    scale = Vector3(Self.steps / extent.x, Self.steps / extent.y, Self.steps / extent.z)
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
