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
    let asked = [asksForExisting ? existing : [], targets.contains(.estimatedPlane) ? estimated : []]
    var (nearest, closest) = (Double.infinity, Candidate?.none)
    for candidates in asked {
      for candidate in candidates {
        guard let distance = candidate.distance(along: ray, within: nearest) else { continue }
        // At one distance the plane that was sent first counts.
        if let closest, distance == nearest, closest.index < candidate.index { continue }
        (nearest, closest) = (distance, candidate)
      }
    }
    if let closest {
      guard closest.isAccepted else { return .misaligned(plane: closest.index) }
      let plane = planes[closest.index]
      let p = plane.local(ray.point(at: nearest)).point
      return .outsideOutline(plane: closest.index, by: plane.outline?.distance(to: p) ?? 0)
    }
    if asked.contains(where: { !$0.isEmpty }) { return .behind }
    let wantsFeatures = targets.contains(.featurePoint) || targets.contains(.estimatedPlane)
    return wantsFeatures && !featurePoints.isEmpty ? .noFeatures : .nothingToHit
  }

  private var asksForExisting: Bool {
    targets.contains(.existingPlaneGeometry) || targets.contains(.existingPlaneInfinite)
  }
}
