import SpanGeometry
import Testing

/// The walk over all points is the judge.
@Suite("A hierarchy of points")
struct PointHierarchyTests {
  /// Clumps of points, some of them in one place, most of a clump in a plane.
  private static func clumps(_ random: inout Random, count: Int, reach: Double) -> [Vector3] {
    let middles = (0..<12).map { _ in random.vector(reach) }
    var points: [Vector3] = []
    for _ in 0..<count {
      let flat = Vector3(random.uniform(-1, 1), random.uniform(-0.005, 0.005), random.uniform(-1, 1))
      switch random.integer(0...9) {
      case 0 where !points.isEmpty: points.append(points[random.integer(0...points.count - 1)])
      case 1: points.append(random.vector(reach))
      default: points.append(middles[random.integer(0...11)] + 0.2 * reach * flat)
      }
    }
    return points
  }

  /// From anywhere, to about a point.
  private static func ray(_ random: inout Random, _ points: [Vector3], reach: Double) -> Ray {
    let target = points[random.integer(0...points.count - 1)] + random.vector(0.02 * reach)
    return Ray(from: target + random.uniform(0.2, 2) * reach * random.unit(), to: target)
  }

  private static let targets: [[Target]] = [[.featurePoint], [.estimatedPlane]]

  @Test("rays meet the same features", arguments: [(1, 600, 1.0), (2, 5000, 3.0), (3, 20_000, 0.5), (4, 3000, 1e4)])
  func rays(_ seed: UInt64, _ count: Int, _ reach: Double) {
    var random = Random(seed)
    let features = Self.clumps(&random, count: count, reach: reach)
    let hierarchy = PointHierarchy(features)
    for targets in Self.targets {
      let plain = Raycast(planes: [], featurePoints: features, targets: targets)
      let indexed = Raycast(planes: [], featurePoints: features, targets: targets, featureHierarchy: hierarchy)
      var hits = 0
      for _ in 0..<60 {
        let ray = Self.ray(&random, features, reach: reach)
        let hit = plain.firstHit(ray)
        #expect(indexed.firstHit(ray) == hit)
        #expect(indexed.allHits(ray) == plain.allHits(ray))
        if hit != nil { hits += 1 }
      }
      #expect(hits > 20)
    }
  }

  @Test("a cone around all features takes the same of them", arguments: [2048, 2049, 4096, 4097, 100_000])
  func all(_ count: Int) throws {
    var random = Random(UInt64(count))
    let features = (0..<count).map { _ in
      Vector3(random.uniform(-0.04, 0.04), random.uniform(-0.002, 0.002), random.uniform(-0.04, 0.04))
    }
    let plain = try #require(Raycast(planes: [], featurePoints: features).firstHit(.down(from: 1)))
    let indexed = Raycast(planes: [], featurePoints: features, featureHierarchy: PointHierarchy(features))
    #expect(indexed.firstHit(.down(from: 1)) == plain)
  }

  @Test("positions snap to the same points", arguments: Random.seeds)
  func snaps(_ seed: UInt64) {
    var random = Random(seed)
    var points = Self.clumps(&random, count: 2000, reach: 1)
    // One that was not found, and some as near as others.
    points[random.integer(0...1999)] = Vector3(.infinity, .infinity, .infinity)
    for _ in 0..<200 {
      let shift = [0, 0.5e-9, 1e-9, 2e-9][random.integer(0...3)]
      points.append(points[random.integer(0...1999)] + Vector3(shift, 0, 0))
    }
    points = (0..<points.count).map { points[($0 * 617) % points.count] }
    let hierarchy = PointHierarchy(points)
    var snapped = 0
    for _ in 0..<300 {
      let position = Self.clumps(&random, count: 1, reach: 1)[0]
      let options = SnapOptions(radius: random.uniform(0, 1), edges: false)
      let plain = options.snap(position, points: points, planes: [])
      #expect(options.snap(position, points: points, pointHierarchy: hierarchy, planes: []) == plain)
      if plain != nil { snapped += 1 }
    }
    #expect(snapped > 50)
  }

  @Test("is made for many points and searches only")
  func worthwhile() {
    let points = [Vector3](repeating: .zero, count: 512)
    #expect(PointHierarchy.worthwhile(for: points, searches: 32) != nil)
    #expect(PointHierarchy.worthwhile(for: points, searches: 31) == nil)
    #expect(PointHierarchy.worthwhile(for: Array(points.dropLast()), searches: 32) == nil)
    let nothing = Raycast(planes: [], targets: [.featurePoint], featureHierarchy: PointHierarchy([]))
    #expect(nothing.firstHit(.down()) == nil)
  }
}
