extension Raycast {
  func fittedHit(_ ray: Ray) -> Hit? {
    guard featurePoints.count >= PlaneFit.minimumCount,
      let fit = PlaneFit.around(
        ray, features: featurePoints, hierarchy: featureHierarchy,
        accepts: { alignment.accepts(Plane.alignment(ofNormal: $0)) }),
      let t = Self.distance(along: ray, toPlaneThrough: fit.centroid, normal: fit.normal)
    else { return nil }
    return Hit(
      target: .estimatedPlane, surface: .fitted(fit), position: ray.point(at: t), distance: t, normal: fit.normal,
      insideOutline: true, rayDirection: ray.direction)
  }

  func nearestFeatureHit(_ ray: Ray) -> Hit? {
    let cone = Cone(around: ray, halfAngle: Self.featureHalfAngle)
    if let featureHierarchy { return featureHierarchy.nearest(in: cone).map { featureHit(ray, at: $0) } }
    var best = Double.infinity
    for p in featurePoints {
      if let along = cone.distance(to: p), along < best { best = along }
    }
    return best.isFinite ? featureHit(ray, at: best) : nil
  }

  func featureHits(_ ray: Ray) -> [Hit] {
    let cone = Cone(around: ray, halfAngle: Self.featureHalfAngle)
    let distances = featureHierarchy?.distances(in: cone) ?? featurePoints.compactMap { cone.distance(to: $0) }
    return distances.sorted().map { featureHit(ray, at: $0) }
  }

  private func featureHit(_ ray: Ray, at distance: Double) -> Hit {
    Hit(
      target: .featurePoint, surface: .featurePoint, position: ray.point(at: distance), distance: distance,
      normal: -ray.direction, insideOutline: true, rayDirection: ray.direction)
  }
}
