import CBaselines
import SpanGeometry
import SpanUncertainty

/// The mathematics alone, on values that are there already.
enum Kernel {
  private static let count = 1000

  /// Prints ns for: a ray with a plane, the same in C, a point in an outline of 8 and of 100 vertices, a tap's covariance.
  static func run() {
    let raycast = Raycast(planes: planes, targets: [.existingPlaneInfinite])
    let bare = planes.map(baselinePlane)
    guard raycast.firstHit(ray)?.surface == .plane(nearest(bare)) else { leave("Swift and C hit different planes") }
    let (small, large) = (outline(8), outline(100))
    let names = ["plane", "planeInC", "outline8", "outline100", "covariance"]
    let figures = Stopwatch.nanoseconds([
      { consume(raycast.firstHit(ray)) },
      { consume(nearest(bare)) },
      { for point in points { consume(small.contains(point)) } },
      { for point in points { consume(large.contains(point)) } },
      { propagate() },
    ])
    let units = [count, count, points.count, points.count, 1]
    for (place, name) in names.enumerated() { print(name, figures[place] / Double(units[place])) }
  }

  private static let ray = Ray(origin: Vector3(0, 1.5, 0), unitDirection: Vector3(0.36, -0.48, -0.8))

  /// Floors above each other, in no order.
  private static let planes: [Plane] = (0..<count).map { index in
    let depth = 1 + Double(index * 617 % count) * 0.001  // m; 617 is prime, so that each comes once
    return Plane(
      pose: Pose(rotation: .identity, position: Vector3(0, -depth, 0)), extent: .unbounded(center: Point2(0, 0)))
  }

  private static func baselinePlane(_ plane: Plane) -> baseline_plane {
    let (n, p) = (plane.normal, plane.pose.position)
    return baseline_plane(normal: (n.x, n.y, n.z), point: (p.x, p.y, p.z))
  }

  private static func nearest(_ planes: [baseline_plane]) -> Int {
    let (o, d) = (ray.origin, ray.direction)
    return unsafe Int(baseline_nearest(planes, planes.count, [o.x, o.y, o.z], [d.x, d.y, d.z]))
  }

  static func outline(_ vertices: Int) -> Outline {
    let ring = (0..<vertices).map { index in
      let angle = 2 * Double.pi * Double(index) / Double(vertices)
      return Point2(2.5 * cosine(angle), 1.8 * sine(angle))
    }
    var work = 100_000
    guard let outline = Outline(ring: ring, work: &work) else { leave("no outline") }
    return outline
  }

  /// Inside of the bounds, some of them not of the rim.
  private static let points: [Point2] = (0..<100).map { index in
    Point2(Double(index % 10) * 0.45 - 2, Double(index / 10) * 0.33 - 1.5)
  }

  private static let noise = NoiseModel(profile: NoiseProfile.all[0])
  private static let floor = Plane(pose: Pose(rotation: .identity, position: .zero), extent: .outline(outline(8)))

  /// All sources of error of a tap, to the covariance of where it hit.
  private static func propagate() {
    let (sight, hit) = tapped
    let surface = SurfaceError(floor, key: 0, sigma: PlaneSigma(), noise: noise, range: hit.distance)
    let propagation = HitPropagation(
      sight: sight, hit: hit, surface: surface, pointing: .finger, pointingSigma: nil,
      displacement: Vector3(0.2, 0, 0.1), noise: noise)
    consume(TapPropagation(propagation).point.covariance)
  }

  /// A finger on a phone that is held over the floor.
  private static let tapped: (Sight, Hit) = {
    let half = (0.5).squareRoot()
    let camera = Camera(
      pose: Pose(
        rotation: Matrix3(columns: .unitX, Vector3(0, half, -half), Vector3(0, half, half)),
        position: Vector3(0, 1.5, 1)),
      optics: .intrinsics(
        Intrinsics(focal: Point2(1594, 1594), principalPoint: Point2(956, 721), width: 1920, height: 1440),
        Viewport(width: 960, height: 720)))
    guard let sight = Sight(through: Point2(481, 358), of: camera),
      let hit = Raycast(planes: [floor]).firstHit(sight.ray)
    else { leave("the finger points beside the floor") }
    return (sight, hit)
  }()
}
