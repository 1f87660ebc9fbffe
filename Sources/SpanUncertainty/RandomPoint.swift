public import SpanGeometry

/// A point as a random variable: where it is, and how it moves with each source of error.
///
/// Sources that several points share are kept as columns (one per unit variable, already times its σ), so that
/// they cancel or add up between points; sources of the point alone are kept as covariances, m².
public struct RandomPoint: Sendable {
  public var position: Vector3
  var shared = SharedColumns()
  /// Columns for offset and two tilts of each plane that the point depends on: at most two.
  var planes: [(key: Int, columns: Matrix3)] = []
  var own = OwnCovariances()
  /// Sources that rest on the profile, not on the client's word.
  var defaulted: SourceSet = []
  /// κ of the hit behind the point; 0 without one.
  public var kappa = 0.0
  public var traits: Traits = []

  public struct Traits: OptionSet, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    /// A given point, or a tap that became one by snapping.
    public static let given = Traits(rawValue: 1)
    /// A given point without covariance.
    public static let assumedSigma = Traits(rawValue: 2)
    public static let estimatedPlane = Traits(rawValue: 4)
    public static let trackingLimited = Traits(rawValue: 8)
  }

  init(position: Vector3) { self.position = position }

  /// A point the client gives, with its covariance or, without one, the profile's plane offset on each axis.
  public init(given position: Vector3, covariance: Matrix3?, noise: NoiseModel) {
    self.init(position: position)
    traits = .given
    let variance = noise.planeOffset * noise.planeOffset
    own.prior = covariance ?? Matrix3(diagonal: Vector3(variance, variance, variance))
    if covariance == nil {
      traits.insert(.assumedSigma)
      if !noise.isGiven(.planeOffset) { defaulted.insert(.prior) }
    }
    own.define(noise)
  }

  /// Every source but scale, m².
  public var covariance: Matrix3 {
    var sum = own.total + shared.gram
    for plane in planes { sum += plane.columns.gram }
    return sum.symmetrized
  }
}

/// How a point moves with the unit variables that all taps of a request share: metres per σ.
struct SharedColumns: Sendable {
  var posePosition = Matrix3.zero
  var poseRotation = Matrix3.zero
  /// Along, across, up.
  var drift = Matrix3.zero
  var driftYaw = Vector3.zero
  /// ln fx, ln fy.
  var focal = (Vector3.zero, Vector3.zero)
  var principalPoint = (Vector3.zero, Vector3.zero)

  /// self += s · other.
  mutating func add(_ s: Double, _ other: SharedColumns) {
    posePosition += s * other.posePosition
    poseRotation += s * other.poseRotation
    drift += s * other.drift
    driftYaw += s * other.driftYaw
    focal.0 += s * other.focal.0
    focal.1 += s * other.focal.1
    principalPoint.0 += s * other.principalPoint.0
    principalPoint.1 += s * other.principalPoint.1
  }

  /// self += M · other.
  mutating func add(_ m: Matrix3, _ other: SharedColumns) {
    posePosition += m * other.posePosition
    poseRotation += m * other.poseRotation
    drift += m * other.drift
    driftYaw += m * other.driftYaw
    focal.0 += m * other.focal.0
    focal.1 += m * other.focal.1
    principalPoint.0 += m * other.principalPoint.0
    principalPoint.1 += m * other.principalPoint.1
  }

  /// Σ column columnᵀ.
  var gram: Matrix3 {
    posePosition.gram + poseRotation.gram + drift.gram + Matrix3(outer: driftYaw, driftYaw)
      + Matrix3(outer: focal.0, focal.0) + Matrix3(outer: focal.1, focal.1)
      + Matrix3(outer: principalPoint.0, principalPoint.0) + Matrix3(outer: principalPoint.1, principalPoint.1)
  }

  /// All fourteen, for those who treat them alike.
  var all: [Vector3] {
    [
      posePosition.x, posePosition.y, posePosition.z, poseRotation.x, poseRotation.y, poseRotation.z, drift.x,
      drift.y, drift.z, driftYaw, focal.0, focal.1, principalPoint.0, principalPoint.1,
    ]
  }
}

/// The covariances of the sources that no other point shares, m².
struct OwnCovariances: Sendable {
  var tap = Matrix3.zero
  var jitter = Matrix3.zero
  var surface = Matrix3.zero
  var boundary = Matrix3.zero
  var definition = Matrix3.zero
  var prior = Matrix3.zero
  var anchorCorrection = Matrix3.zero

  mutating func define(_ noise: NoiseModel) {
    let variance = noise.definition * noise.definition
    definition = Matrix3(diagonal: Vector3(variance, variance, variance))
  }

  /// M Σ Mᵀ for each source.
  mutating func transform(by m: Matrix3) {
    let transposed = m.transposed
    // Most points have few of them.
    func turned(_ covariance: Matrix3) -> Matrix3 {
      covariance.trace > 0 ? m * covariance * transposed : .zero
    }
    tap = turned(tap)
    jitter = turned(jitter)
    surface = turned(surface)
    boundary = turned(boundary)
    definition = turned(definition)
    prior = turned(prior)
    anchorCorrection = turned(anchorCorrection)
  }

  mutating func add(_ other: OwnCovariances) {
    tap += other.tap
    jitter += other.jitter
    surface += other.surface
    boundary += other.boundary
    definition += other.definition
    prior += other.prior
    anchorCorrection += other.anchorCorrection
  }

  var total: Matrix3 { tap + jitter + surface + boundary + definition + prior + anchorCorrection }
}
