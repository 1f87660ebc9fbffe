import SpanGeometry
import Testing

@Suite("The line of sight of a tap")
struct SightTests {
  static let image = Intrinsics(focal: Point2(800, 400), principalPoint: Point2(200, 150), width: 400, height: 300)

  @Test("an image pixel: ((x − cx)/fx, −(y − cy)/fy, −1)")
  func pixel() throws {
    let camera = Camera(pose: .identity, optics: .intrinsics(Self.image, nil))
    let sight = try #require(Sight(through: Point2(300, 50), of: camera))
    #expect(sight.direction == Vector3(0.125, 0.25, -1))
    #expect(near(sight.ray.direction.length, 1, 1e-15))
    #expect(sight.ray.origin == .zero)
  }

  @Test("a principal point counted from the pixel centre takes half a pixel off both", arguments: [nil, 1.0, 2.0])
  func pixelCenter(_ zoom: Double?) throws {
    var image = Self.image
    image.principalPointOrigin = .pixelCenter
    let viewport = zoom.map { Viewport(width: 400 * $0, height: 300 * $0) }
    let camera = Camera(pose: .identity, optics: .intrinsics(image, viewport))
    let (z, tap) = (zoom ?? 1, Point2(300, 50))
    let sight = try #require(Sight(through: Point2(z * tap.x, z * tap.y), of: camera))
    #expect(near(sight.direction, Vector3(99.5 / 800, 100.5 / 400, -1), 1e-15))
    guard case .lens(let lens) = sight.aim else {
      Issue.record("no lens")
      return
    }
    // Image points in answers count from the corner whatever the principal point does.
    #expect(lens.imagePoint.map { near($0, tap) } == true)
  }

  @Test("the pose turns the direction and carries the origin", arguments: Random.seeds)
  func posed(_ seed: UInt64) throws {
    var random = Random(seed)
    let camera = Camera(pose: random.pose(), optics: .intrinsics(Self.image, nil))
    // Project a point ahead forwards: x = fx X/−Z + cx, y = −fy Y/−Z + cy.
    let local = Vector3(random.uniform(-0.2, 0.2), random.uniform(-0.3, 0.3), random.uniform(-2, -1))
    let tap = Point2(800 * local.x / -local.z + 200, -400 * local.y / -local.z + 150)
    let sight = try #require(Sight(through: tap, of: camera))
    #expect(sight.ray.origin == camera.pose.position)
    #expect(near(sight.ray.point(at: local.length), camera.pose.toWorld(local), 1e-13))
  }

  @Test("a projection, off-axis and sheared, undone: clip = P·(X, Y, Z, 1)", arguments: Random.seeds)
  func projection(_ seed: UInt64) throws {
    var random = Random(seed)
    let p = Projection(
      p0: random.uniform(1, 3), p4: random.uniform(-0.3, 0.3), p5: random.uniform(1, 3), p8: random.uniform(-0.2, 0.2),
      p9: random.uniform(-0.2, 0.2))
    let camera = Camera(pose: random.pose(), optics: .projection(p, width: 390, height: 844))
    let local = Vector3(random.uniform(-0.2, 0.2), random.uniform(-0.2, 0.2), random.uniform(-2, -1))
    // Columns 0, 1, 2 of the matrix; w = −Z.
    let w = -local.z
    let nx = (p.p0 * local.x + p.p4 * local.y + p.p8 * local.z) / w
    let ny = (p.p5 * local.y + p.p9 * local.z) / w
    let tap = Point2((nx + 1) / 2 * 390, (1 - ny) / 2 * 844)
    let sight = try #require(Sight(through: tap, of: camera))
    #expect(near(sight.ray.point(at: local.length), camera.pose.toWorld(local), 1e-13))
  }

  @Test("a symmetric projection of the same field of view is the pinhole camera")
  func sameField() throws {
    // P0 = 2 fx/W, P5 = 2 fy/H, principal point in the middle.
    let p = Projection(p0: 4, p4: 0, p5: 800.0 / 300, p8: 0, p9: 0)
    let asMatrix = Camera(pose: .identity, optics: .projection(p, width: 400, height: 300))
    let asLens = Camera(pose: .identity, optics: .intrinsics(Self.image, nil))
    let tap = Point2(17, 222)
    let a = try #require(Sight(through: tap, of: asMatrix))
    let b = try #require(Sight(through: tap, of: asLens))
    #expect(near(a.direction, b.direction, 1e-15))
  }

  @Test(
    "a tap outside the view has no sight, the rim has one",
    arguments: [
      (Point2(-1, 10), false), (Point2(10, -0.5), false), (Point2(401, 5), false), (Point2(5, 300.01), false),
      (Point2(0, 0), true), (Point2(400, 300), true), (Point2(400 + 1e-7, 10), true),
    ])
  func outside(_ tap: Point2, _ isInside: Bool) {
    let viewport = Viewport(width: 400, height: 300)
    let p = Projection(p0: 2, p4: 0, p5: 2, p8: 0, p9: 0)
    let optics: [Camera.Optics] = [
      .intrinsics(Self.image, nil), .intrinsics(Self.image, viewport), .projection(p, width: 400, height: 300),
    ]
    for optics in optics {
      #expect((Sight(through: tap, of: Camera(pose: .identity, optics: optics)) != nil) == isInside)
    }
  }

  @Test("a tap beside a cropped view is outside, though the image goes on there")
  func cropped() {
    // Fill: the view of 200 × 300 shows the middle of the image only.
    let camera = Camera(pose: .identity, optics: .intrinsics(Self.image, Viewport(width: 200, height: 300)))
    #expect(Sight(through: Point2(-10, 150), of: camera) == nil)
    #expect(Sight(through: Point2(210, 150), of: camera) == nil)
  }

  @Test("a ready ray need not be unit, and must not be zero")
  func ray() throws {
    let sight = try #require(Sight(origin: Vector3(1, 2, 3), direction: Vector3(0, -5, 0)))
    #expect(sight.ray.direction == -.unitY && sight.direction == -.unitY && sight.aim == .ray)
    #expect(Sight(origin: .zero, direction: .zero) == nil)
  }
}
