internal import SpanGeometry

/// The variances that make a u², by source, and the degrees of freedom behind them.
struct Budget {
  /// By the source's raw value; 0 for sources that do not count. There is room for all of them.
  private var variances = InlineArray<16, Double>(repeating: 0)
  /// u².
  let total: Double
  private let defaulted: SourceSet

  /// A line of less than this part of u² is rounding: what cancels between two points leaves as much behind.
  private static let negligible = 1e-13

  /// ν of a line that rests on a profile, at least in part: such σ are known to about 25 %.
  static let profileDegreesOfFreedom = 8.0
  /// ν of a line whose members all came from the client.
  static let clientDegreesOfFreedom = 50.0

  /// The spread along `direction`; scale comes on top as `scaleTerm` = k f σ_s.
  /// - Parameter others: what adds to it without being correlated with it, each along its own direction.
  init(
    _ spread: Spread, along direction: Vector3, beside others: [(spread: Spread, direction: Vector3)] = [],
    scaleTerm: Double, scaleIsDefaulted: Bool
  ) {
    var defaulted = spread.defaulted
    if scaleIsDefaulted { defaulted.insert(.scale) }
    self.defaulted = defaulted
    var sum = 0.0
    for source in Source.allCases {
      var variance = source == .scale ? scaleTerm * scaleTerm : spread.variance(of: source, along: direction)
      for other in others { variance += other.spread.variance(of: source, along: other.direction) }
      guard variance > 0 else { continue }
      variances[source.rawValue] = variance
      sum += variance
    }
    let limit = Self.negligible * sum
    sum = 0
    for place in variances.indices {
      if variances[place] <= limit { variances[place] = 0 }
      sum += variances[place]
    }
    total = sum
  }

  /// Welch–Satterthwaite: u⁴/Σ(u_g⁴/ν_g); infinite when no line is uncertain itself.
  var degreesOfFreedom: Double {
    guard total > 0 else { return .infinity }
    var denominator = 0.0
    for source in Source.allCases where variances[source.rawValue] > 0 {
      let part = variances[source.rawValue] / total
      denominator += part * part / degreesOfFreedom(of: source)
    }
    return 1 / denominator
  }

  private func degreesOfFreedom(of source: Source) -> Double {
    switch source {
    case .definition, .boundary: .infinity
    default: defaulted.contains(source) ? Self.profileDegreesOfFreedom : Self.clientDegreesOfFreedom
    }
  }

  func lines() -> [BudgetLine] {
    var lines: [BudgetLine] = []
    lines.reserveCapacity(variances.count)
    for source in Source.allCases where variances[source.rawValue] > 0 {
      let variance = variances[source.rawValue]
      lines.append(BudgetLine(source: source, standard: variance.squareRoot(), share: variance / total))
    }
    return lines
  }
}
