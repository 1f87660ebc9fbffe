internal import SpanGeometry

/// The range of the length of an uncertain vector: first order where that holds, with the second-order bias and
/// spread of a norm, and a test against zero instead of a made-up lower end.
struct NormRule {
  /// d = |Δ|.
  let length: Double
  /// u: Δ/d, or the direction of the largest spread when there is no length; zero when there is neither.
  let direction: Vector3
  /// d̃ = max(d, √λmax(S)).
  let floor: Double
  /// b: how much the spread across Δ lengthens it on average.
  let bias: Double
  /// ½ tr((HS)²).
  let secondOrderVariance: Double
  /// Δ cannot be told from zero at the confidence asked for.
  let isIndistinguishableFromZero: Bool

  /// Below this a length is zero, metres (or metres squared): rounding.
  static let zeroLength = 1e-9
  /// Δ points somewhere. If not, u is one of two opposite directions, or of many.
  var hasDirection: Bool { length >= Self.zeroLength }
  /// Eigenvalues below this part of the largest are zero.
  private static let rankTolerance = 1e-6

  /// - Parameter s: Cov(Δ) without scale.
  init(_ delta: Vector3, covariance s: Matrix3, coverage: Coverage) {
    length = delta.length
    let trace = s.trace
    guard trace > 0 else {
      direction = delta.normalized ?? .zero
      (floor, bias, secondOrderVariance, isIndistinguishableFromZero) = (length, 0, 0, false)
      return
    }
    if length * length > coverage.chiSquared(3) * trace {
      // Longer than any eigenvalue of S could explain: the test is passed and d exceeds √λmax.
      direction = delta / length
      floor = length
      isIndistinguishableFromZero = false
    } else {
      let eigen = SymmetricEigen(s)
      direction = length < Self.zeroLength ? eigen.vectors.x : delta / length
      floor = max(length, max(0, eigen.values.x).squareRoot())
      isIndistinguishableFromZero = Self.holdsZero(delta, eigen, coverage)
    }
    let su = s * direction
    let along = direction.dot(su)
    bias = max(0, trace - along) / (2 * floor)
    // T = (I − uuᵀ) S (I − uuᵀ)
    let across =
      s - Matrix3(outer: direction, su) - Matrix3(outer: su, direction)
      + along * Matrix3(outer: direction, direction)
    secondOrderVariance = across.contracted(with: across) / (2 * floor * floor)
  }

  /// ΔᵀS⁺Δ ≤ χ²_{m,p}, m the rank of S. A part of Δ outside the range of S tells it from zero for sure.
  private static func holdsZero(_ delta: Vector3, _ eigen: SymmetricEigen, _ coverage: Coverage) -> Bool {
    let limit = rankTolerance * eigen.values.x
    var (rank, distance) = (0, 0.0)
    var outside = delta
    for (value, vector) in [
      (eigen.values.x, eigen.vectors.x), (eigen.values.y, eigen.vectors.y), (eigen.values.z, eigen.vectors.z),
    ] where value > limit {
      let part = vector.dot(delta)
      rank += 1
      distance += part * part / value
      outside -= part * vector
    }
    return outside.length <= zeroLength && distance <= coverage.chiSquared(rank)
  }
}
