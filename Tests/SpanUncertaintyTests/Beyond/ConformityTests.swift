import SpanUncertainty
import Testing

@Suite("Does it fit? (JCGM 106)")
struct ConformityTests {
  private static func uncertainty(
    _ value: Double, _ u: Double, nu: Double?, kappa: Double = 0, factor: Double = 2
  ) throws -> Uncertainty {
    var result = try Views.anyDistance().uncertainty
    (result.standard, result.expanded, result.coverageFactor) = (u, factor * u, factor)
    (result.degreesOfFreedom, result.kappa, result.coverage) = (nu, kappa, 0.95)
    result.low = value - factor * u / (1 + factor * kappa)
    result.high = value + factor * u / (1 - factor * kappa)
    return result
  }

  @Test("the breakdown voltage of JCGM 106: at most −5.40 V, measured −5.47 V, u = 0.05 V")
  func zener() throws {
    let conformity = Conformity(
      -5.47, try Self.uncertainty(-5.47, 0.05, nu: nil), Conformity.Limits(lower: nil, upper: -5.40))
    #expect(near(conformity.probability, 0.9192433407662273, relative: 1e-12))
    #expect(conformity.verdict == .unsure)
  }

  @Test("the viscosity of an oil of JCGM 106: 12.5 to 16.3 mm²/s, measured 13.6, u = 1.8")
  func oil() throws {
    let conformity = Conformity(
      13.6, try Self.uncertainty(13.6, 1.8, nu: nil), Conformity.Limits(lower: 12.5, upper: 16.3))
    #expect(near(conformity.probability, 0.6626297864953079, relative: 1e-12))
    #expect(conformity.verdict == .unsure)
  }

  /// scipy.stats.t.cdf((limit − 2.03)/0.02, ν).
  static let tails: [(nu: Double, lower: Double?, upper: Double?, p: Double, Conformity.Verdict)] = [
    (8, 2.0, nil, 0.9139983540240432, .unsure),
    (8, nil, 2.05, 0.8267032464563331, .unsure),
    (12.5, 2.0, 2.05, 0.7526406790231366, .unsure),
    (50, 1.9, 2.2, 0.9999999818089749, .pass),
    (3, 2.1, 2.2, 0.018030673101468997, .fail),
  ]

  @Test("with few degrees of freedom the tails are Student's", arguments: tails)
  func student(nu: Double, lower: Double?, upper: Double?, p: Double, verdict: Conformity.Verdict) throws {
    let conformity = Conformity(
      2.03, try Self.uncertainty(2.03, 0.02, nu: nu), Conformity.Limits(lower: lower, upper: upper))
    #expect(near(conformity.probability, p, relative: 1e-10))
    #expect(conformity.verdict == verdict)
  }

  @Test("κ leans the distribution as it leans the range (x = d + t u/(1 − tκ), scipy)")
  func kappa() throws {
    let leaning = Conformity(
      2, try Self.uncertainty(2, 0.1, nu: 20, kappa: 0.15), Conformity.Limits(lower: 1.9, upper: 2.4))
    #expect(near(leaning.probability, 0.8627730887908236, relative: 1e-10))
    let open = Conformity(
      2, try Self.uncertainty(2, 0.1, nu: nil, kappa: 0.3), Conformity.Limits(lower: nil, upper: 2.5))
    #expect(near(open.probability, 0.9772498680518208, relative: 1e-10))
  }

  @Test("the reported range itself holds the truth as surely as it says", arguments: [0, 0.05, 0.2])
  func ownRange(kappa: Double) throws {
    // k = t₀.₉₇₅(10)
    let uncertainty = try Self.uncertainty(3, 0.2, nu: 10, kappa: kappa, factor: 2.2281388519649385)
    let conformity = Conformity(3, uncertainty, Conformity.Limits(lower: uncertainty.low, upper: uncertainty.high))
    #expect(near(conformity.probability, 0.95, relative: 1e-9))
  }

  @Test("nothing is shorter than nothing: a lower limit of zero or below excludes nothing", arguments: [0, -0.1])
  func nonnegative(lower: Double) throws {
    // scipy.stats.norm.cdf((0.5 − 0.02)/0.0173) is 1 to the last bit.
    let conformity = Conformity(
      0.02, try Self.uncertainty(0.02, 0.0173, nu: nil), Conformity.Limits(lower: lower, upper: 0.5))
    #expect(near(conformity.probability, 1, relative: 1e-12))
    #expect(conformity.verdict == .pass)
  }

  @Test("an exact value is within or it is not; the limit belongs to the interval")
  func exact() throws {
    func verdict(_ lower: Double?, _ upper: Double?) throws -> Conformity.Verdict {
      Conformity(1, try Self.uncertainty(1, 0, nu: nil), Conformity.Limits(lower: lower, upper: upper)).verdict
    }
    #expect(try verdict(0.9, 1.1) == .pass && verdict(nil, 1) == .pass && verdict(nil, 0.999) == .fail)
    #expect(try verdict(1, nil) == .pass && verdict(1, 1) == .pass && verdict(1.001, nil) == .fail)
  }
}
