/// Why a ray met nothing: the candidate that came nearest, and what kept it from being a hit.
public enum Miss: Equatable, Sendable {
  /// No surface of the kinds that were asked for is known.
  case nothingToHit
  /// Every surface lies behind the ray or parallel to it.
  case behind
  /// The nearest surface ahead has the wrong alignment.
  case misaligned(plane: Int)
  /// The ray passes the nearest plane ahead outside its outline, this many metres from the rim.
  case outsideOutline(plane: Int, by: Double)
  /// Features were given, but none close enough to the ray, and no plane fits those around it.
  case noFeatures
}

extension Raycast {
  /// The reason for a miss, for people. Call it only when ``firstHit(_:)`` found nothing.
  public func explainMiss(_ ray: Ray) -> Miss {
    let kinds = Set(targets.compactMap(\.planeKind))
    var (isAny, nearest, reason) = (false, Double.infinity, Miss.nothingToHit)
    for (index, plane) in planes.enumerated() where kinds.contains(plane.kind) && !plane.isIgnored {
      isAny = true
      guard
        let t = Self.distance(along: ray, toPlaneThrough: plane.pose.position, normal: plane.normal), t < nearest
      else { continue }
      nearest = t
      if alignment.accepts(plane.effectiveAlignment) {
        let p = plane.local(ray.point(at: t)).point
        reason = .outsideOutline(plane: index, by: plane.outline?.distance(to: p) ?? 0)
      } else {
        reason = .misaligned(plane: index)
      }
    }
    if nearest.isFinite { return reason }
    if isAny { return .behind }
    let wantsFeatures = targets.contains(.featurePoint) || targets.contains(.estimatedPlane)
    return wantsFeatures && !featurePoints.isEmpty ? .noFeatures : .nothingToHit
  }

  /// Would the ray hit an outline of an existing plane? Asked of an inverted pose, to name a view matrix.
  public func meetsExistingOutline(_ ray: Ray) -> Bool {
    Raycast(planes: planes, targets: [.existingPlaneGeometry]).firstHit(ray) != nil
  }
}

extension Target {
  fileprivate var planeKind: Plane.Kind? {
    switch self {
    case .existingPlaneGeometry, .existingPlaneInfinite: .existing
    case .estimatedPlane: .estimated
    case .featurePoint, .depth, .mesh: nil
    }
  }
}
