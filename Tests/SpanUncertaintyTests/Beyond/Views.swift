import SpanGeometry
import SpanUncertainty

/// Taps of one point, aimed where a test wants them.
enum Views {
  /// A ready ray from a place through a point; σ in radians.
  static func ray(
    from origin: Vector3, through target: Vector3, sigma: Double? = nil, tracking: Camera.Tracking = .normal
  ) throws -> Tap {
    guard let sight = Sight(origin: origin, direction: target - origin, tracking: tracking) else { throw NoSight() }
    return Tap(sight: sight, pointing: .crosshair, pointingSigma: sigma)
  }

  /// Two rays that meet in the origin at an angle, symmetric about +Z, both from the same distance.
  static func symmetric(angle: Double, range: Double, sigma: Double) throws -> [Tap] {
    let (x, z) = (range * Elementary.sine(angle / 2), range * Elementary.cosine(angle / 2))
    return try [
      ray(from: Vector3(-x, 0, z), through: .zero, sigma: sigma),
      ray(from: Vector3(x, 0, z), through: .zero, sigma: sigma),
    ]
  }

  /// Of two given points: to take an ± from and fill in.
  static func anyDistance() throws -> Measured {
    let noise = Sigmas.only([:]).model
    let points = [Vector3.zero, .unitX].map { RandomPoint(given: $0, covariance: 1e-4 * .identity, noise: noise) }
    guard let measured = Measurer(noise: noise, coverage: Coverage()).measure(.distance, [0, 1], of: points) else {
      throw NoSight()
    }
    return measured
  }

  struct NoSight: Error {}
}

/// A camera that knows where a world point appears on its screen: the equations of the interface, solved for the
/// screen.
struct Lookout {
  var pose: Pose
  var optics: Camera.Optics

  var camera: Camera { Camera(pose: pose, optics: optics) }

  func screen(_ point: Vector3) -> Point2 {
    let d = pose.rotation.transposed * (point - pose.position)
    let (x, y) = (d.x / -d.z, d.y / -d.z)
    switch optics {
    case .intrinsics(let lens, _):
      return Point2(lens.principalPoint.x + lens.focal.x * x, lens.principalPoint.y - lens.focal.y * y)
    case .projection(let p, let width, let height):
      let (nx, ny) = (p.p0 * x + p.p4 * y - p.p8, p.p5 * y - p.p9)
      return Point2((nx + 1) / 2 * width, (1 - ny) / 2 * height)
    }
  }

  func tap(_ point: Vector3, sigma: Double) throws -> Tap {
    guard let sight = Sight(through: screen(point), of: camera) else { throw Views.NoSight() }
    return Tap(sight: sight, pointing: .crosshair, pointingSigma: sigma)
  }

  /// Σ of the point's information on the screen, σ in screen units, by central differences of ``screen(_:)``.
  func information(_ point: Vector3, sigma: Double) -> Matrix3 {
    let step = 1e-5
    var (gx, gy) = ([Double](), [Double]())
    for axis in [Vector3.unitX, .unitY, .unitZ] {
      let (a, b) = (screen(point + step * axis), screen(point - step * axis))
      gx.append((a.x - b.x) / (2 * step))
      gy.append((a.y - b.y) / (2 * step))
    }
    let (u, v) = (Vector3(gx[0], gx[1], gx[2]), Vector3(gy[0], gy[1], gy[2]))
    return (1 / (sigma * sigma)) * (Matrix3(outer: u, u) + Matrix3(outer: v, v))
  }

  /// Three cameras around a point with a lens of either kind.
  static func three(_ optics: Camera.Optics) -> [Lookout] {
    [
      Lookout(pose: .looking(from: Vector3(0.9, 1.4, 0.2), yaw: 0.42, depression: 0.3, roll: 0.1), optics: optics),
      Lookout(pose: .looking(from: Vector3(-0.8, 1.6, 0.1), yaw: -0.36, depression: 0.35), optics: optics),
      Lookout(pose: .looking(from: Vector3(0.1, 0.9, 0.4), yaw: 0.05, depression: 0.1, roll: -0.2), optics: optics),
    ]
  }

  static let target = Vector3(0.05, 0.7, -1.9)
  static let pinhole = Camera.Optics.intrinsics(
    Intrinsics(focal: Point2(1500, 1480), principalPoint: Point2(970, 705), width: 1920, height: 1440), nil)
  static let sheared = Camera.Optics.projection(
    Projection(p0: 1.9, p4: 0.21, p5: 1.6, p8: 0.06, p9: -0.08), width: 844, height: 600)
}

/// Sine and cosine for tests that need nothing else of Foundation.
enum Elementary {
  static func sine(_ angle: Double) -> Double { Matrix3(rotationVector: angle * .unitY).z.x }
  static func cosine(_ angle: Double) -> Double { Matrix3(rotationVector: angle * .unitY).z.z }
}

extension Matrix3 {
  /// By cofactors, independent of the eigenvalues that the library inverts by.
  var inverted: Matrix3 {
    let rows = (y.cross(z), z.cross(x), x.cross(y))
    return (1 / x.dot(rows.0)) * Matrix3(columns: rows.0, rows.1, rows.2).transposed
  }
}
