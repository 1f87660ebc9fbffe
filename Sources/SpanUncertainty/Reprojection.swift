internal import SpanGeometry

/// One tap as an observation of a point: where the point should appear, where it was tapped, and how well that is
/// known.
///
/// Coordinates are those of the normalised image (x, y at depth 1 along the optical axis), or of the plane at
/// distance 1 across a ready ray. d = X − c, w = depth of X.
struct Reprojection {
  let errors: SightErrors
  private let axes: (a: Vector3, b: Vector3)
  private let forward: Vector3
  private let observed: Point2
  /// (tap + jitter)⁻¹, symmetric.
  private var weight = (xx: 0.0, xy: 0.0, yy: 0.0)

  /// - Parameter estimate: about where the point is: jitter of the position weighs by its depth.
  init(_ errors: SightErrors, near estimate: Vector3) {
    self.errors = errors
    let sight = errors.sight
    switch sight.aim {
    case .lens(let lens):
      (forward, axes) = (lens.forward, (lens.axisX, lens.axisX.cross(lens.forward)))
      observed = Point2(lens.x, axes.b.dot(sight.direction))
    case .ray:
      let across = sight.direction.anyPerpendicular
      (forward, axes) = (sight.direction, (across, sight.direction.cross(across)))
      observed = Point2(0, 0)
    }
    weight = Self.inverse(covariance(at: estimate))
  }

  var camera: Vector3 { errors.sight.ray.origin }

  func depth(of point: Vector3) -> Double { (point - camera).dot(forward) }

  /// Predicted − observed.
  func residual(_ point: Vector3) -> Point2 {
    let d = (point - camera) / depth(of: point)
    return Point2(axes.a.dot(d) - observed.x, axes.b.dot(d) - observed.y)
  }

  /// ∂ρ/∂X, by rows.
  func jacobian(_ point: Vector3) -> (Vector3, Vector3) {
    let w = depth(of: point)
    let d = (point - camera) / w
    return ((axes.a - axes.a.dot(d) * forward) / w, (axes.b - axes.b.dot(d) * forward) / w)
  }

  /// How a turned ray, r → r + δr, moves the observation: by rows.
  private var turning: (Vector3, Vector3) { (axes.a - observed.x * forward, axes.b - observed.y * forward) }

  /// JᵀWJ.
  func information(_ j: (Vector3, Vector3)) -> Matrix3 {
    let (wj1, wj2) = weighted(j)
    return (Matrix3(outer: j.0, wj1) + Matrix3(outer: j.1, wj2)).symmetrized
  }

  /// JᵀWρ.
  func pull(_ j: (Vector3, Vector3), _ rho: Point2) -> Vector3 {
    let (wj1, wj2) = weighted(j)
    return rho.x * wj1 + rho.y * wj2
  }

  /// ρᵀWρ.
  func chiSquare(_ rho: Point2) -> Double {
    rho.x * rho.x * weight.xx + 2 * rho.x * rho.y * weight.xy + rho.y * rho.y * weight.yy
  }

  /// JᵀW K: what a δr of the observed ray pulls on the point, before Λ⁻¹.
  func pullOfTurning(_ j: (Vector3, Vector3)) -> Matrix3 {
    let (wj1, wj2) = weighted(j)
    let k = turning
    return Matrix3(outer: wj1, k.0) + Matrix3(outer: wj2, k.1)
  }

  private func weighted(_ j: (Vector3, Vector3)) -> (Vector3, Vector3) {
    (weight.xx * j.0 + weight.xy * j.1, weight.xy * j.0 + weight.yy * j.1)
  }

  /// Of tap and jitter.
  private func covariance(at point: Vector3) -> (xx: Double, xy: Double, yy: Double) {
    let k = turning
    let j = jacobian(point)
    var sum = (xx: 0.0, xy: 0.0, yy: 0.0)
    func add(_ x: Double, _ y: Double) { sum = (sum.xx + x * x, sum.xy + x * y, sum.yy + y * y) }
    let tap = errors.tapTurning
    let jitter = errors.jitterTurning
    for turn in [tap.0, tap.1, jitter.x, jitter.y, jitter.z] { add(k.0.dot(turn), k.1.dot(turn)) }
    let sigma = errors.noise.jitterPosition
    for axis in [Vector3.unitX, .unitY, .unitZ] { add(sigma * j.0.dot(axis), sigma * j.1.dot(axis)) }
    return sum
  }

  /// A tap without any error would weigh infinitely: such a σ is taken as a ten-millionth of the view.
  private static let smallestVariance = 1e-14

  private static func inverse(_ s: (xx: Double, xy: Double, yy: Double)) -> (xx: Double, xy: Double, yy: Double) {
    let (xx, yy) = (max(s.xx, smallestVariance), max(s.yy, smallestVariance))
    let determinant = max(xx * yy - s.xy * s.xy, smallestVariance * max(xx, yy))
    return (yy / determinant, -s.xy / determinant, xx / determinant)
  }
}
