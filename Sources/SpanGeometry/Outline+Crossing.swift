extension Outline {
  /// Do two edges of a ring cross, or does it pass through itself at a vertex? Touching itself is no crossing.
  ///
  /// Sweep along x: only edges whose x ranges overlap are tested, so a ring of n vertices that is not made to
  /// be awkward takes about n√n tests. The bound for one that is lies in `work`.
  static func findCrossing(_ ring: [Point2], work: inout Int) -> Bool {
    let n = ring.count
    guard n > 3 else { return false }
    var edges: [Edge] = []
    edges.reserveCapacity(n)
    for i in 0..<n {
      edges.append(Edge(ring[i], ring[i + 1 == n ? 0 : i + 1], behind: ring[i == 0 ? n - 1 : i - 1]))
    }
    edges.sort { $0.lower < $1.lower }
    for i in 0..<n {
      let first = edges[i]
      var j = i + 1
      while j < n, edges[j].lower <= first.upper {
        if first.crosses(edges[j]) { return true }
        j += 1
      }
      work -= j - i
      if work < 0 { return false }
    }
    return false
  }
}

/// A directed edge of a ring.
private struct Edge {
  let a: Point2
  let b: Point2
  /// The vertex before `a`.
  let behind: Point2
  /// Along x.
  let lower: Double
  let upper: Double

  init(_ a: Point2, _ b: Point2, behind: Point2) {
    (self.a, self.b, self.behind) = (a, b, behind)
    (lower, upper) = (min(a.x, b.x), max(a.x, b.x))
  }

  func crosses(_ other: Edge) -> Bool {
    if max(a.y, b.y) < min(other.a.y, other.b.y) || max(other.a.y, other.b.y) < min(a.y, b.y) { return false }
    let (otherA, otherB) = (side(other.a), side(other.b))
    let (ourA, ourB) = (other.side(a), other.side(b))
    if Self.areOpposite(otherA, otherB) {
      // Their ends lie on both sides of our line: ours on both sides of theirs, or our first end on it.
      return Self.areOpposite(ourA, ourB) || (ourA == 0 && Self.areOpposite(other.side(behind), ourB))
    }
    if Self.areOpposite(ourA, ourB) { return otherA == 0 && Self.areOpposite(side(other.behind), otherB) }
    guard a == other.a, let comes = isLeft(other.behind), let goes = isLeft(other.b) else { return false }
    return comes != goes
  }

  private static func areOpposite(_ x: Double, _ y: Double) -> Bool { (x > 0 && y < 0) || (x < 0 && y > 0) }

  /// Positive to the left, negative to the right.
  private func side(_ p: Point2) -> Double { Self.turn(a, b, p) }

  /// Does a point lie to the left of the way that comes from behind and goes to `b`? nil: in the direction of one of
  /// them, and what runs along an edge does not cross it there.
  private func isLeft(_ p: Point2) -> Bool? {
    func isTowards(_ q: Point2) -> Bool { (q.x - a.x) * (p.x - a.x) + (q.y - a.y) * (p.y - a.y) > 0 }
    let (out, back) = (Self.turn(a, b, p), Self.turn(behind, a, p))
    if out == 0 && isTowards(b) || back == 0 && isTowards(behind) { return nil }
    return Self.turn(behind, a, b) > 0 ? out > 0 && back > 0 : out > 0 || back > 0
  }

  private static func turn(_ p: Point2, _ q: Point2, _ r: Point2) -> Double {
    (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x)
  }
}
