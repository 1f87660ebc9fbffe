public import SpanGeometry

/// A plane as a random variable: offset along its normal and tilts about two axes through its support centroid.
public struct SurfaceError: Sendable {
  /// Hits of the same key share one set of variables.
  public var key: Int
  public var normal: Vector3
  /// e₁, e₂.
  public var axes: (Vector3, Vector3)
  /// q.
  public var support: Vector3
  /// m, of the hit in question: an estimated plane is the worse the farther it is hit.
  public var offset: Double
  /// Radians.
  public var tilt: Double
  /// m, in the plane across an edge.
  public var boundary: Double
  /// At least one of offset and tilt is the profile's.
  public var isDefaulted: Bool

  init(
    key: Int, normal: Vector3, axes: (Vector3, Vector3), support: Vector3, offset: Double, tilt: Double,
    boundary: Double, isDefaulted: Bool
  ) {
    self.key = key
    self.normal = normal
    self.axes = axes
    self.support = support
    self.offset = offset
    self.tilt = tilt
    self.boundary = boundary
    self.isDefaulted = isDefaulted
  }

  /// - Parameter range: distance of the hit, metres; counts for estimated planes.
  public init(_ plane: borrowing Plane, key: Int, sigma: PlaneSigma, noise: NoiseModel, range: Double) {
    self.key = key
    normal = plane.normal
    axes = (plane.pose.rotation.x, plane.pose.rotation.z)
    let center = plane.localSupport
    support = plane.world(center)
    boundary = sigma.boundary ?? noise.boundary
    let factor = plane.effectiveAlignment == .vertical ? NoiseModel.verticalFactor : 1
    switch plane.kind {
    case .existing:
      let reach = max(plane.outline?.radius(around: center) ?? 0, NoiseModel.tiltReach)
      offset = sigma.offset ?? noise.planeOffset
      tilt = sigma.tilt ?? factor * noise.planeTilt * (NoiseModel.tiltReach / reach)
      isDefaulted =
        !((sigma.offset != nil || noise.isGiven(.planeOffset))
        && (sigma.tilt != nil || noise.isGiven(.planeTiltDegrees)))
    case .estimated:
      offset = sigma.offset ?? noise.estimatedOffset + noise.estimatedOffsetPerMetre * range
      tilt = sigma.tilt ?? noise.estimatedTilt
      isDefaulted =
        !((sigma.offset != nil || noise.isGiven(.estimatedOffset, .estimatedOffsetPerMetre))
        && (sigma.tilt != nil || noise.isGiven(.estimatedTiltDegrees)))
    }
  }

  /// A plane fitted to features: how well they hold it replaces the defaults for estimates.
  public init(_ fit: PlaneFit, key: Int, noise: NoiseModel) {
    self.key = key
    normal = fit.normal
    let axis = fit.normal.anyPerpendicular
    axes = (axis, fit.normal.cross(axis))
    support = fit.centroid
    offset = (fit.rms * fit.rms / Double(fit.count) + noise.planeOffset * noise.planeOffset).squareRoot()
    tilt = arcTangent(fit.rms, fit.secondSingularValue)
    boundary = noise.boundary
    isDefaulted = !noise.isGiven(.planeOffset)
  }

  /// σ-scaled row [1, −(p−q)·e₁, −(p−q)·e₂]: how far the surface rises along its normal at `p`.
  func rise(at p: Vector3) -> Vector3 {
    let arm = p - support
    return Vector3(offset, -tilt * arm.dot(axes.0), -tilt * arm.dot(axes.1))
  }
}
