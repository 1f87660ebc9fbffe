public import SpanGeometry

/// First-order propagation of one tap: how its hit moves with the pixel, the pose, the lens and the surface.
///
/// r: direction as in ``Sight/direction``; c: camera position; the hit is p = c + t r; n: the surface's normal;
/// P = I − r nᵀ/(n·r), the oblique projector along the ray onto the plane.
public struct HitPropagation: Sendable {
  let sight: Sight
  let hit: Hit
  let noise: NoiseModel
  /// nil: a hit that no plane holds.
  let surface: SurfaceError?
  let pointing: Pointing
  /// Screen units; rays: radians.
  let pointingSigma: Double?
  /// D: from the first tap's camera to this one.
  let displacement: Vector3

  public init(
    sight: Sight, hit: Hit, surface: SurfaceError?, pointing: Pointing, pointingSigma: Double?,
    displacement: Vector3, noise: NoiseModel
  ) {
    self.sight = sight
    self.hit = hit
    self.surface = surface
    self.pointing = pointing
    self.pointingSigma = pointingSigma
    self.displacement = displacement
    self.noise = noise
  }

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

  private var trackingFactor: Double { sight.tracking == .limited ? NoiseModel.limitedTrackingFactor : 1 }

  // MARK: δr, σ-scaled

  /// −[r]× diag(σ): how the ray turns with a rotation vector of these standard deviations.
  private func turning(_ sigmas: Vector3) -> Matrix3 { Matrix3(cross: -r) * Matrix3(diagonal: sigmas) }

  private var poseTurning: Matrix3 {
    trackingFactor * turning(Vector3(noise.poseRollPitch, noise.poseYaw, noise.poseRollPitch))
  }

  private var jitterTurning: Matrix3 {
    turning(Vector3(noise.jitterRotation, noise.jitterRotation, noise.jitterRotation))
  }

  private var driftTurning: Vector3 {
    noise.driftYaw * displacement.length.squareRoot() * Vector3.unitY.cross(r)
  }

  private var tapTurning: (Vector3, Vector3) {
    switch sight.aim {
    case .ray:
      let sigma = pointingSigma ?? pointing.angle
      let across = r.anyPerpendicular
      return (sigma * across, sigma * r.cross(across))
    case .lens(let lens):
      if let s = lens.viewPointsPerPixel {
        let pixels = (pointingSigma ?? pointing.viewPoints) / s
        return ((pixels / lens.focal.x) * lens.axisX, (pixels / lens.focal.y) * lens.axisY)
      }
      guard let pixels = pointingSigma else { return (pointing.angle * lens.axisX, pointing.angle * lens.axisY) }
      return ((pixels / lens.focal.x) * lens.axisX, (pixels / lens.focal.y) * lens.axisY)
    }
  }

  private var focalTurning: (Vector3, Vector3)? {
    guard case .lens(let lens) = sight.aim else { return nil }
    return (-noise.focal * lens.x * lens.axisX, -noise.focal * lens.y * lens.axisY)
  }

  private var principalPointTurning: (Vector3, Vector3)? {
    guard case .lens(let lens) = sight.aim else { return nil }
    let pixels = noise.principalPoint / (lens.viewPointsPerPixel ?? 1)
    return (-(pixels / lens.focal.x) * lens.axisX, (pixels / lens.focal.y) * lens.axisY)
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
      along(tapTurning) + along(poseTurning) + along(jitterTurning) + along(driftTurning) + along(focalTurning)
      + along(principalPointTurning)
    let ofNormal = surface.tilt * surface.tilt * (r.lengthSquared - denominator * denominator)
    return (max(0, ofRay + ofNormal)).squareRoot() / abs(denominator)
  }

  /// The hit as a random point.
  public var point: RandomPoint {
    var point = RandomPoint(position: hit.position)
    moveCamera(&point, by: cameraMap)
    turnRay(&point, by: rayMap)
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
    moveCamera(&range, by: cameraMap - .identity)
    turnRay(&range, by: rayMap)
    return range
  }

  /// Adds what a displaced camera does: pose, jitter and drift of the position.
  private func moveCamera(_ point: inout RandomPoint, by map: Matrix3) {
    point.shared.posePosition = (trackingFactor * noise.posePosition) * map
    let d = displacement
    let shares = noise.driftAlong * NoiseModel.driftShares
    point.shared.drift =
      map
      * Matrix3(
        columns: shares.x * d, shares.y * Vector3.unitY.cross(d), (shares.z * d.length) * Vector3.unitY)
    point.own.jitter += (noise.jitterPosition * map).gram
  }

  /// Adds what a turned ray does: rotation of pose, jitter and drift, the tap and the lens.
  private func turnRay(_ point: inout RandomPoint, by map: Matrix3) {
    point.shared.poseRotation = map * poseTurning
    point.shared.driftYaw = map * driftTurning
    point.own.jitter += (map * jitterTurning).gram
    let tap = (map * tapTurning.0, map * tapTurning.1)
    point.own.tap = Matrix3(outer: tap.0, tap.0) + Matrix3(outer: tap.1, tap.1)
    if let focal = focalTurning { point.shared.focal = (map * focal.0, map * focal.1) }
    if let principal = principalPointTurning {
      point.shared.principalPoint = (map * principal.0, map * principal.1)
    }
  }

  private func finish(_ point: inout RandomPoint) {
    point.own.define(noise)
    point.kappa = kappa
    point.defaulted = defaultedSources
    if hit.target == .estimatedPlane { point.traits.insert(.estimatedPlane) }
    if sight.tracking == .limited { point.traits.insert(.trackingLimited) }
  }

  private var defaultedSources: SourceSet {
    var result = noise.defaultedCameraSources
    if pointingSigma == nil { result.insert(.tap) }
    if case .lens = sight.aim, !noise.isGiven(.focal, .principalPoint) { result.insert(.intrinsics) }
    if let surface {
      if surface.isDefaulted { result.insert(.plane) }
    } else if !noise.isGiven(.featureAlong, .featureAlongPerMetre) {
      result.insert(.surface)
    }
    return result
  }
}
