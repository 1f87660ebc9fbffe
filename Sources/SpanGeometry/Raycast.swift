/// A ray against everything a client knows of its surroundings.
public struct Raycast: Sendable {
  public let planes: [Plane]
  public private(set) var featurePoints: [Vector3]
  public private(set) var targets: [Target]
  public let alignment: AlignmentFilter
  /// Of the planes; nil: all of them are looked at for each ray.
  public let hierarchy: PlaneHierarchy?
  /// Of the features; nil: all of them are looked at for each ray.
  private(set) var featureHierarchy: PointHierarchy?
  /// The planes that take part, by kind, in the order of the list.
  let existing: [Candidate]
  let estimated: [Candidate]

  /// What of a plane decides at what distance a ray meets it.
  struct Candidate: Sendable {
    let normal: Vector3
    let point: Vector3
    let index: Int
    /// By the alignment asked for.
    let isAccepted: Bool

    /// nil behind the origin, when parallel, or beyond a limit that is not negative.
    @inline(__always)
    func distance(along ray: Ray, within limit: Double) -> Double? {
      Raycast.distance(along: ray, toPlaneThrough: point, normal: normal, within: limit)
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

  /// - Parameters:
  ///   - hierarchy: of the same planes.
  ///   - featureHierarchy: of the same features.
  public init(
    planes: [Plane], featurePoints: [Vector3] = [], targets: [Target] = defaultTargets,
    alignment: AlignmentFilter = .any, hierarchy: PlaneHierarchy? = nil, featureHierarchy: PointHierarchy? = nil
  ) {
    self.planes = planes
    self.hierarchy = hierarchy
    self.featurePoints = featurePoints
    self.featureHierarchy = featureHierarchy
    self.targets = targets
    self.alignment = alignment
    var (existing, estimated): ([Candidate], [Candidate]) = ([], [])
    existing.reserveCapacity(planes.count)
    for index in planes.indices where !planes[index].isIgnored {
      let candidate = Candidate(
        normal: planes[index].normal, point: planes[index].pose.position, index: index,
        isAccepted: alignment == .any || alignment.accepts(planes[index].effectiveAlignment))
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
    raycast.featureHierarchy = nil
    return raycast
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

  private func estimatedHits(_ ray: Ray) -> [Hit] {
    let hits = planeHits(.estimatedPlane, ray)
    return hits.isEmpty ? fittedHit(ray).map { [$0] } ?? [] : hits
  }
}

extension Raycast {
  /// The distance along the ray at which it meets a plane without end; nil behind the origin, when parallel, or beyond
  /// a limit that is not negative.
  @inline(__always)
  static func distance(
    along ray: Ray, toPlaneThrough q: Vector3, normal n: Vector3, within limit: Double = .infinity
  ) -> Double? {
    let slope = n.dot(ray.direction)
    let distance = n.dot(q - ray.origin) / slope
    // Both ends in one comparison, as the processor cannot guess on which side of a plane one is: as whole numbers, the
    // bits of negative numbers are above those of all others, and zero less one is above them, too.
    guard distance.bitPattern &- 1 < limit.bitPattern, abs(slope) >= parallelLimit else { return nil }
    return distance
  }
}
