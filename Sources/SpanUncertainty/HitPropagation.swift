public import SpanGeometry

/// First-order propagation of one tap: how its hit moves with the pixel, the pose, the lens and the surface.
///
/// r: direction as in ``Sight/direction``; c: camera position; the hit is p = c + t r; n: the surface's normal;
/// P = I − r nᵀ/(n·r), the oblique projector along the ray onto the plane.
public final class HitPropagation: Sendable {
  let errors: SightErrors
  let hit: Hit
  /// nil: a hit that no plane holds.
  let surface: SurfaceError?

  /// - Parameters:
  ///   - pointingSigma: screen units; rays: radians.
  ///   - displacement: D, from the first tap's camera to this one.
  public init(
    sight: Sight, hit: Hit, surface: SurfaceError?, pointing: Pointing, pointingSigma: Double?,
    displacement: Vector3, noise: NoiseModel
  ) {
    errors = SightErrors(
      sight: sight, pointing: pointing, pointingSigma: pointingSigma, displacement: displacement, noise: noise)
    self.hit = hit
    self.surface = surface
  }

  var noise: NoiseModel { errors.noise }
  private var sight: Sight { errors.sight }
  private var r: Vector3 { sight.direction }
  private var t: Double { hit.distance / r.length }

  /// δp for a moved camera: P, or I where no plane holds the hit.
  var cameraMap: Matrix3 {
    guard let surface else { return .identity }
    return .identity - Matrix3(outer: r, surface.normal / surface.normal.dot(r))
  }

  /// δp for a turned ray, r → r + δr: t P, or across the ray only.
  var rayMap: Matrix3 {
    guard surface != nil else {
      let along = hit.rayDirection
      return t * (.identity - Matrix3(outer: along, along))
    }
    return t * cameraMap
  }

  // MARK: The point

  /// κ² = [nᵀΣ_r n + rᵀΣ_n r]/(n·r)²: the relative spread of the denominator n·r, where first order breaks.
  var kappa: Double {
    guard let surface else { return 0 }
    let n = surface.normal
    func along(_ m: Matrix3) -> Double { m.transposedTimes(n).lengthSquared }
    func along(_ v: Vector3) -> Double { v.dot(n) * v.dot(n) }
    func along(_ pair: (Vector3, Vector3)?) -> Double { pair.map { along($0.0) + along($0.1) } ?? 0 }
    let denominator = n.dot(r)
    let ofRay =
      along(errors.tapTurning) + along(errors.poseTurning) + along(errors.jitterTurning) + along(errors.driftTurning)
      + along(errors.focalTurning) + along(errors.principalPointTurning)
    let ofNormal = surface.tilt * surface.tilt * (r.lengthSquared - denominator * denominator)
    return (max(0, ofRay + ofNormal)).squareRoot() / abs(denominator)
  }

  /// The hit as a random point.
  public var point: RandomPoint {
    var point = RandomPoint(position: hit.position)
    errors.moveCamera(&point, by: cameraMap)
    errors.turnRay(&point, by: rayMap)
    if let surface {
      let slope = r / surface.normal.dot(r)
      point.planes = [(surface.key, Matrix3(outer: slope, surface.rise(at: hit.position)))]
    } else {
      let along = noise.featureAlong + noise.featureAlongPerMetre * hit.distance
      point.own.surface = Matrix3(outer: along * hit.rayDirection, along * hit.rayDirection)
    }
    finish(&point)
    return point
  }

  /// The camera's own position, negated: what a range needs beside the hit. It shares the pose, jitter and drift
  /// variables of the hit, so the caller gets the difference of both at once.
  func range(to point: RandomPoint, cameraMap: Matrix3, rayMap: Matrix3) -> RandomPoint {
    var range = point
    range.position = point.position - sight.ray.origin
    range.shared = SharedColumns()
    range.own.jitter = .zero
    errors.moveCamera(&range, by: cameraMap - .identity)
    errors.turnRay(&range, by: rayMap)
    return range
  }

  private func finish(_ point: inout RandomPoint) {
    point.own.define(noise)
    point.kappa = kappa
    point.defaulted = defaultedSources
    if hit.target == .estimatedPlane { point.traits.insert(.estimatedPlane) }
    if sight.tracking == .limited { point.traits.insert(.trackingLimited) }
  }

  private var defaultedSources: SourceSet {
    var result = errors.defaulted
    if let surface {
      if surface.isDefaulted { result.insert(.plane) }
    } else if !noise.isGiven(.featureAlong, .featureAlongPerMetre) {
      result.insert(.surface)
    }
    return result
  }
}
