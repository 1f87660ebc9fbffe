/// A ray against everything a client knows of its surroundings.
public struct Raycast: Sendable {
  public let planes: [Plane]
  public private(set) var featurePoints: [Vector3]
  public private(set) var targets: [Target]
  public let alignment: AlignmentFilter
  /// Of the planes; nil: all of them are looked at for each ray.
  public let hierarchy: PlaneHierarchy?
  /// The planes that a target may hit, by kind.
  private let existing: [Candidate]
  private let estimated: [Candidate]

  /// What of a plane decides at what distance a ray meets it.
  private struct Candidate: Sendable {
    let normal: Vector3
    let point: Vector3
    let index: Int

    init(_ plane: Plane, _ index: Int) {
      normal = plane.normal
      point = plane.pose.position
      self.index = index
    }

    /// nil behind the origin or when parallel.
    @inline(__always)
    func distance(along ray: Ray) -> Double? {
      Raycast.distance(along: ray, toPlaneThrough: point, normal: normal)
    }
  }

  /// ARKit's and ARCore's order: what was detected first, what is guessed after it.
  public static let defaultTargets: [Target] = [.existingPlaneGeometry, .estimatedPlane]
  /// Rays flatter than this to a plane (|n·d|) do not meet it.
  public static let parallelLimit = 1e-9
  /// Distances closer than this, metres, are equal: the earlier plane wins.
  public static let tie = 1e-9
  /// Features farther off the ray than this do not count.
  public static let featureHalfAngle = (2.0).radians

  /// - Parameter hierarchy: of the same planes.
  public init(
    planes: [Plane], featurePoints: [Vector3] = [], targets: [Target] = defaultTargets,
    alignment: AlignmentFilter = .any, hierarchy: PlaneHierarchy? = nil
  ) {
    self.planes = planes
    self.hierarchy = hierarchy
    self.featurePoints = featurePoints
    self.targets = targets
    self.alignment = alignment
    var (existing, estimated): ([Candidate], [Candidate]) = ([], [])
    existing.reserveCapacity(planes.count)
    for index in planes.indices where !planes[index].isIgnored {
      guard alignment == .any || alignment.accepts(planes[index].effectiveAlignment) else { continue }
      let candidate = Candidate(planes[index], index)
      switch planes[index].kind {
      case .existing: existing.append(candidate)
      case .estimated: estimated.append(candidate)
      }
    }
    (self.existing, self.estimated) = (existing, estimated)
  }

  /// The same planes, asked for something else.
  public func asking(
    for targets: [Target], _ alignment: AlignmentFilter, featurePoints: [Vector3]
  ) -> Raycast {
    guard alignment == self.alignment else {
      return Raycast(
        planes: planes, featurePoints: featurePoints, targets: targets, alignment: alignment, hierarchy: hierarchy)
    }
    var raycast = self
    raycast.targets = targets
    raycast.featurePoints = featurePoints
    return raycast
  }

  private func candidates(for target: Target) -> [Candidate] { target == .estimatedPlane ? estimated : existing }

  /// The candidates that a ray may hit within their outlines.
  private func candidates(for target: Target, along ray: Ray) -> [Candidate] {
    guard let hierarchy, target != .existingPlaneInfinite else { return candidates(for: target) }
    let kind: Plane.Kind = target == .estimatedPlane ? .estimated : .existing
    return hierarchy.planes(along: ray).compactMap { index in
      guard planes[index].kind == kind, alignment == .any || alignment.accepts(planes[index].effectiveAlignment) else {
        return nil
      }
      return Candidate(planes[index], index)
    }
  }

  /// The nearest hit of the first target that has one.
  public func firstHit(_ ray: Ray) -> Hit? {
    for target in targets {
      if let hit = nearest(target, ray) { return hit }
    }
    return nil
  }

  /// Every hit of every target: targets in their order, nearest first within each.
  public func allHits(_ ray: Ray) -> [Hit] {
    targets.flatMap { target in
      switch target {
      case .existingPlaneGeometry, .existingPlaneInfinite: planeHits(target, ray)
      case .estimatedPlane: estimatedHits(ray)
      case .featurePoint: featureHits(ray)
      case .depth, .mesh: [Hit]()
      }
    }
  }

  private func nearest(_ target: Target, _ ray: Ray) -> Hit? {
    switch target {
    case .existingPlaneGeometry, .existingPlaneInfinite: nearestPlaneHit(target, ray)
    case .estimatedPlane: nearestPlaneHit(target, ray) ?? fittedHit(ray)
    case .featurePoint: nearestFeatureHit(ray)
    case .depth, .mesh: nil
    }
  }
}

extension Raycast {
  /// The distance along the ray at which it meets a plane without end; nil behind the origin or when parallel.
  @inline(__always)
  static func distance(along ray: Ray, toPlaneThrough q: Vector3, normal n: Vector3) -> Double? {
    let slope = n.dot(ray.direction)
    guard abs(slope) >= parallelLimit else { return nil }
    let distance = n.dot(q - ray.origin) / slope
    return distance > 0 ? distance : nil
  }

