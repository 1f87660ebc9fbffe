internal import SpanGeometry

/// A ± by simulation: all sources are drawn, all points found anew through the full, bent geometry, and the value's
/// distribution is read off (JCGM 101:2008), in batches until its figures are stable (the adaptive procedure, §7.9).
public struct MonteCarlo: Sendable {
  /// Values of one batch.
  static let batch = 10_000
  /// A spread between batches needs at least two of them.
  public static let fewestDraws = 2 * batch
  /// draws × points that one request may ask for.
  public static let budget = 1_000_000

  let measurer: Measurer
  let kind: Measurand
  /// Into ``points``, in the order of the measurement.
  let order: [Int]
  let points: [AdvisablePoint]
  /// The plane of a `pointToPlane`.
  let surface: SurfaceError?

  /// - Parameter points: those of the measurement, each once: all of them are drawn.
  public init(
    _ measurer: Measurer, _ kind: Measurand, _ order: [Int], of points: [AdvisablePoint], surface: SurfaceError? = nil
  ) {
    self.measurer = measurer
    self.kind = kind
    self.surface = surface
    self.order = order
    self.points = points
  }

  /// Replaces the first-order figures of `measured` by simulated ones.
  /// - Parameters:
  ///   - mostDraws: at least ``fewestDraws``.
  ///   - seed: the same seed gives the same figures.
  public func refine(_ measured: Measured, mostDraws: Int, seed: UInt64) -> Measured {
    var random = NormalSource(seed: seed)
    var summary = BatchSummary(confidence: measurer.coverage.confidence)
    while summary.draws + Self.batch <= max(mostDraws, Self.fewestDraws) {
      summary.add((0..<Self.batch).map { _ in draw(&random) })
      if summary.isStable { break }
    }
    var result = measured
    result.uncertainty.apply(summary, to: measured.value)
    return result
  }

  /// One value of the measurand, with every source disturbed once. Infinite when a ray no longer meets its plane.
  private func draw(_ random: inout NormalSource) -> Double {
    let shared = SharedDraw(&random)
    var planes: [(key: Int, z: Vector3)] = []
    let positions = points.map { point -> Vector3 in
      switch point {
      case .fixed(let point), .snapped(_, _, let point): point.drawn(shared, &planes, &random)
      case .tapped(let propagation, _): propagation.drawn(shared, &planes, &random)
      }
    }
    let stretch = 1 + measurer.noise.scale * random.next()
    let ordered = order.map { positions[$0] }
    let value: Double?
    if kind == .pointToPlane, let surface {
      value = surface.height(of: ordered[0], planes.draw(surface.key, &random))
    } else {
      value = kind.value(of: ordered)
    }
    let factor = (0..<kind.scaleExponent).reduce(1.0) { product, _ in product * stretch }
    return (value ?? .infinity) * factor
  }
}

extension [(key: Int, z: Vector3)] {
  /// The unit variables of a plane in this draw: offset and two tilts.
  fileprivate mutating func draw(_ key: Int, _ random: inout NormalSource) -> Vector3 {
    if let known = first(where: { $0.key == key }) { return known.z }
    let z = random.vector()
    append((key, z))
    return z
  }
}

/// The unit variables that all points of a draw share.
struct SharedDraw {
  let posePosition: Vector3
  let poseRotation: Vector3
  let drift: Vector3
  let driftYaw: Double
  let focal: (Double, Double)
  let principalPoint: (Double, Double)

  init(_ random: inout NormalSource) {
    posePosition = random.vector()
    poseRotation = random.vector()
    drift = random.vector()
    driftYaw = random.next()
    focal = (random.next(), random.next())
    principalPoint = (random.next(), random.next())
  }
}

extension RandomPoint {
  /// By the columns: given and snapped points are linear in their sources.
  fileprivate func drawn(
    _ z: SharedDraw, _ planes: inout [(key: Int, z: Vector3)], _ random: inout NormalSource
  ) -> Vector3 {
    var p = position + shared.posePosition * z.posePosition + shared.poseRotation * z.poseRotation
    p += shared.drift * z.drift + z.driftYaw * shared.driftYaw
    p += z.focal.0 * shared.focal.0 + z.focal.1 * shared.focal.1
    p += z.principalPoint.0 * shared.principalPoint.0 + z.principalPoint.1 * shared.principalPoint.1
    for plane in self.planes { p += plane.columns * planes.draw(plane.key, &random) }
    return p + own.total.factor * random.vector()
  }
}

extension HitPropagation {
  /// The tap with everything disturbed, cast again.
  fileprivate func drawn(
    _ z: SharedDraw, _ planes: inout [(key: Int, z: Vector3)], _ random: inout NormalSource
  ) -> Vector3 {
    let camera =
      errors.sight.ray.origin + errors.posePosition * z.posePosition + errors.drift * z.drift
      + noise.jitterPosition * random.vector()
    let turn = errors.rotation(pose: z.poseRotation, driftYaw: z.driftYaw, jitter: random.vector())
    let r = Matrix3(rotationVector: turn) * errors.direction(z, tap: (random.next(), random.next()))
    let definition = noise.definition * random.vector()
    guard let surface else {
      let along = hit.distance + (noise.featureAlong + noise.featureAlongPerMetre * hit.distance) * random.next()
      return camera + (along / r.length) * r + definition
    }
    let plane = planes.draw(surface.key, &random)
    let normal = surface.tilted(plane)
    let t = (surface.offset * plane.x + normal.dot(surface.support - camera)) / normal.dot(r)
    return t > 0 ? camera + t * r + definition : Vector3(.infinity, .infinity, .infinity)
  }
}

extension SurfaceError {
  /// n + a e₁ + b e₂: the normal of the tilted plane, not of unit length.
  fileprivate func tilted(_ z: Vector3) -> Vector3 { normal + tilt * z.y * axes.0 + tilt * z.z * axes.1 }

  /// Of a point over the disturbed plane, metres.
  fileprivate func height(of p: Vector3, _ z: Vector3) -> Double {
    let n = tilted(z)
    return abs((n.dot(p - support) - offset * z.x) / n.length)
  }
}
