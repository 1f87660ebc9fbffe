public import SpanGeometry

/// The rigid motion that explains best, in the least-squares sense, how points moved (Kabsch, Acta Cryst. A32, 1976):
/// what a tracker does to all anchors at once when it finds its place again.
///
/// Three points that are not in line determine it; points in line leave the turn about that line open, and the smallest
/// turn is taken; a single point is only shifted.
public struct RigidFit: Sendable, Equatable {
  public let rotation: Matrix3
  /// q = rotation · p + translation; metres.
  public let translation: Vector3
  /// Root mean square of what the motion leaves unexplained, metres.
  public let residual: Double
  public let residualMaximum: Double

  public static let identity = RigidFit(rotation: .identity, translation: .zero, residual: 0, residualMaximum: 0)

  /// Below this ratio of variances, across to along, points are in line: rounding.
  private static let lineTolerance = 1e-13
  /// Radians.
  private static let largestPolish = 1e-3

  /// nil: no points.
  public init?(from: [Vector3], to: [Vector3]) {
    guard let first = from.first, from.count == to.count else { return nil }
    guard from != to else {
      self = .identity
      return
    }
    // Of many equal or nearly equal positions the mean is taken about one of them, so that no digits are lost.
    let start = first + Shapes.mean(from.map { $0 - first })
    let end = to[0] + Shapes.mean(to.map { $0 - to[0] })
    var correlation = Matrix3.zero
    for (p, q) in zip(from, to) { correlation += Matrix3(outer: q - end, p - start) }
    rotation = Self.rotation(correlation)
    translation = end - rotation * start
    var (sum, largest) = (0.0, 0.0)
    for (p, q) in zip(from, to) {
      let squared = (q - end - rotation * (p - start)).lengthSquared
      sum += squared
      largest = max(largest, squared)
    }
    residual = (sum / Double(from.count)).squareRoot()
    residualMaximum = largest.squareRoot()
  }

  private init(rotation: Matrix3, translation: Vector3, residual: Double, residualMaximum: Double) {
    self.rotation = rotation
    self.translation = translation
    self.residual = residual
    self.residualMaximum = residualMaximum
  }

  public var rotationDegrees: Double {
    let axial = Vector3(rotation.y.z - rotation.z.y, rotation.z.x - rotation.x.z, rotation.x.y - rotation.y.x)
    return arcTangent(axial.length, rotation.trace - 1).degrees
  }

  public func apply(_ p: Vector3) -> Vector3 { rotation * p + translation }

  /// The rotation that maximises tr(RᵀH), H = Σ q pᵀ. The two directions that vary most are carried over, the third
  /// follows from them: so the result is never a mirror, even where the best orthogonal matrix would be one.
  private static func rotation(_ h: Matrix3) -> Matrix3 {
    let size = h.largestEntry
    guard size > 0 else { return .identity }
    let scaled = (1 / size) * h
    let eigen = SymmetricEigen(scaled.transposed * scaled)
    let (v1, v2) = (eigen.vectors.x, eigen.vectors.y)
    guard let u1 = (scaled * v1).normalized else { return .identity }
    guard eigen.values.y > lineTolerance * eigen.values.x, let u2 = (scaled * v2).rejected(from: u1).normalized else {
      return smallestTurn(from: v1, to: u1)
    }
    let turned = Matrix3(columns: u1, u2, u1.cross(u2))
    return polished((turned * Matrix3(columns: v1, v2, v1.cross(v2)).transposed).nearestRotation, scaled)
  }

  /// HᵀH squares what is small: of points nearly in line it leaves few digits of the turn about that line. One Newton
  /// step towards the maximum of tr(RᵀH) brings them back.
  private static func polished(_ rotation: Matrix3, _ h: Matrix3) -> Matrix3 {
    let k = h * rotation.transposed
    let slope = Vector3(k.y.z - k.z.y, k.z.x - k.x.z, k.x.y - k.y.x)
    let curvature = SymmetricEigen(k.trace * .identity - k.symmetrized)
    let (axes, sizes) = (curvature.vectors, curvature.values)
    guard sizes.z > 0 else { return rotation }
    let step =
      (axes.x.dot(slope) / sizes.x) * axes.x + (axes.y.dot(slope) / sizes.y) * axes.y
      + (axes.z.dot(slope) / sizes.z) * axes.z
    // A larger one is no rounding: a best motion that is hardly determined.
    return step.length < largestPolish ? (Matrix3(rotationVector: step) * rotation).nearestRotation : rotation
  }

  /// Between unit vectors.
  private static func smallestTurn(from a: Vector3, to b: Vector3) -> Matrix3 {
    let axis = a.cross(b)
    guard let unit = axis.normalized else {
      return a.dot(b) > 0 ? .identity : Matrix3(rotationVector: .pi * a.anyPerpendicular)
    }
    return Matrix3(rotationVector: arcTangent(axis.length, a.dot(b)) * unit)
  }
}
