import SpanGeometry
import Testing

@Suite("A ray against planes")
struct RaycastTests {
  @Test("position, distance and incidence by hand")
  func byHand() throws {
    // From (0, 3, 0) down and ahead at 3-4-5 to the floor at 0: t = 5 along (0, −0.6, −0.8).
    let ray = Ray(origin: Vector3(0, 3, 0), unitDirection: Vector3(0, -0.6, -0.8))
    let hit = try #require(Raycast(planes: [.floor(0, half: 10)]).firstHit(ray))
    #expect(near(hit.position, Vector3(0, 0, -4), 1e-15))
    #expect(near(hit.distance, 5, 1e-15))
    #expect(near(cosine(hit.incidence), 0.6, 1e-15))
    #expect(hit.normal == .unitY && hit.insideOutline && hit.facesFront && hit.surface == .plane(0))
  }

  @Test("raising the floor by δh shortens what is measured on it by δh/H", arguments: Random.seeds)
  func raisedFloor(_ seed: UInt64) throws {
    var random = Random(seed)
    let eye = Vector3(0.3, 1.5, 0.2)
    let targets = [Vector3(random.uniform(-2, 2), 0, -2), Vector3(random.uniform(-2, 2), 0, 1)]
    func length(_ height: Double) throws -> Double {
      let caster = Raycast(planes: [.floor(height, half: 10)])
      let hits = try targets.map { try #require(caster.firstHit(Ray(from: eye, to: $0))).position }
      return (hits[1] - hits[0]).length
    }
    let (flat, raised) = try (length(0), length(0.03))
    #expect(near(raised / flat, 1 - 0.03 / 1.5, 1e-14))
  }

  @Test("both faces are hit, and which one is told")
  func facing() throws {
    let caster = Raycast(planes: [.floor(1)])
    #expect(try #require(caster.firstHit(.down())).facesFront)
    let fromBelow = try #require(caster.firstHit(Ray(origin: .zero, unitDirection: .unitY)))
    #expect(!fromBelow.facesFront && fromBelow.normal == .unitY && near(fromBelow.incidence, 0))
  }

  @Test("planes behind the origin, through it, parallel and around the ray are no hits")
  func none() {
    let caster = Raycast(planes: [.floor(1)], targets: [.existingPlaneGeometry, .existingPlaneInfinite])
    #expect(caster.firstHit(Ray(origin: Vector3(0, 2, 0), unitDirection: .unitY)) == nil)
    #expect(caster.firstHit(Ray(origin: Vector3(0, 1, 0), unitDirection: -.unitY)) == nil)
    #expect(caster.firstHit(Ray(origin: Vector3(0, 1, 0), unitDirection: .unitX)) == nil)
    #expect(caster.firstHit(Ray(origin: Vector3(0, 2, 0), unitDirection: .unitX)) == nil)
  }

  @Test("a ray is parallel below |n·d| = 1e-9", arguments: [(0.9e-9, false), (1.1e-9, true)])
  func parallel(_ slope: Double, _ isHit: Bool) {
    let ray = Ray(origin: Vector3(0, 1e-9, 0), unitDirection: Vector3(1, -slope, 0))
    let caster = Raycast(planes: [.floor(0)], targets: [.existingPlaneInfinite])
    #expect((caster.firstHit(ray) != nil) == isHit)
  }

  @Test("the first target with a hit wins, however near another one is")
  func targetOrder() throws {
    let planes: [Plane] = [.floor(0), .floor(1, kind: .estimated)]
    let existingFirst = Raycast(planes: planes)
    #expect(try #require(existingFirst.firstHit(.down())).target == .existingPlaneGeometry)
    let estimatedFirst = Raycast(planes: planes, targets: [.estimatedPlane, .existingPlaneGeometry])
    #expect(try #require(estimatedFirst.firstHit(.down())).surface == .plane(1))
  }

  @Test("beside the outline the infinite plane answers, if it was asked for")
  func infinite() throws {
    let beside = Ray.down(5, 0)
    #expect(Raycast(planes: [.floor(0)]).firstHit(beside) == nil)
    let caster = Raycast(planes: [.floor(0)], targets: [.existingPlaneGeometry, .existingPlaneInfinite])
    let hit = try #require(caster.firstHit(beside))
    #expect(hit.target == .existingPlaneInfinite && !hit.insideOutline)
    let inside = Raycast(planes: [.floor(0)], targets: [.existingPlaneInfinite])
    #expect(try #require(inside.firstHit(.down())).insideOutline)
  }

  @Test("within a target the nearest wins; within 1e-9 m the earlier", arguments: [(0.9e-9, 0), (1.1e-9, 1)])
  func ties(_ gap: Double, _ winner: Int) throws {
    let far = Raycast(planes: [.floor(0), .floor(1)])
    #expect(try #require(far.firstHit(.down())).surface == .plane(1))
    let close = Raycast(planes: [.floor(1), .floor(1 + gap)])
    #expect(try #require(close.firstHit(.down())).surface == .plane(winner))
  }

  @Test("a nearer plane that ends beside the ray lets the next one answer")
  func gap() throws {
    let caster = Raycast(planes: [.floor(1, half: 0.5), .floor(0, half: 5)])
    #expect(try #require(caster.firstHit(.down(2, 2))).surface == .plane(1))
    #expect(try #require(caster.firstHit(.down(0.2, 0.2))).surface == .plane(0))
  }

  @Test("all hits: targets in the order asked, nearest first within each, ties in the order of the list")
  func allHits() {
    let planes: [Plane] = [
      .floor(0), .floor(2), .floor(1), .floor(2 - 0.5e-9), .floor(1.5, kind: .estimated), .floor(0.5, half: 0.1),
    ]
    let caster = Raycast(planes: planes, targets: [.estimatedPlane, .existingPlaneInfinite, .existingPlaneGeometry])
    let hits = caster.allHits(.down(1, 1))
    #expect(hits.map(\.surface) == [4, 1, 3, 2, 5, 0, 1, 3, 2, 0].map { .plane($0) })
    #expect(hits.map(\.target.rawValue) == [2, 1, 1, 1, 1, 1, 0, 0, 0, 0])
    #expect(hits[4].insideOutline == false)
  }

  @Test("an estimated plane without outline is unbounded, and degenerate planes are no planes")
  func extents() throws {
    let estimated = Plane(pose: .identity, kind: .estimated, extent: .unbounded(center: Point2(0, 0)))
    let degenerate = Plane(pose: Pose(rotation: .identity, position: .unitY), extent: .degenerate)
    let caster = Raycast(planes: [degenerate, estimated], targets: [.existingPlaneInfinite, .estimatedPlane])
    let hit = try #require(caster.firstHit(.down(900, -900)))
    #expect(hit.surface == .plane(1) && hit.insideOutline)
  }

  @Test("depth and mesh are accepted and never hit")
  func notYet() {
    #expect(Raycast(planes: [.floor(0)], targets: [.depth, .mesh]).firstHit(.down()) == nil)
    #expect(Raycast(planes: [.floor(0)], targets: [.depth, .mesh]).allHits(.down()).isEmpty)
  }

  @Test("the hit lies on the ray and in the plane, wherever both are", arguments: Random.seeds)
  func onBoth(_ seed: UInt64) throws {
    var random = Random(seed)
    let pose = random.pose(3)
    let target = pose.toWorld(Vector3(random.uniform(-1, 1), 0, random.uniform(-1, 1)))
    let ray = Ray(from: random.vector(5), to: target)
    let hit = try #require(Raycast(planes: [.square(2, at: pose)]).firstHit(ray))
    #expect(near(hit.position, target, 1e-12))
    #expect(near(ray.point(at: hit.distance), hit.position, 1e-13))
    #expect(near(pose.toLocal(hit.position).y, 0, 1e-13))
  }
}
