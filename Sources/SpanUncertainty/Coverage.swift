/// The confidence a range is asked for, with the quantiles that follow from it.
public struct Coverage: Sendable {
  /// p.
  public let confidence: Double
  /// χ²_{m,p} for m = 1, 2, 3.
  let chiSquared: (Double, Double, Double)
  /// z_{(1+p)/2}.
  private let normal: Double

  public static let defaultConfidence = 0.95
  private static let standard = Coverage(computing: defaultConfidence)

  /// - Precondition: 0.5 < confidence < 0.9999.
  public init(confidence: Double = defaultConfidence) {
    self = confidence == Self.defaultConfidence ? Self.standard : Coverage(computing: confidence)
  }

  private init(computing confidence: Double) {
    normal = Distributions.normalQuantile((1 + confidence) / 2)
    self.confidence = confidence
    chiSquared = (
      Distributions.chiSquaredQuantile(confidence, degreesOfFreedom: 1),
      Distributions.chiSquaredQuantile(confidence, degreesOfFreedom: 2),
      Distributions.chiSquaredQuantile(confidence, degreesOfFreedom: 3)
    )
  }

  /// χ²_{m,p}; m from 1 to 3.
  func chiSquared(_ m: Int) -> Double { m <= 1 ? chiSquared.0 : m == 2 ? chiSquared.1 : chiSquared.2 }

  /// k = t_{(1+p)/2}(ν).
  func factor(degreesOfFreedom nu: Double) -> Double {
    Distributions.studentQuantile((1 + confidence) / 2, normal, nu)
  }
}

/// A measured value's ±, in the unit of the value.
public struct Uncertainty: Sendable, Equatable {
  public var standard: Double
  /// U = k · standard.
  public var expanded: Double
  public var low: Double
  /// nil: no upper bound.
  public var high: Double?
  public var coverage: Double
  /// k.
  public var coverageFactor: Double
  /// ν_eff; nil: infinite.
  public var degreesOfFreedom: Double?
  public var kappa: Double
  public var budget: [BudgetLine]
  public var flags: [Flag]
  /// Simulated values behind the figures; nil: first order.
  public var draws: Int?
}

/// What one source contributes.
public struct BudgetLine: Sendable, Equatable {
  public var source: Source
  public var standard: Double
  /// Of u²; all shares sum to 1.
  public var share: Double
}

/// What a reader must know about a range.
public enum Flag: Sendable, CaseIterable {
  /// κ > 0.05: the ray is flat to the surface for what is known of both.
  case grazing
  /// No upper bound.
  case unbounded
  case indistinguishableFromZero
  case indistinguishableFromStraight
  case estimatedPlane
  case trackingLimited
  /// Given points, or a given point and a tap, meet: their correlation is not known.
  case assumedIndependent
  /// A given point without covariance.
  case assumedPointSigma
  /// The points have moved against each other since they were placed, by more than the session's threshold.
  case drift

  public var name: StaticString {
    switch self {
    case .grazing: "grazing"
    case .unbounded: "unbounded"
    case .indistinguishableFromZero: "indistinguishableFromZero"
    case .indistinguishableFromStraight: "indistinguishableFromStraight"
    case .estimatedPlane: "estimatedPlane"
    case .trackingLimited: "trackingLimited"
    case .assumedIndependent: "assumedIndependent"
    case .assumedPointSigma: "assumedPointSigma"
    case .drift: "drift"
    }
  }

  /// κ above this is flagged.
  static let grazingKappa = 0.05
}
