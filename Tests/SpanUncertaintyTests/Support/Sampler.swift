import SpanGeometry
import SpanUncertainty

/// Draws errors of a scene by the model: σ as given, sharing as in the measurement model, §2.
struct Sampler: Sendable {
  let scene: Scene
  let sigmas: Sigmas
  let tap: [Double]
  let offset: [Double]
  let tilt: [Double]
  let boundary: [Double]
  let featureAlong: [(sigma: Double, along: Vector3)]
  let given: [[Vector3]]
  let principalPoint: Double

  let rollPitch: Double
  let yaw: Double
  let jitterRotation: Double
  let driftYaw: Double
  let position: Double
  let jitterPosition: Double
  let drift: Double
  let focal: Double
  let scale: Double
  let definition: Double

  init(_ scene: Scene) {
    self.scene = scene
    let sigmas = scene.sigmas
    self.sigmas = sigmas
    let degree = Double.pi / 180
    rollPitch = sigmas[.poseRollPitchDegrees] * degree
    yaw = sigmas[.poseYawDegrees] * degree
    jitterRotation = sigmas[.jitterRotationDegrees] * degree
    driftYaw = sigmas[.driftYawDegrees] * degree
    position = sigmas[.posePosition]
    jitterPosition = sigmas[.jitterPosition]
    drift = sigmas[.driftAlong]
    focal = sigmas[.focal]
    scale = sigmas[.scale]
    definition = sigmas[.definition]
    tap = scene.aims.map(\.tapSigma)
    principalPoint = sigmas[.principalPoint] / (scene.aims.first?.viewScale ?? 1)

    // Distances of the true hits: what is known of estimated planes and features depends on them.
    let hits = scene.located()?.hits ?? []
    func distance(ofSurface i: Int) -> Double {
      for case .some(let hit) in hits where hit.surface == .plane(i) { return hit.distance }
      return 0
    }
    offset = scene.surfaces.enumerated().map { i, surface in
      surface.sigma.offset
        ?? (surface.kind == .existing
          ? sigmas[.planeOffset]
          : sigmas[.estimatedOffset] + sigmas[.estimatedOffsetPerMetre] * distance(ofSurface: i))
    }
    tilt = scene.surfaces.map { $0.sigma.tilt ?? $0.tiltSigma(sigmas) }
    boundary = scene.surfaces.map { $0.sigma.boundary ?? sigmas[.boundary] }
    featureAlong = scene.features.enumerated().map { i, feature in
      let away = feature - (scene.aims.indices.contains(i) ? scene.aims[i].eye.origin : .zero)
      return (sigmas[.featureAlong] + sigmas[.featureAlongPerMetre] * away.length, away / away.length)
    }
    given = scene.given.map { point in
      guard let covariance = point.covariance else {
        let sigma = sigmas[.planeOffset]
        return [sigma * .unitX, sigma * .unitY, sigma * .unitZ]
      }
      let eigen = SymmetricEigen(covariance)
      return [
        eigen.values.x.squareRoot() * eigen.vectors.x, eigen.values.y.squareRoot() * eigen.vectors.y,
        max(0, eigen.values.z).squareRoot() * eigen.vectors.z,
      ]
    }
  }

  func draw(_ random: inout Random) -> Errors {
    var errors = Errors(for: scene)
    errors.position = random.normals(position)
    errors.rotation = Vector3(random.normal(rollPitch), random.normal(yaw), random.normal(rollPitch))
    errors.drift = Vector3(random.normal(drift), random.normal(0.4 * drift), random.normal(0.3 * drift))
    errors.driftYaw = random.normal(driftYaw)
    errors.focal = Point2(random.normal(focal), random.normal(focal))
    errors.principalPoint = Point2(random.normal(principalPoint), random.normal(principalPoint))
    errors.scale = random.normal(scale)
    for i in errors.taps.indices {
      errors.taps[i] = Point2(random.normal(tap[i]), random.normal(tap[i]))
      errors.jitterPosition[i] = random.normals(jitterPosition)
      errors.jitterRotation[i] = random.normals(jitterRotation)
      errors.definition[i] = random.normals(definition)
    }
    for i in errors.offset.indices {
      errors.offset[i] = random.normal(offset[i])
      errors.tilt[i] = Point2(random.normal(tilt[i]), random.normal(tilt[i]))
      if scene.snap.edges { errors.boundary[i] = Point2(random.normal(boundary[i]), random.normal(boundary[i])) }
    }
    for i in errors.features.indices {
      errors.features[i] = random.normal(featureAlong[i].sigma) * featureAlong[i].along
    }
    for i in errors.given.indices {
      errors.given[i] = given[i].reduce(random.normals(definition)) { $0 + random.normal() * $1 }
    }
    return errors
  }
}

extension Scene.Aim {
  /// View units per pixel of the principal point; nil without a viewport.
  var viewScale: Double? {
    guard case .camera(let camera, _) = eye, case .intrinsics(let lens, let viewport) = camera.optics else {
      return nil
    }
    return viewport?.scale(for: lens)
  }

  /// Screen units, or radians for a ray.
  var tapSigma: Double {
    if let sigma { return sigma }
    let (viewPoints, angle) = Sigmas.tap(pointing)
    switch eye {
    case .ray: return angle
    case .camera(let camera, _):
      // Without a viewport those milliradians × f; the scenes here have square pixels.
      if case .intrinsics(let lens, nil) = camera.optics { return angle * lens.focal.x }
      return viewPoints
    }
  }
}

extension Scene.Surface {
  /// §5: walls × 1.5, and planes whose rim is farther than 2 m from q × 2/ρ.
  fileprivate func tiltSigma(_ sigmas: Sigmas) -> Double {
    let degree = Double.pi / 180
    guard kind == .existing else { return sigmas[.estimatedTiltDegrees] * degree }
    let q = support
    let reach = (ring ?? []).map { (Vector3($0.x - q.x, 0, $0.y - q.y)).length }.max() ?? 0
    let isWall = abs(pose.rotation.y.y) <= 0.2588190451025207  // sin 15°
    return sigmas[.planeTiltDegrees] * degree * (isWall ? 1.5 : 1) * 2 / max(2, reach)
  }
}
