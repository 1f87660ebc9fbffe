import Testing

@testable import SpanGeometry

/// The walk over all planes is the judge.
@Suite("A hierarchy of planes")
struct PlaneHierarchyTests {
  private struct Scene {
    var random: SplitMix64
    private(set) var planes: [Plane] = []

    init(seed: UInt64, count: Int, reach: Double) {
      random = SplitMix64(seed: seed)
      for index in 0..<count {
        // Some lie where another does, or off it by less, as much or more than what counts as a tie.
        let twin = random.next() % 4 == 0 ? planes.randomElement(using: &random) : nil
        planes.append(twin.map { beside($0) } ?? plane(index, reach))
      }
    }

    private mutating func beside(_ plane: Plane) -> Plane {
      var plane = plane
      plane.pose.position += [0, 0, 0.5e-9, -0.9e-9, 1e-9, 1.5e-9, 0.1][Int(random.next() % 7)] * plane.normal
      return plane
    }

    mutating func number(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &random) }

    mutating func position(_ reach: Double) -> Vector3 {
      Vector3(number(-reach...reach), number(-reach...reach), number(-reach...reach))
    }

    mutating func rotation() -> Matrix3 {
      // Walls and floors besides what lies askew.
      switch random.next() % 3 {
      case 0: .identity
      case 1: Matrix3(rotationVector: Vector3(.pi / 2, 0, 0))
      default: Matrix3(rotationVector: position(3))
      }
    }

    private mutating func plane(_ index: Int, _ reach: Double) -> Plane {
      let pose = Pose(rotation: rotation(), position: position(reach))
      let kind: Plane.Kind = random.next() % 4 == 0 ? .estimated : .existing
      var work = Int.max
      let corners = (0..<Int(3 + random.next() % 6)).map { _ in Point2(number(-0.5...0.5), number(-0.5...0.5)) }
      let outline = Outline(ring: corners, work: &work)
      let extent: Plane.Extent =
        kind == .estimated && index % 3 == 0
        ? .unbounded(center: Point2(0, 0)) : outline.map { .outline($0) } ?? .degenerate
      return Plane(pose: pose, kind: kind, extent: extent, isSubsumed: random.next() % 16 == 0)
    }

    mutating func ray(_ reach: Double) -> Ray {
      let direction: Vector3
      switch random.next() % 4 {
      case 0: direction = [.unitX, .unitY, .unitZ, -Vector3.unitY][Int(random.next() % 4)]
      default: direction = position(1).normalized ?? .unitX
      }
      return Ray(origin: position(reach), unitDirection: direction)
    }
  }

  private static let targets: [[Target]] = [
    Raycast.defaultTargets, [.existingPlaneInfinite], [.estimatedPlane, .existingPlaneGeometry],
  ]

  @Test("rays meet the same", arguments: [(1, 80, 1.0), (2, 300, 3.0), (3, 2000, 6.0), (4, 200, 1e4), (5, 3000, 0.5)])
  func rays(_ seed: UInt64, _ count: Int, _ reach: Double) {
    var scene = Scene(seed: seed, count: count, reach: reach)
    let hierarchy = PlaneHierarchy(scene.planes)
    var hits = 0
    for (targets, alignment) in Self.targets.flatMap({ targets in
      [AlignmentFilter.any, .vertical].map { (targets, $0) }
    }) {
      let plain = Raycast(planes: scene.planes, targets: targets, alignment: alignment)
      let indexed = Raycast(planes: scene.planes, targets: targets, alignment: alignment, hierarchy: hierarchy)
      for _ in 0..<200 {
        let ray = scene.ray(reach)
        #expect(indexed.firstHit(ray) == plain.firstHit(ray))
        #expect(indexed.allHits(ray) == plain.allHits(ray))
        #expect(indexed.meetsExistingOutline(ray) == plain.meetsExistingOutline(ray))
        if plain.firstHit(ray) == nil {
          #expect(indexed.explainMiss(ray) == plain.explainMiss(ray))
        } else {
          hits += 1
        }
      }
    }
    #expect(hits > 100)
  }

  @Test("positions snap to the same", arguments: [(5, 300, 2.0), (6, 1500, 4.0)])
  func snaps(_ seed: UInt64, _ count: Int, _ reach: Double) {
    var scene = Scene(seed: seed, count: count, reach: reach)
    let hierarchy = PlaneHierarchy(scene.planes)
    var snapped = 0
    for _ in 0..<500 {
      let position = scene.position(reach)
      let options = SnapOptions(radius: scene.number(0...0.4))
      let plain = options.snap(position, points: [], planes: scene.planes)
      #expect(options.snap(position, points: [], planes: scene.planes, hierarchy: hierarchy) == plain)
      if plain != nil { snapped += 1 }
    }
    #expect(snapped > 100)
  }

  @Test("of a wall of tiles a ray concerns a few, and so does a position")
  func few() {
    let tile = Outline.rectangle(center: Point2(0, 0), width: 0.9, height: 0.9, rotation: 0)
    var work = Int.max
    let planes = (0..<4096).compactMap { index -> Plane? in
      Outline(ring: tile, work: &work).map {
        Plane(
          pose: Pose(rotation: .identity, position: Vector3(Double(index % 64), 0, Double(index / 64))),
          extent: .outline($0))
      }
    }
    let hierarchy = PlaneHierarchy(planes)
    var (met, near): ([Int], [Int]) = ([], [])
    let ray = Ray(origin: Vector3(20.2, 3, 30.1), unitDirection: -Vector3.unitY)
    hierarchy.search(along: ray, for: .existing, .any, within: .infinity) { plane, distance, isInside in
      #expect(distance == 3 && isInside())
      met.append(plane)
      return .infinity
    }
    hierarchy.search(around: Vector3(20.2, 0, 30.1), within: 0.1) { plane in
      near.append(plane)
      return 0.1
    }
    #expect(met == [30 * 64 + 20])
    #expect(near.contains(30 * 64 + 20) && near.count <= 16)
  }

  @Test("of planes above each other a ray from above concerns the uppermost, wherever it stands in the list")
  func uppermost() {
    let planes = (0..<1000).map { Plane.floor(Double(($0 * 617) % 1000)) }
    var asked = 0
    PlaneHierarchy(planes).search(along: .down(from: 2000), for: .existing, .any, within: .infinity) { _, distance, _ in
      asked += 1
      return distance
    }
    #expect(asked <= 16)
    #expect(Raycast(planes: planes, hierarchy: PlaneHierarchy(planes)).firstHit(.down(from: 2000))?.distance == 1001)
  }

  @Test("is made for many planes and rays only")
  func worthwhile() {
    let planes = Scene(seed: 7, count: 384, reach: 1).planes
    #expect(PlaneHierarchy.worthwhile(for: planes) != nil && PlaneHierarchy.worthwhile(for: planes, rays: 32) != nil)
    #expect(PlaneHierarchy.worthwhile(for: planes, rays: 31) == nil)
    #expect(PlaneHierarchy.worthwhile(for: Array(planes.dropLast())) == nil)
    let nothing = Raycast(planes: [], hierarchy: PlaneHierarchy([]))
    #expect(nothing.firstHit(Ray(origin: .zero, unitDirection: .unitX)) == nil)
  }
}
