/// The measures of points, lines and rings.
public enum Shapes {
  /// Lengths of the segments between consecutive points; closed: back to the first as well.
  public static func segments(_ points: [Vector3], closed: Bool) -> [Vector3] {
    guard points.count > 1 else { return [] }
    var result = (1..<points.count).map { points[$0] - points[$0 - 1] }
    if closed { result.append(points[0] - points[points.count - 1]) }
    return result
  }

  /// N = ½ Σ pᵢ × pᵢ₊₁ of a closed ring, m²: its length is the area of the ring seen along its direction.
  /// Taken about the first vertex, so that a small ring far from the origin keeps its digits.
  public static func vectorArea(_ ring: [Vector3]) -> Vector3 {
    guard ring.count > 2 else { return .zero }
    var twice = Vector3.zero
    for i in 1..<(ring.count - 1) { twice += (ring[i] - ring[0]).cross(ring[i + 1] - ring[0]) }
    return 0.5 * twice
  }

  /// Root mean square distance of the vertices from the plane through their mean across a vector area; 0 for a ring
  /// without one.
  public static func nonPlanarity(of ring: [Vector3], along vectorArea: Vector3) -> Double {
    guard let normal = vectorArea.normalized else { return 0 }
    let middle = mean(ring)
    let square = ring.reduce(0) { sum, p in
      let height = normal.dot(p - middle)
      return sum + height * height
    }
    return (square / Double(max(1, ring.count))).squareRoot()
  }

  /// Do edges of a closed ring cross, seen along the normal of the plane that fits its vertices best? A ring whose parts
  /// cancel to no area at all does so even where it only touches itself.
  /// - Parameter work: pair tests left; lowered by what this ring took.
  public static func crossesItself(_ ring: [Vector3], work: inout Int) -> Bool {
    guard ring.count > 3 else { return false }
    if partsCancel(in: ring) { return true }
    let middle = mean(ring)
    let axes = SymmetricEigen(ring.reduce(Matrix3.zero) { $0 + Matrix3(outer: $1 - middle, $1 - middle) }).vectors
    let flat = ring.map { Point2(axes.x.dot($0 - middle), axes.y.dot($0 - middle)) }
    return !RingWalk(flat.span).isConvex && Outline.findCrossing(flat, work: &work)
  }

  private static func partsCancel(in ring: [Vector3]) -> Bool {
    var (parts, reach) = (0.0, 0.0)
    for i in 1..<(ring.count - 1) {
      let (a, b) = (ring[i] - ring[0], ring[i + 1] - ring[0])
      parts += 0.5 * a.cross(b).length
      reach = max(reach, a.lengthSquared, b.lengthSquared)
    }
    // Points on one line have no parts but rounding.
    return parts > cancellation * reach && vectorArea(ring).length <= cancellation * parts
  }

  /// Of areas: less of one is rounding.
  private static let cancellation = 1e-9

  /// The angle between two arms, radians, exact near 0 and π.
  public static func angle(_ u: Vector3, _ v: Vector3) -> Double { arcTangent(u.cross(v).length, u.dot(v)) }

  public static func mean(_ points: [Vector3]) -> Vector3 { points.reduce(.zero, +) / Double(max(1, points.count)) }
}