  private func isInsideOutline(of plane: Int, _ position: Vector3) -> Bool {
    guard case .outline(let outline) = planes[plane].extent else { return true }
    return outline.contains(planes[plane].local(position).point)
  }

  /// Does a plane that the ray meets at a distance count there? Outlines bind all targets but one.
  private func counts(_ plane: Int, for target: Target, _ ray: Ray, at distance: Double) -> Bool {
    target == .existingPlaneInfinite || isInsideOutline(of: plane, ray.point(at: distance))
  }

  private func hit(_ target: Target, _ plane: Int, _ ray: Ray, at distance: Double) -> Hit {
    let position = ray.point(at: distance)
    return Hit(
      target: target, surface: .plane(plane), position: position, distance: distance, normal: planes[plane].normal,
      insideOutline: target != .existingPlaneInfinite || isInsideOutline(of: plane, position),
      rayDirection: ray.direction)
  }

  /// The first of the planes that tie for the smallest distance.
  private func nearestPlaneHit(_ target: Target, _ ray: Ray) -> Hit? {
    let candidates = candidates(for: target, along: ray)
    var (winner, nearest) = (candidates.endIndex, Double.infinity)
    for place in candidates.indices {
      guard let t = candidates[place].distance(along: ray), t < nearest,
        counts(candidates[place].index, for: target, ray, at: t)
      else { continue }
      (winner, nearest) = (place, t)
    }
    guard winner < candidates.endIndex else { return nil }
    for place in 0..<winner {
      guard let t = candidates[place].distance(along: ray), t <= nearest + Self.tie,
        counts(candidates[place].index, for: target, ray, at: t)
      else { continue }
      return hit(target, candidates[place].index, ray, at: t)
    }
    return hit(target, candidates[winner].index, ray, at: nearest)
  }

  private func planeHits(_ target: Target, _ ray: Ray) -> [Hit] {
    let hits = candidates(for: target, along: ray).compactMap { candidate -> Hit? in
      guard let t = candidate.distance(along: ray), counts(candidate.index, for: target, ray, at: t) else { return nil }
      return hit(target, candidate.index, ray, at: t)
    }
    return Self.nearestFirst(hits)
  }

  private func estimatedHits(_ ray: Ray) -> [Hit] {
    let hits = planeHits(.estimatedPlane, ray)
    return hits.isEmpty ? fittedHit(ray).map { [$0] } ?? [] : hits
  }

  private func fittedHit(_ ray: Ray) -> Hit? {
    guard featurePoints.count >= PlaneFit.minimumCount,
      let fit = PlaneFit.around(
        ray, features: featurePoints, accepts: { alignment.accepts(Plane.alignment(ofNormal: $0)) }),
      let t = Self.distance(along: ray, toPlaneThrough: fit.centroid, normal: fit.normal)
    else { return nil }
    return Hit(
      target: .estimatedPlane, surface: .fitted(fit), position: ray.point(at: t), distance: t, normal: fit.normal,
      insideOutline: true, rayDirection: ray.direction)
  }

  /// Stable by distance; within a run of ties the order of the list stays.
  private static func nearestFirst(_ hits: [Hit]) -> [Hit] {
    let order = hits.indices.sorted { (hits[$0].distance, $0) < (hits[$1].distance, $1) }
    var result: [Hit] = []
    result.reserveCapacity(hits.count)
    var start = 0
    while start < order.count {
      var end = start + 1
      while end < order.count, hits[order[end]].distance <= hits[order[start]].distance + tie { end += 1 }
      result += order[start..<end].sorted().map { hits[$0] }
      start = end
    }
    return result
  }
}

extension Raycast {
  /// The distance along the ray of a feature close enough to it.
  @inline(__always)
  private static func distance(along ray: Ray, toFeature p: Vector3, squaredCosine: Double) -> Double? {
    let offset = p - ray.origin
    let along = offset.dot(ray.direction)
    return along > 0 && along * along >= squaredCosine * offset.lengthSquared ? along : nil
  }

  private static let featureCosine = cosine(featureHalfAngle)

  private func nearestFeatureHit(_ ray: Ray) -> Hit? {
    let limit = Self.featureCosine * Self.featureCosine
    var best = Double.infinity
    for p in featurePoints {
      if let along = Self.distance(along: ray, toFeature: p, squaredCosine: limit), along < best { best = along }
    }
    return best.isFinite ? featureHit(ray, at: best) : nil
  }

  private func featureHits(_ ray: Ray) -> [Hit] {
    let limit = Self.featureCosine * Self.featureCosine
    return featurePoints.compactMap { Self.distance(along: ray, toFeature: $0, squaredCosine: limit) }.sorted()
      .map { featureHit(ray, at: $0) }
  }

  private func featureHit(_ ray: Ray, at distance: Double) -> Hit {
    Hit(
      target: .featurePoint, surface: .featurePoint, position: ray.point(at: distance), distance: distance,
      normal: -ray.direction, insideOutline: true, rayDirection: ray.direction)
  }
}
