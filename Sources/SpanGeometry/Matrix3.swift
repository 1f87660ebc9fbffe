/// A 3×3 matrix by columns.
public struct Matrix3: Equatable, Sendable {
  public var x: Vector3
  public var y: Vector3
  public var z: Vector3

  @inlinable
  public init(columns x: Vector3, _ y: Vector3, _ z: Vector3) {
    self.x = x
    self.y = y
    self.z = z
  }

  public static let identity = Matrix3(columns: .unitX, .unitY, .unitZ)
  public static let zero = Matrix3(columns: .zero, .zero, .zero)

  /// diag(d).
  @inlinable
  public init(diagonal d: Vector3) {
    self.init(columns: Vector3(d.x, 0, 0), Vector3(0, d.y, 0), Vector3(0, 0, d.z))
  }

  /// a bᵀ.
  @inlinable
  public init(outer a: Vector3, _ b: Vector3) { self.init(columns: b.x * a, b.y * a, b.z * a) }

  /// [a]×, so that [a]× b = a × b.
  @inlinable
  public init(cross a: Vector3) {
    self.init(columns: Vector3(0, a.z, -a.y), Vector3(-a.z, 0, a.x), Vector3(a.y, -a.x, 0))
  }
}

extension Matrix3 {
  @inlinable
  public static func * (m: Matrix3, v: Vector3) -> Vector3 { v.x * m.x + v.y * m.y + v.z * m.z }

  @inlinable
  public static func * (a: Matrix3, b: Matrix3) -> Matrix3 { Matrix3(columns: a * b.x, a * b.y, a * b.z) }

  @inlinable
  public static func * (s: Double, m: Matrix3) -> Matrix3 { Matrix3(columns: s * m.x, s * m.y, s * m.z) }

  @inlinable
  public static func + (a: Matrix3, b: Matrix3) -> Matrix3 { Matrix3(columns: a.x + b.x, a.y + b.y, a.z + b.z) }

  @inlinable
  public static func - (a: Matrix3, b: Matrix3) -> Matrix3 { Matrix3(columns: a.x - b.x, a.y - b.y, a.z - b.z) }

  @inlinable
  public static func += (a: inout Matrix3, b: Matrix3) { a = a + b }

  /// Mᵀ v without building Mᵀ.
  @inlinable
  public func transposedTimes(_ v: Vector3) -> Vector3 { Vector3(x.dot(v), y.dot(v), z.dot(v)) }

  @inlinable
  public var transposed: Matrix3 {
    Matrix3(columns: Vector3(x.x, y.x, z.x), Vector3(x.y, y.y, z.y), Vector3(x.z, y.z, z.z))
  }

  @inlinable public var trace: Double { x.x + y.y + z.z }
  @inlinable public var determinant: Double { x.dot(y.cross(z)) }

  /// ½ (M + Mᵀ).
  @inlinable public var symmetrized: Matrix3 { 0.5 * (self + transposed) }

  /// aᵀ M b.
  @inlinable
  public func form(_ a: Vector3, _ b: Vector3) -> Double { a.dot(self * b) }

  /// Σᵢⱼ AᵢⱼBᵢⱼ = tr(AᵀB).
  @inlinable
  public func contracted(with b: Matrix3) -> Double { x.dot(b.x) + y.dot(b.y) + z.dot(b.z) }

  /// The largest absolute entry.
  @inlinable
  public var largestEntry: Double {
    max(
      max(abs(x.x), abs(x.y), abs(x.z)), max(abs(y.x), abs(y.y), abs(y.z)),
      max(abs(z.x), abs(z.y), abs(z.z)))
  }

  /// MᵀM, the products of the columns with each other.
  @inlinable
  public var columnProducts: Matrix3 {
    let (xy, xz, yz) = (x.dot(y), x.dot(z), y.dot(z))
    return Matrix3(columns: Vector3(x.dot(x), xy, xz), Vector3(xy, y.dot(y), yz), Vector3(xz, yz, z.dot(z)))
  }

  /// max |MᵀM − I|: how far the columns are from orthonormal. NaN-free for finite entries that do not overflow.
  public var deviationFromOrthonormal: Double { columnProducts.symmetricDeviationFromIdentity }

  /// max |M − I| of a symmetric matrix.
  @inline(__always)
  var symmetricDeviationFromIdentity: Double {
    var largest = 0.0
    func see(_ entry: Double) { largest = abs(entry) > largest ? abs(entry) : largest }
    see(x.x - 1)
    see(y.y - 1)
    see(z.z - 1)
    see(y.x)
    see(z.x)
    see(z.y)
    return largest
  }

  /// The nearest rotation (orthogonal polar factor) of a matrix already close to one,
  /// by Newton–Schulz, R ← R (3I − RᵀR)/2, which converges quadratically there.
  public var nearestRotation: Matrix3 { nearestRotation(columnProducts) }

  /// The same, where ``columnProducts`` are known.
  func nearestRotation(_ columnProducts: Matrix3) -> Matrix3 {
    var (r, products) = (self, columnProducts)
    for _ in 0..<6 {
      if products.symmetricDeviationFromIdentity < 4e-16 { break }
      r = 0.5 * (r * (3 * Matrix3.identity - products))
      products = r.columnProducts
    }
    return r
  }

  /// The rotation Exp([v]×) by Rodrigues' formula; |v| is the angle in radians.
  public init(rotationVector v: Vector3) {
    let angle = v.length
    let k = Matrix3(cross: v)
    // Series below 1e-4 rad, where (1 − cos)/θ² would lose its digits.
    let (s, c) =
      angle < 1e-4
      ? (1 - angle * angle / 6, 0.5 - angle * angle / 24)
      : (sine(angle) / angle, (1 - cosine(angle)) / (angle * angle))
    self = .identity + s * k + c * (k * k)
  }
}
