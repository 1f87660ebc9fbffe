/// The eigenvalues and eigenvectors of a symmetric 3×3 matrix, largest first, by cyclic Jacobi rotations
/// (Golub & Van Loan, Matrix Computations, §8.5): exact to rounding for any spread of the eigenvalues.
///
/// Only the lower triangle is read. Entries must be finite and their squares must not overflow.
public struct SymmetricEigen: Sendable {
  /// Descending.
  public let values: Vector3
  /// Unit columns in the order of ``values``.
  public let vectors: Matrix3

  public init(_ matrix: Matrix3) {
    var (xx, yy, zz) = (matrix.x.x, matrix.y.y, matrix.z.z)
    var (xy, xz, yz) = (matrix.x.y, matrix.x.z, matrix.y.z)
    var v = Matrix3.identity
    let negligible = matrix.largestEntry * 1e-17
    // Converges quadratically; six sweeps settle every 3×3 matrix, the rest is a bound.
    for _ in 0..<12 where max(abs(xy), abs(xz), abs(yz)) > negligible {
      Self.rotate(&xx, &yy, &xy, &xz, &yz, &v.x, &v.y)
      Self.rotate(&xx, &zz, &xz, &xy, &yz, &v.x, &v.z)
      Self.rotate(&yy, &zz, &yz, &xy, &xz, &v.y, &v.z)
    }
    var (a, b, c) = ((xx, v.x), (yy, v.y), (zz, v.z))
    if a.0 < b.0 { swap(&a, &b) }
    if b.0 < c.0 { swap(&b, &c) }
    if a.0 < b.0 { swap(&a, &b) }
    values = Vector3(a.0, b.0, c.0)
    vectors = Matrix3(columns: a.1, b.1, c.1)
  }

  /// Zeroes the entry pq by a rotation in the plane of p and q; r is the third axis.
  private static func rotate(
    _ pp: inout Double, _ qq: inout Double, _ pq: inout Double, _ rp: inout Double, _ rq: inout Double,
    _ p: inout Vector3, _ q: inout Vector3
  ) {
    guard pq != 0 else { return }
    let theta = (qq - pp) / (2 * pq)
    // For a huge theta its square overflows to infinity and t becomes 0, as it should.
    let t = (theta < 0 ? -1.0 : 1.0) / (abs(theta) + (theta * theta + 1).squareRoot())
    let c = 1 / (t * t + 1).squareRoot()
    let s = t * c
    pp -= t * pq
    qq += t * pq
    pq = 0
    (rp, rq) = (c * rp - s * rq, s * rp + c * rq)
    (p, q) = (c * p - s * q, s * p + c * q)
  }
}
