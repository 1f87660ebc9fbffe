/// All around a ray, as far as an angle.
struct Cone {
  let ray: Ray
  private let cosine: Double
  private let sine: Double

  init(around ray: Ray, halfAngle: Double) {
    self.ray = ray
    (sine, cosine) = (SpanGeometry.sine(halfAngle), SpanGeometry.cosine(halfAngle))
  }

  @inline(__always)
  func contains(_ p: Vector3) -> Bool {
    let offset = p - ray.origin
    let along = offset.dot(ray.direction)
    // Both in one: which of them fails the processor cannot guess.
    return (along > 0 ? 1 : 0) & (along * along >= cosine * cosine * offset.lengthSquared ? 1 : 0) != 0
  }

  /// The distance along the ray of a position inside.
  @inline(__always)
  func distance(to p: Vector3) -> Double? { contains(p) ? (p - ray.origin).dot(ray.direction) : nil }

  /// The least distance along the ray that something in a box may have.
  func nearest(in box: Box) -> Double {
    (box.middle - ray.origin).dot(ray.direction) - box.half.dot(ray.direction.magnitudes)
  }

  /// How much of a box lies inside; what is close to the surface is for ``distance(to:)`` to tell.
  func part(of box: Box) -> BoxHierarchy.Part {
    let offset = box.middle - ray.origin
    let along = offset.dot(ray.direction)
    let aside = offset.rejected(from: ray.direction)
    let across = aside.length
    let slack = Self.slack + Self.relativeSlack * (abs(along) + across)
    // How deep the box's middle lies under the surface, and which way it is deeper. A cone is convex: nothing lies deeper
    // than that slope says, nor less deep than by the whole way.
    let depth = along * sine - across * cosine
    let slope = sine * ray.direction - (across > 0 ? cosine / across : 0) * aside
    if depth + box.half.dot(slope.magnitudes) < -slack { return .nothing }
    return depth > box.half.length + slack ? .everything : .something
  }

  /// Metres, and for each metre from the apex: many times the rounding of the above.
  private static let (slack, relativeSlack) = (1e-6, 1e-12)
}

extension Vector3 {
  fileprivate var magnitudes: Vector3 { Vector3(abs(x), abs(y), abs(z)) }
}
