import SpanGeometry
import Testing

@Suite("Snapping to points")
struct PointSnapTests {
  private func pull(_ p: Vector3, _ points: [Vector3], planes: [Plane] = [], _ options: SnapOptions = .standard)
    -> Snap?
  {
    options.snap(p, points: points, planes: planes)
  }

  @Test("the nearest point within 2.5 cm")
  func nearest() throws {
    let points = [Vector3(0.02, 0, 0), Vector3(0, 0.01, 0), Vector3(1, 1, 1)]
    let snap = try #require(pull(.zero, points))
    #expect(snap.feature == .point(1) && snap.position == points[1] && near(snap.offset, 0.01))
  }

  @Test(
    "the radius is inclusive within 1e-9 m",
    arguments: [(0.025, true), (0.025 + 0.9e-9, true), (0.025 + 1.1e-9, false), (0.03, false)])
  func radius(_ distance: Double, _ isSnapped: Bool) {
    #expect((pull(.zero, [Vector3(0, 0, distance)]) != nil) == isSnapped)
  }

  @Test("ties within 1e-9 m go to the earlier point", arguments: [(0.9e-9, 0), (1.1e-9, 1)])
  func ties(_ lead: Double, _ winner: Int) throws {
    let points = [Vector3(0.01, 0, 0), Vector3(0, 0.01 - lead, 0)]
    #expect(try #require(pull(.zero, points)).feature == .point(winner))
  }

  @Test("a point beats an edge however near the edge is; without points the edge")
  func pointsOverEdges() throws {
    let p = Vector3(2, 0, 0.3)
    let points = [Vector3(2.02, 0, 0.3)]
    #expect(try #require(pull(p, points, planes: [.floor(0)])).feature == .point(0))
    let edgesOnly = SnapOptions(points: false)
    guard case .edge? = pull(p, points, planes: [.floor(0)], edgesOnly)?.feature else {
      Issue.record("no edge")
      return
    }
    #expect(pull(p, [], planes: [.floor(0)], SnapOptions(edges: false)) == nil)
    #expect(pull(p, points, planes: [.floor(0)], .off) == nil)
  }
}

@Suite("Snapping to edges")
struct EdgeSnapTests {
  private func pull(_ p: Vector3, _ planes: [Plane], _ options: SnapOptions = .standard) -> Snap? {
    options.snap(p, points: [], planes: planes)
  }

  private func edge(_ snap: Snap?) throws -> Snap.Edge {
    guard case .edge(let edge)? = snap?.feature else { throw NoEdge() }
    return edge
  }

  private struct NoEdge: Error {}

  @Test(
    "each edge of a square, by its index and direction",
    arguments: [
      (0, Vector3(0.3, 0, -2.01), Vector3(0.3, 0, -2), Vector3.unitX),
      (1, Vector3(1.99, 0, 0.4), Vector3(2, 0, 0.4), .unitZ),
      (2, Vector3(-0.3, 0, 2.02), Vector3(-0.3, 0, 2), -.unitX),
      (3, Vector3(-2, 0, 0), Vector3(-2, 0, 0), -.unitZ),
    ])
  func square(_ index: Int, _ p: Vector3, _ foot: Vector3, _ direction: Vector3) throws {
    let snap = pull(p, [.floor(0)])
    let edge = try edge(snap)
    #expect(edge.plane == 0 && edge.index == index && edge.direction == direction && !edge.isCorner)
    #expect(try near(#require(snap).position, foot, 1e-15))
    #expect(try near(#require(snap).offset, (p - foot).length, 1e-15))
  }

  @Test("beyond the end the corner holds, from the earlier of its two edges")
  func corner() throws {
    let snap = pull(Vector3(2.01, 0, -2.01), [.floor(0)])
    let edge = try edge(snap)
    #expect(edge.isCorner && edge.index == 0)
    #expect(try #require(snap).position == Vector3(2, 0, -2))
    #expect(pull(Vector3(2.02, 0, -2.02), [.floor(0)]) == nil)
  }

  @Test("distance is measured in space: a height over the plane counts", arguments: [(0.02, true), (0.0251, false)])
  func height(_ height: Double, _ isSnapped: Bool) throws {
    let snap = pull(Vector3(2, height, 0), [.floor(0)])
    #expect((snap != nil) == isSnapped)
    if let snap { #expect(near(snap.offset, height, 1e-15) && snap.position == Vector3(2, 0, 0)) }
    // 2.4 cm up and 2.4 cm aside are 3.4 cm.
    #expect(pull(Vector3(2.024, 0.024, 0), [.floor(0)]) == nil)
  }

  @Test(
    "the radius is inclusive within 1e-9 m",
    arguments: [(0.025, true), (0.025 + 0.9e-9, true), (0.025 + 1.2e-9, false)])
  func radius(_ distance: Double, _ isSnapped: Bool) {
    #expect((pull(Vector3(0, 0, -2 - distance), [.floor(0)]) != nil) == isSnapped)
  }

  @Test("ties: the earlier plane, then the earlier edge")
  func ties() throws {
    let left = Plane.square(1, at: Pose(rotation: .identity, position: Vector3(-1, 0, 0)))
    let right = Plane.square(1, at: Pose(rotation: .identity, position: Vector3(1 + 0.5e-9, 0, 0)))
    #expect(try edge(pull(Vector3(0.01, 0, 0.2), [left, right])).plane == 0)
    #expect(try edge(pull(Vector3(0.01, 0, 0.2), [right, left])).plane == 0)
    // Inside a corner, as near to one edge as to the other.
    #expect(try edge(pull(Vector3(1.99, 0, -1.99), [.floor(0)])).index == 0)
  }

  @Test("only outlines of existing planes have edges")
  func kinds() {
    #expect(pull(Vector3(2, 0, 0), [.floor(0, kind: .estimated)]) == nil)
    #expect(pull(.zero, [Plane(pose: .identity, extent: .unbounded(center: Point2(0, 0)))]) == nil)
  }

  @Test("the foot on a turned and moved plane agrees with projecting in space", arguments: Random.seeds)
  func turned(_ seed: UInt64) throws {
    var random = Random(seed)
    let pose = random.pose()
    let ring = Rings.star(&random, count: 7)
    let plane = Plane(pose: pose, extent: try .outline(#require(Outline(ring))))
    let p = pose.toWorld(
      Vector3(ring[2].x + random.uniform(-0.1, 0.1), random.uniform(-0.1, 0.1), ring[2].y + random.uniform(-0.1, 0.1)))
    let corners = ring.map { pose.toWorld(Vector3($0.x, 0, $0.y)) }
    // In space: a + s(b − a), s = clamp((p − a)·(b − a)/|b − a|²).
    var nearest = (distance: Double.infinity, foot: Vector3.zero)
    for (i, a) in corners.enumerated() {
      let way = corners[(i + 1) % corners.count] - a
      let foot = a + min(1, max(0, (p - a).dot(way) / way.lengthSquared)) * way
      if (foot - p).length < nearest.distance { nearest = ((foot - p).length, foot) }
    }
    let snap = try #require(pull(p, [plane], SnapOptions(radius: 0.5)))
    #expect(near(snap.position, nearest.foot, 1e-12) && near(snap.offset, nearest.distance, 1e-12))
  }
}
