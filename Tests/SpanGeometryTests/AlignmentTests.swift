import SpanGeometry
import Testing

@Suite("Alignment of planes and the filter")
struct AlignmentTests {
  @Test(
    "within 15° of straight up is horizontal, within 15° of level is vertical",
    arguments: [
      (0.0, Plane.Alignment.horizontal), (14.99, .horizontal), (15.01, .slanted), (45, .slanted), (74.99, .slanted),
      (75.01, .vertical), (90, .vertical), (104.99, .vertical), (105.01, .slanted), (165.01, .horizontal),
      (180, .horizontal),
    ])
  func byNormal(_ degrees: Double, _ alignment: Plane.Alignment) {
    #expect(Plane.leaning(degrees).effectiveAlignment == alignment)
  }

  @Test("the plane's own word counts more than its normal")
  func ownWord() {
    #expect(Plane.leaning(40, alignment: .horizontal).effectiveAlignment == .horizontal)
    #expect(Plane.leaning(0, alignment: .vertical).effectiveAlignment == .vertical)
  }

  @Test("the filter lets only its alignment through")
  func filter() {
    let table: [(AlignmentFilter, Set<Plane.Alignment>)] = [
      (.any, [.horizontal, .vertical, .slanted]), (.horizontal, [.horizontal]), (.vertical, [.vertical]),
    ]
    for (filter, accepted) in table {
      for alignment in [Plane.Alignment.horizontal, .vertical, .slanted] {
        #expect(filter.accepts(alignment) == accepted.contains(alignment))
      }
    }
  }

  @Test(
    "a plane that is filtered out hides nothing behind it",
    arguments: [
      Target.existingPlaneGeometry, .existingPlaneInfinite, .estimatedPlane,
    ])
  func seenThrough(_ target: Target) throws {
    let kind: Plane.Kind = target == .estimatedPlane ? .estimated : .existing
    var tilted = Plane.leaning(40)
    tilted.kind = kind
    tilted.pose.position = Vector3(0, 1, 0)
    let caster = Raycast(planes: [tilted, .floor(0, kind: kind)], targets: [target], alignment: .horizontal)
    #expect(try #require(caster.firstHit(.down())).surface == .plane(1))
    #expect(caster.allHits(.down()).count == 1)
  }
}

@Suite("Planes that subsume each other")
struct SubsumptionTests {
  @Test(
    "a plane with a successor in the set is swallowed; of a circle the earliest stays",
    arguments: [
      ([], []),
      ([nil, nil], [false, false]),
      ([1, nil], [true, false]),
      // A chain: only its end stays.
      ([1, 2, 3, nil], [true, true, true, false]),
      ([nil, 0, 1, 2], [false, true, true, true]),
      // Circles of one, two, three.
      ([0], [false]),
      ([1, 0], [false, true]),
      ([2, 0, 1], [false, true, true]),
      ([nil, 3, 1, 2], [false, false, true, true]),
      // Chains that lead into a circle, from before and after it.
      ([1, 2, 3, 2], [true, true, false, true]),
      ([1, 0, 1, 2], [false, true, true, true]),
      // Two circles.
      ([1, 0, 3, 2], [false, true, false, true]),
    ] as [([Int?], [Bool])])
  func swallowed(_ subsumedBy: [Int?], _ expected: [Bool]) {
    #expect(Plane.subsumed(by: subsumedBy) == expected)
  }

  @Test("a long chain is walked once")
  func longChain() {
    let chain: [Int?] = (1..<100_000).map { $0 } + [nil]
    let result = Plane.subsumed(by: chain)
    #expect(result.count { !$0 } == 1 && result.last == false)
  }

  @Test("a subsumed plane is neither hit nor snapped to")
  func ignored() {
    let pose = Pose(rotation: .identity, position: .unitY)
    let planes: [Plane] = [.square(1, at: pose, isSubsumed: true), .floor(0)]
    let caster = Raycast(planes: planes, targets: [.existingPlaneGeometry, .existingPlaneInfinite])
    #expect(caster.allHits(.down()).map(\.surface) == [.plane(1), .plane(1)])
    #expect(SnapOptions.standard.snap(Vector3(1, 1, 0), points: [], planes: planes) == nil)
  }
}
