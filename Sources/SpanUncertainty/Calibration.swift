/// What a deployment's own tape says of the service: lengths known from elsewhere beside what was measured.
///
/// Bias, coverage of the ranges as stated, and the factor that conformal prediction asks for: the ⌈(n + 1)p⌉-th smallest
/// of the scores |measured − true|/u (Lei et al. 2018, split conformal). Scores of one session belong together (one walk,
/// one drift), so the coverage with that factor is tried with one session left out at a time.
public struct Calibration: Sendable, Equatable {
  public struct Sample: Sendable, Equatable {
    /// Metres.
    public var known: Double
    public var measured: Double
    /// Standard uncertainty that the service stated, metres.
    public var standard: Double
    public var session: String

    /// - Parameters:
    ///   - known: above 0.
    ///   - standard: above 0.
    public init(known: Double, measured: Double, standard: Double, session: String) {
      self.known = known
      self.measured = measured
      self.standard = standard
      self.session = session
    }

    var score: Double { abs(measured - known) / standard }
  }

  public let confidence: Double
  public let count: Int
  public let sessions: Int
  /// Mean of measured/true − 1, and its standard error over sessions; nil for one session.
  public let bias: Double
  public let biasStandard: Double?
  /// Standard deviation of the sessions' own mean of measured/true − 1: how far the scale differs from walk to walk; nil
  /// for one session.
  public let scaleDeviation: Double?
  /// The stated factor: z of the confidence.
  public let statedFactor: Double
  /// Part of the samples within ``statedFactor`` · u.
  public let statedCoverage: Double
  /// The conformal factor over all samples; infinite when they are too few for the confidence.
  public let factor: Double
  /// Part of the samples within u times the factor of all *other* sessions; nil for one session.
  public let leftOutCoverage: Double?

  /// - Parameter samples: at least one.
  public init(_ samples: [Sample], confidence: Double) {
    self.confidence = confidence
    count = samples.count
    var bySession: [String: [Sample]] = [:]
    for sample in samples { bySession[sample.session, default: []].append(sample) }
    // By name, so that sums run in one order.
    let groups = bySession.sorted { $0.key < $1.key }.map(\.value)
    sessions = groups.count
    let errors = samples.map { $0.measured / $0.known - 1 }
    bias = Self.mean(errors)
    let means = groups.map { Self.mean($0.map { $0.measured / $0.known - 1 }) }
    scaleDeviation = means.count > 1 ? Self.deviation(means) : nil
    biasStandard = scaleDeviation.map { $0 / Double(means.count).squareRoot() }
    let stated = Distributions.normalQuantile((1 + confidence) / 2)
    statedFactor = stated
    let scores = samples.map(\.score)
    statedCoverage = Self.share(of: scores, within: stated)
    factor = Self.conformalFactor(scores, confidence)
    guard groups.count > 1 else {
      leftOutCoverage = nil
      return
    }
    var held = 0.0
    for (place, group) in groups.enumerated() {
      let others = groups.indices.filter { $0 != place }.flatMap { groups[$0].map(\.score) }
      held += Self.share(of: group.map(\.score), within: Self.conformalFactor(others, confidence)) * Double(group.count)
    }
    leftOutCoverage = held / Double(samples.count)
  }

  /// The ⌈(n + 1)p⌉-th smallest score; infinite when there is none.
  static func conformalFactor(_ scores: [Double], _ confidence: Double) -> Double {
    let place = Int((Double(scores.count + 1) * confidence).rounded(.up))
    return place <= scores.count ? scores.sorted()[place - 1] : .infinity
  }

  private static func share(of scores: [Double], within factor: Double) -> Double {
    Double(scores.count { $0 <= factor }) / Double(scores.count)
  }

  private static func mean(_ values: [Double]) -> Double { values.reduce(0, +) / Double(values.count) }

  private static func deviation(_ values: [Double]) -> Double {
    let middle = mean(values)
    return (values.reduce(0) { $0 + ($1 - middle) * ($1 - middle) } / Double(values.count - 1)).squareRoot()
  }
}

extension Calibration {
  /// A profile as a base would have to be for its ranges to hold at the confidence asked for: every σ times
  /// ``factor``/``statedFactor``; nil when the factor is not finite.
  ///
  /// The scale is that of the sessions, with the bias not corrected but counted: √(SD² + bias²), if there are at least
  /// five of them, and never below ``Reference/floor``.
  public func profile(named name: String, from base: NoiseProfile, origin: String) -> NoiseProfile? {
    guard factor.isFinite else { return nil }
    let stretch = factor / statedFactor
    var given: [NoiseMember: (value: Double, origin: String)] = [:]
    for member in NoiseMember.allCases {
      given[member] = (base[member] * stretch, "\(base.name), widened by the \(origin)")
    }
    if let scaleDeviation, sessions >= Self.fewestSessions {
      let scale = max(Reference.floor, (scaleDeviation * scaleDeviation + bias * bias).squareRoot())
      given[.scale] = (scale, "scale from session to session in the \(origin)")
    }
    return NoiseProfile(name: name, base: base, given: given)
  }

  /// Fewer say too little of the scale.
  static let fewestSessions = 5
}
