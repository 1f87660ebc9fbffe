public import SpanGeometry

/// A point seen from several places: Gauss–Newton on the reprojection, weighted by what each tap has for itself (tap
/// and jitter), with what all taps share (pose, drift, lens, scale) carried along as *consider* parameters, which
/// more views do not shrink.
///
/// Cov = Λ⁻¹ + G Σ_shared Gᵀ, Λ = Σ JᵀWJ (+ n nᵀ/σ_h² for a plane known beforehand).
public struct Triangulation: Sendable {
  /// With its errors, for measurements; `definition` included, scale not.
  public let point: RandomPoint
  /// m², of the position by the formula above, scale included.
  public let covariance: Matrix3
  /// Along the mean line of sight, metres.
  public let depthSigma: Double
  /// The largest across it, metres.
  public let lateralSigma: Double
  /// The widest angle between two lines of sight, radians.
  public let parallax: Double
  public let chiSquare: Double
  public let degreesOfFreedom: Int
  /// Probability of a χ² at least this large if the model holds.
  public let pValue: Double
  /// The tap that does not fit: without it the others agree. By index.
  public let outlier: Int?
  public let gates: [Gate]

  /// The taps agree within their errors.
  public var isConsistent: Bool { pValue >= Self.rejection }

  /// Why not to rely on the result.
  public enum Gate: String, CaseIterable, Sendable {
    /// The lines of sight are almost parallel.
    case parallaxTooSmall = "parallax.tooSmall"
    /// The depth is known to no better than a tenth of the range.
    case depthWeak = "depth.weak"
    /// The point lies behind a camera.
    case cheirality
  }

  static let smallestParallax = (2.0).radians
  static let largestDepthShare = 0.1
  /// χ² is refused below this p-value.
  static let rejection = 0.01

  /// - Parameters:
  ///   - taps: of one physical point, at least two.
  ///   - start: the camera that displacements count from.
  ///   - prior: a plane the point lies on.
  /// - Returns: nil when the lines of sight do not meet anywhere in particular.
  public init?(_ taps: [Tap], from start: Vector3, prior: SurfaceError? = nil, noise: NoiseModel) {
    let errors = taps.map { SightErrors($0, displacement: $0.sight.ray.origin - start, noise: noise) }
    guard let guess = Self.closestPoint(to: taps.map(\.sight.ray)),
      let solution = Solution(errors, near: guess, prior: prior)
    else { return nil }
    let consider = Consider(solution, start: start)
    point = consider.point(taps, noise: noise)
    var spread = Spread()
    spread.add(point, .identity)
    let definition = spread[.definition]
    covariance =
      (spread.total - definition + noise.scale * noise.scale * Matrix3(outer: consider.scale, consider.scale))
      .symmetrized

    let cameras = errors.map(\.sight.ray.origin)
    let sight = solution.position - Shapes.mean(cameras)
    let range = sight.length
    let depth = sight.normalized ?? .unitZ
    depthSigma = max(0, covariance.form(depth, depth)).squareRoot()
    let across = Matrix3.identity - Matrix3(outer: depth, depth)
    lateralSigma = max(0, SymmetricEigen(across * covariance * across).values.x).squareRoot()
    parallax = Self.widestAngle(cameras.compactMap { (solution.position - $0).normalized })
    chiSquare = solution.chiSquare
    degreesOfFreedom = solution.degreesOfFreedom
    pValue = Distributions.chiSquaredTail(chiSquare, degreesOfFreedom: degreesOfFreedom)
    outlier = pValue < Self.rejection ? solution.outlier(errors, prior: prior) : nil
    var gates: [Gate] = parallax < Self.smallestParallax ? [.parallaxTooSmall] : []
    if depthSigma > Self.largestDepthShare * range { gates.append(.depthWeak) }
    if solution.views.contains(where: { $0.depth(of: solution.position) <= 0 }) { gates.append(.cheirality) }
    self.gates = gates
  }

  /// The point with the least sum of squared distances to the rays' lines.
  static func closestPoint(to rays: [Ray]) -> Vector3? {
    var (normal, pull) = (Matrix3.zero, Vector3.zero)
    let origin = rays.first?.origin ?? .zero
    for ray in rays {
      let across = Matrix3.identity - Matrix3(outer: ray.direction, ray.direction)
      normal += across
      pull += across * (ray.origin - origin)
    }
    return normal.definiteInverse.map { origin + $0 * pull }
  }

  /// Among the lines of sight, radians. A thousand of them have half a million pairs: a millisecond by their chords.
  private static func widestAngle(_ directions: [Vector3]) -> Double {
    var (widest, pair) = (0.0, (Vector3.zero, Vector3.zero))
    for (i, a) in directions.enumerated() {
      for b in directions[(i + 1)...] {
        let chord = (a - b).lengthSquared
        if chord > widest { (widest, pair) = (chord, (a, b)) }
      }
    }
    return widest > 0 ? Shapes.angle(pair.0, pair.1) : 0
  }
}

extension Matrix3 {
  /// The inverse of a symmetric positive definite matrix; nil when it is singular to rounding.
  var definiteInverse: Matrix3? {
    let eigen = SymmetricEigen(self)
    guard eigen.values.z > 1e-12 * eigen.values.x, eigen.values.x.isFinite else { return nil }
    let v = eigen.vectors
    return
      (Matrix3(outer: v.x / eigen.values.x, v.x) + Matrix3(outer: v.y / eigen.values.y, v.y)
      + Matrix3(outer: v.z / eigen.values.z, v.z))
  }
}
