package import SpanGeometry

/// What moves a line of sight: the camera by its position errors, the ray by the errors of pixel, pose and lens.
///
/// All columns are per unit variable, already times its σ. r: direction as in ``Sight/direction``.
package struct SightErrors: Sendable {
  package let sight: Sight
  let pointing: Pointing
  /// Screen units; rays: radians.
  let pointingSigma: Double?
  /// D: from the first tap's camera to this one.
  let displacement: Vector3
  let noise: NoiseModel

  package init(_ tap: Tap, displacement: Vector3, noise: NoiseModel) {
    self.init(
      sight: tap.sight, pointing: tap.pointing, pointingSigma: tap.pointingSigma, displacement: displacement,
      noise: noise)
  }

  init(
    sight: Sight, pointing: Pointing, pointingSigma: Double?, displacement: Vector3, noise: NoiseModel
  ) {
    self.sight = sight
    self.pointing = pointing
    self.pointingSigma = pointingSigma
    self.displacement = displacement
    self.noise = noise
  }

  private var r: Vector3 { sight.direction }
  private var trackingFactor: Double { sight.tracking == .limited ? NoiseModel.limitedTrackingFactor : 1 }

  // MARK: δc

  /// σ of the shared camera position, each axis.
  var posePosition: Double { trackingFactor * noise.posePosition }

  /// Along, across and up, with what the camera moved since the first tap.
  var drift: Matrix3 {
    let d = displacement
    let shares = noise.driftAlong * NoiseModel.driftShares
    return Matrix3(
      columns: shares.x * d, shares.y * Vector3.unitY.cross(d), (shares.z * d.length) * Vector3.unitY)
  }

  // MARK: δr

  /// −[r]× diag(σ): how the ray turns with a rotation vector of these standard deviations.
  private func turning(_ sigmas: Vector3) -> Matrix3 { Matrix3(cross: -r) * Matrix3(diagonal: sigmas) }

  var poseTurning: Matrix3 {
    trackingFactor * turning(Vector3(noise.poseRollPitch, noise.poseYaw, noise.poseRollPitch))
  }

  var jitterTurning: Matrix3 {
    turning(Vector3(noise.jitterRotation, noise.jitterRotation, noise.jitterRotation))
  }

  var driftTurning: Vector3 { noise.driftYaw * displacement.length.squareRoot() * Vector3.unitY.cross(r) }

  var tapTurning: (Vector3, Vector3) {
    switch sight.aim {
    case .ray:
      let sigma = pointingSigma ?? pointing.angle
      let across = r.anyPerpendicular
      return (sigma * across, sigma * r.cross(across))
    case .lens(let lens):
      let pixels: Double
      if let s = lens.viewPointsPerPixel {
        pixels = (pointingSigma ?? pointing.viewPoints) / s
      } else if let given = pointingSigma {
        pixels = given
      } else {
        // An angle times the focal length in pixels, over the focal length.
        return (pointing.angle * lens.axisX, pointing.angle * lens.axisY)
      }
      return ((pixels / lens.focal.x) * lens.axisX, (pixels / lens.focal.y) * lens.axisY)
    }
  }

  var focalTurning: (Vector3, Vector3)? {
    guard case .lens(let lens) = sight.aim else { return nil }
    return (-noise.focal * lens.x * lens.axisX, -noise.focal * lens.y * lens.axisY)
  }

  var principalPointTurning: (Vector3, Vector3)? {
    guard case .lens(let lens) = sight.aim else { return nil }
    let pixels = noise.principalPoint / (lens.viewPointsPerPixel ?? 1)
    return (-(pixels / lens.focal.x) * lens.axisX, (pixels / lens.focal.y) * lens.axisY)
  }

  // MARK: Disturbed

  /// The rotation vector of a draw, radians, world axes.
  func rotation(pose z: Vector3, driftYaw: Double, jitter: Vector3) -> Vector3 {
    let rollPitch = trackingFactor * noise.poseRollPitch
    let yaw = trackingFactor * noise.poseYaw
    let drift = driftYaw * noise.driftYaw * displacement.length.squareRoot()
    return Vector3(rollPitch * z.x, yaw * z.y + drift, rollPitch * z.z) + noise.jitterRotation * jitter
  }

  /// r of a draw, before it is rotated: another pixel through another lens.
  func direction(_ z: SharedDraw, tap: (Double, Double)) -> Vector3 {
    let turn = tapTurning
    var result = r + tap.0 * turn.0 + tap.1 * turn.1
    guard case .lens(let lens) = sight.aim, let principal = principalPointTurning else { return result }
    result += z.principalPoint.0 * principal.0 + z.principalPoint.1 * principal.1
    // x = (u − cx)/fx: what stands on the image so far is divided by a disturbed focal length.
    let moved = result - r
    let dy = moved.dot(lens.axisX.cross(lens.forward))
    let (x, y) = (lens.x + (moved - dy * lens.axisY).dot(lens.axisX), lens.y + dy)
    let (fx, fy) = (exponential(-noise.focal * z.focal.0), exponential(-noise.focal * z.focal.1))
    return result + (x * (fx - 1)) * lens.axisX + (y * (fy - 1)) * lens.axisY
  }

  // MARK: Who said so

  /// The sources of a sight that rest on the profile for at least one member.
  var defaulted: SourceSet {
    var result = noise.defaultedCameraSources
    if pointingSigma == nil { result.insert(.tap) }
    if case .lens = sight.aim, !noise.isGiven(.focal, .principalPoint) { result.insert(.intrinsics) }
    return result
  }

  // MARK: A point that depends on the sight

  /// Adds what a displaced camera does to a point: pose, jitter and drift of the position.
  /// - Parameter map: δp of a δc.
  func moveCamera(_ point: inout RandomPoint, by map: Matrix3) {
    point.shared.posePosition = posePosition * map
    point.shared.drift = map * drift
    point.own.jitter += (noise.jitterPosition * map).gram
  }

  /// Adds what a turned ray does to a point: rotation of pose, jitter and drift, the tap and the lens.
  /// - Parameter map: δp of a δr.
  func turnRay(_ point: inout RandomPoint, by map: Matrix3) {
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
}
