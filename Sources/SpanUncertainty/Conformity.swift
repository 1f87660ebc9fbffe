/// Does a measured value conform to limits, given its ±? (JCGM 106:2012)
public struct Conformity: Sendable, Equatable {
  /// That the true value lies within the limits.
  public let probability: Double
  public let verdict: Verdict

  public enum Verdict: String, CaseIterable, Sendable {
    case pass, fail
    /// Neither is certain enough.
    case unsure
  }

  /// The tolerance interval; a missing end is open.
  public struct Limits: Sendable, Equatable {
    public var lower: Double?
    public var upper: Double?

    public init(lower: Double?, upper: Double?) {
      self.lower = lower
      self.upper = upper
    }
  }

  /// - Parameter value: in the unit of the uncertainty and the limits.
  public init(_ value: Double, _ uncertainty: Uncertainty, _ limits: Limits) {
    let probability: Double
    if uncertainty.standard > 0 {
      // No length, area, angle or volume is negative.
      let belowLower = limits.lower.map { $0 > 0 ? Self.probability(below: $0, value, uncertainty) : 0 } ?? 0
      let belowUpper = limits.upper.map { Self.probability(below: $0, value, uncertainty) } ?? 1
      probability = max(0, belowUpper - belowLower)
    } else {
      // A value without any uncertainty lies where it lies; on the limit counts as within.
      probability = value >= limits.lower ?? -.infinity && value <= limits.upper ?? .infinity ? 1 : 0
    }
    self.probability = probability
    let confidence = uncertainty.coverage
    verdict = probability >= confidence ? .pass : 1 - probability >= confidence ? .fail : .unsure
  }

  /// The distribution whose central interval is the reported range: Student's, stretched upwards and squeezed
  /// downwards by κ as the ends of the range are. t solves x = d + t u/(1 − tκ).
  private static func probability(below x: Double, _ value: Double, _ uncertainty: Uncertainty) -> Double {
    let (u, kappa) = (uncertainty.standard, uncertainty.kappa)
    let difference = x - value
    let denominator = u + kappa * difference
    guard denominator > 0 else { return 0 }
    return Distributions.studentProbability(
      difference / denominator, degreesOfFreedom: uncertainty.degreesOfFreedom ?? .infinity)
  }
}
