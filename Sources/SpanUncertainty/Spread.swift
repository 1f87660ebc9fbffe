package import SpanGeometry

/// How a vector f = Σ Mᵢ pᵢ of random points spreads, by source.
///
/// Per source the sensitivities are first summed over the points, then squared, so that what points share
/// cancels or adds up as it must. Each point may be added once: sum its matrices before.
/// A scalar function is a vector with one row.
package struct Spread {
  private var shared = SharedColumns()
  private var planes: [(key: Int, columns: Matrix3)] = []
  private var own = OwnCovariances()
  package private(set) var defaulted: SourceSet = []

  package init() {}

  /// The point itself, or its negative: M = ±I.
  package mutating func add(_ point: RandomPoint, sign: Double) {
    shared.add(sign, point.shared)
    for plane in point.planes { addPlane(plane.key, sign * plane.columns) }
    own.add(point.own)
    defaulted.formUnion(point.defaulted)
  }

  package mutating func add(_ point: RandomPoint, _ m: Matrix3) {
    shared.add(m, point.shared)
    for plane in point.planes { addPlane(plane.key, m * plane.columns) }
    var moved = point.own
    moved.transform(by: m)
    own.add(moved)
    defaulted.formUnion(point.defaulted)
  }

  /// A scalar's share of a point, with the gradient g: M has g as its first row, so only first entries fill.
  package mutating func add(_ point: RandomPoint, gradient g: Vector3) {
    func row(_ m: Matrix3) -> Matrix3 {
      let r = m.transposedTimes(g)
      return Matrix3(columns: Vector3(r.x, 0, 0), Vector3(r.y, 0, 0), Vector3(r.z, 0, 0))
    }
    func first(_ v: Vector3) -> Vector3 { Vector3(g.dot(v), 0, 0) }
    func squared(_ covariance: Matrix3) -> Matrix3 {
      Matrix3(columns: Vector3(covariance.trace > 0 ? covariance.form(g, g) : 0, 0, 0), .zero, .zero)
    }
    let columns = point.shared
    shared.posePosition += row(columns.posePosition)
    shared.poseRotation += row(columns.poseRotation)
    shared.drift += row(columns.drift)
    shared.driftYaw += first(columns.driftYaw)
    shared.focal.0 += first(columns.focal.0)
    shared.focal.1 += first(columns.focal.1)
    shared.principalPoint.0 += first(columns.principalPoint.0)
    shared.principalPoint.1 += first(columns.principalPoint.1)
    for plane in point.planes { addPlane(plane.key, row(plane.columns)) }
    own.tap += squared(point.own.tap)
    own.jitter += squared(point.own.jitter)
    own.surface += squared(point.own.surface)
    own.boundary += squared(point.own.boundary)
    own.definition += squared(point.own.definition)
    own.prior += squared(point.own.prior)
    own.anchorCorrection += squared(point.own.anchorCorrection)
    defaulted.formUnion(point.defaulted)
  }

  /// Columns of a plane that come from elsewhere than a point: the plane a distance is measured to.
  package mutating func addPlane(_ key: Int, _ columns: Matrix3) {
    if let index = planes.firstIndex(where: { $0.key == key }) {
      planes[index].columns += columns
    } else {
      planes.append((key, columns))
    }
  }

  package mutating func markDefaulted(_ source: Source) { defaulted.insert(source) }

  /// The covariance that one source brings.
  package subscript(source: Source) -> Matrix3 {
    switch source {
    case .tap: own.tap
    case .posePosition: shared.posePosition.gram
    case .poseRotation: shared.poseRotation.gram
    case .jitter: own.jitter
    case .drift: shared.drift.gram + Matrix3(outer: shared.driftYaw, shared.driftYaw)
    case .intrinsics:
      Matrix3(outer: shared.focal.0, shared.focal.0) + Matrix3(outer: shared.focal.1, shared.focal.1)
        + Matrix3(outer: shared.principalPoint.0, shared.principalPoint.0)
        + Matrix3(outer: shared.principalPoint.1, shared.principalPoint.1)
    case .plane: planes.reduce(.zero) { $0 + $1.columns.gram }
    case .surface: own.surface
    case .boundary: own.boundary
    case .definition: own.definition
    case .prior: own.prior
    case .anchorCorrection: own.anchorCorrection
    case .scale, .independent, .shared: .zero
    }
  }

  package var total: Matrix3 {
    var sum = own.total + shared.gram
    for plane in planes { sum += plane.columns.gram }
    return sum
  }

  /// uᵀ Σ u of one source, without making its covariance.
  package func variance(of source: Source, along u: Vector3) -> Double {
    func squares(_ m: Matrix3) -> Double { m.transposedTimes(u).lengthSquared }
    func square(_ v: Vector3) -> Double { v.dot(u) * v.dot(u) }
    switch source {
    case .tap: return own.tap.form(u, u)
    case .posePosition: return squares(shared.posePosition)
    case .poseRotation: return squares(shared.poseRotation)
    case .jitter: return own.jitter.form(u, u)
    case .drift: return squares(shared.drift) + square(shared.driftYaw)
    case .intrinsics:
      return square(shared.focal.0) + square(shared.focal.1) + square(shared.principalPoint.0)
        + square(shared.principalPoint.1)
    case .plane: return planes.reduce(0) { $0 + squares($1.columns) }
    case .surface: return own.surface.form(u, u)
    case .boundary: return own.boundary.form(u, u)
    case .definition: return own.definition.form(u, u)
    case .prior: return own.prior.form(u, u)
    case .anchorCorrection: return own.anchorCorrection.form(u, u)
    case .scale, .independent, .shared: return 0
    }
  }
}

extension Matrix3 {
  /// M Mᵀ.
  var gram: Matrix3 { Matrix3(outer: x, x) + Matrix3(outer: y, y) + Matrix3(outer: z, z) }
}
