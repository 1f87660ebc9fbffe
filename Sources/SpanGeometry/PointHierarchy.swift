/// Many positions in a hierarchy of boxes: few of them are looked at to find those near a position, or around a ray.
///
/// It only leaves out what is out of the question: what it finds is what a look at each finds.
public struct PointHierarchy: Sendable {
  private static let leafSize = 16
  /// With fewer positions a walk over all of them is quicker; with fewer searches, than to build this first.
  private static let fewestPoints = 512
  private static let fewestSearches = 32

  private let hierarchy: BoxHierarchy
  private let points: [Vector3]
  /// In the order of the hierarchy.
  private let sorted: [Vector3]
  /// What the upper nodes hold.
  private let sets: [PlaceSet]

  /// It takes as long to unite two sets as to mark about every 300th of all places.
  private static let setCount = 128

  /// - Parameter points: those infinitely far are left out.
  public init(_ points: [Vector3]) {
    self.points = points
    let hierarchy = BoxHierarchy(
      points.indices.filter { points[$0].x.isFinite }.map { ($0, Box(around: points[$0])) }, leafSize: Self.leafSize)
    self.hierarchy = hierarchy
    sorted = hierarchy.order.map { points[Int($0)] }
    let upper = hierarchy.nodes.prefix(Self.setCount - 1)
    var sets = [PlaceSet](repeating: PlaceSet(below: points.count), count: upper.endIndex)
    for node in upper.reversed() {
      if 2 * node < upper.endIndex {
        sets[node].formUnion(sets[2 * node])
        sets[node].formUnion(sets[2 * node + 1])
      } else {
        for place in hierarchy.content(of: node) { sets[node].insert(Int(hierarchy.order[place])) }
      }
    }
    self.sets = sets
  }

  /// nil where a walk over all of them for each search is quicker.
  public static func worthwhile(for points: [Vector3], searches: Int) -> PointHierarchy? {
    points.count >= fewestPoints && searches >= fewestSearches ? PointHierarchy(points) : nil
  }
}

extension PointHierarchy {
  /// The earliest of the points that are, within a tolerance, the nearest to a position.
  /// - Parameter reach: metres, inclusive.
  func nearest(to position: Vector3, within reach: Double, tolerance: Double) -> Int? {
    var nearest = Double.infinity
    search(around: position, within: reach) { place in
      nearest = min(nearest, (sorted[place] - position).length)
      return min(reach, nearest)
    }
    guard nearest <= reach else { return nil }
    var earliest = Int.max
    search(around: position, within: nearest + tolerance) { place in
      let index = Int(hierarchy.order[place])
      if index < earliest, (sorted[place] - position).length <= nearest + tolerance { earliest = index }
      return nearest + tolerance
    }
    return earliest
  }

  /// - Parameter look: at one, by its place; returns how far the rest may be.
  @inline(__always)
  private func search(around position: Vector3, within reach: Double, look: (Int) -> Double) {
    hierarchy.search(within: reach * reach) {
      $0.squaredDistance(to: position)
    } look: { places in
      var reach = reach
      for place in places { reach = look(place) }
      return reach * reach
    }
  }
}

extension PointHierarchy {
  /// The smallest distance along the ray of a point inside a cone.
  func nearest(in cone: Cone) -> Double? {
    var nearest = Double.infinity
    hierarchy.search(within: .infinity) {
      cone.part(of: $0) == .nothing ? .infinity : cone.nearest(in: $0)
    } look: { places in
      for place in places {
        if let along = cone.distance(to: sorted[place]), along < nearest { nearest = along }
      }
      return nearest
    }
    return nearest.isFinite ? nearest : nil
  }

  /// The distances along the ray of all points inside a cone.
  func distances(in cone: Cone) -> [Double] {
    var found: [Double] = []
    func look(_ places: Range<Int>) {
      for place in places { if let along = cone.distance(to: sorted[place]) { found.append(along) } }
    }
    hierarchy.gather {
      cone.part(of: $0)
    } take: {
      look(hierarchy.content(of: $0))
    } look: {
      look($0)
    }
    return found
  }

  /// What ``EvenSample`` keeps of the points inside a cone.
  func sample(of cone: Cone, atMost limit: Int) -> [Vector3] {
    var found = PlaceSet(below: points.count)
    hierarchy.gather {
      cone.part(of: $0)
    } take: { node in
      if node < sets.count { return found.formUnion(sets[node]) }
      for place in hierarchy.content(of: node) { found.insert(Int(hierarchy.order[place])) }
    } look: { places in
      for place in places { found.insert(Int(hierarchy.order[place]), if: cone.contains(sorted[place])) }
    }
    var step = 1
    while (found.count + step - 1) / step > limit { step *= 2 }
    return found.every(step).map { points[$0] }
  }
}

/// Places in a list, each marked by a bit.
private struct PlaceSet: Sendable {
  private var words: [UInt64]

  init(below limit: Int) { words = [UInt64](repeating: 0, count: (limit + 63) / 64) }

  /// The processor cannot guess the condition; this way it need not.
  @inline(__always)
  mutating func insert(_ place: Int, if condition: Bool) {
    words[place / 64] |= (condition ? 1 : 0) << UInt64(place % 64)
  }

  @inline(__always)
  mutating func insert(_ place: Int) { words[place / 64] |= 1 << UInt64(place % 64) }

  mutating func formUnion(_ other: PlaceSet) {
    for index in 0..<min(words.count, other.words.count) { words[index] |= other.words[index] }
  }

  var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }

  /// The first and every `step`-th after it, ascending.
  func every(_ step: Int) -> [Int] {
    var places: [Int] = []
    places.reserveCapacity(count / step + 1)
    // Places to pass by before the next one.
    var skip = 0
    for index in words.indices {
      var word = words[index]
      while word != 0 {
        let count = word.nonzeroBitCount
        guard skip < count else {
          skip -= count
          break
        }
        for _ in 0..<skip { word &= word - 1 }
        places.append(64 * index + word.trailingZeroBitCount)
        word &= word - 1
        skip = step - 1
      }
    }
    return places
  }
}
