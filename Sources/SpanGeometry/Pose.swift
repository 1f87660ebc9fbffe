/// Where something is and how it is turned: a rigid transform from local to world coordinates.
public struct Pose: Equatable, Sendable {
  public var rotation: Matrix3
  /// Metres, world.
  public var position: Vector3

  public init(rotation: Matrix3, position: Vector3) {
    self.rotation = rotation
    self.position = position
  }

  public static let identity = Pose(rotation: .identity, position: .zero)

  @inlinable
  public func toWorld(_ local: Vector3) -> Vector3 { rotation * local + position }

  @inlinable
  public func toLocal(_ world: Vector3) -> Vector3 { rotation.transposedTimes(world - position) }

  public var inverse: Pose {
    Pose(rotation: rotation.transposed, position: -rotation.transposedTimes(position))
  }
}

/// Why numbers are no pose, by the likely mistake.
public enum PoseFault: Error, Equatable, Sendable {
  /// The translation stands in elements 3, 7, 11: the matrix was written row by row.
  case rowMajor
  /// Negative determinant: an axis is flipped, as in a left-handed engine.
  case mirrored
  /// Orthogonal axes that are not of unit length: a scale is hidden in the matrix.
  case scaled(Vector3)
  /// Neither of these, yet no rotation: the largest entry of |RᵀR − I|.
  case notRigid(Double)
  case quaternionZero
  /// The norm found.
  case quaternionNotUnit(Double)
}

extension Pose {
  /// How far a rotation may be off (|RᵀR − I|max, ||q| − 1|) before it is refused instead of mended.
  public static let rigidTolerance = 1e-3
  /// How far the bottom row may be off (0, 0, 0, 1).
  public static let bottomRowTolerance = 1e-6

  /// From 16 numbers, column-major, local → world (simd, ARCore and WebXR order), translation at 12, 13, 14.
  ///
  /// A rotation within ``rigidTolerance`` is replaced by the nearest exact one (polar decomposition).
  /// - Precondition: all are finite.
  public init(columnMajor m: InlineArray<16, Double>) throws(PoseFault) {
    let r = Matrix3(
      columns: Vector3(m[0], m[1], m[2]), Vector3(m[4], m[5], m[6]), Vector3(m[8], m[9], m[10]))
    let bottom = max(abs(m[3]), abs(m[7]), abs(m[11]))
    let translation = Vector3(m[12], m[13], m[14])
    guard bottom <= Self.bottomRowTolerance, abs(m[15] - 1) <= Self.bottomRowTolerance else {
      let transposed = translation.length <= Self.bottomRowTolerance && abs(m[15] - 1) <= Self.bottomRowTolerance
      throw transposed ? .rowMajor : .notRigid(max(bottom, abs(m[15] - 1)))
    }
    // Overflow gives NaN or infinity here, which no comparison below lets through.
    guard r.determinant > 0 else { throw r.determinant < 0 ? .mirrored : .notRigid(r.deviationFromOrthonormal) }
    let products = r.columnProducts
    let deviation = products.symmetricDeviationFromIdentity
    guard deviation <= Self.rigidTolerance else {
      let lengths = Vector3(r.x.length, r.y.length, r.z.length)
      let cosines = max(
        abs(r.x.dot(r.y)) / (lengths.x * lengths.y), abs(r.y.dot(r.z)) / (lengths.y * lengths.z),
        abs(r.z.dot(r.x)) / (lengths.z * lengths.x))
      throw cosines <= Self.rigidTolerance ? .scaled(lengths) : .notRigid(deviation)
    }
    self.init(rotation: r.nearestRotation(products), position: translation)
  }

  /// From a quaternion (x, y, z, w), w last, normalised when its norm is within ``rigidTolerance`` of 1.
  public init(position: Vector3, orientation x: Double, _ y: Double, _ z: Double, _ w: Double) throws(PoseFault) {
    let norm = (x * x + y * y + z * z + w * w).squareRoot()
    guard norm >= 1e-12 else { throw .quaternionZero }
    guard abs(norm - 1) <= Self.rigidTolerance else { throw .quaternionNotUnit(norm) }
    let (x, y, z, w) = (x / norm, y / norm, z / norm, w / norm)
    self.init(
      rotation: Matrix3(
        columns: Vector3(1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)),
        Vector3(2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)),
        Vector3(2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y))),
      position: position)
  }
}
