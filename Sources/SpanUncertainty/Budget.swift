internal import SpanGeometry

/// The variances that make a u², by source, and the degrees of freedom behind them.
struct Budget {
  private var variances: [(source: Source, variance: Double)] = []
  private let defaulted: SourceSet

  /// A line of less than this part of u² is rounding: what cancels between two points leaves as much behind.
  private static let negligible = 1e-15

  /// ν of a line that rests on a profile, at least in part: such σ are known to about 25 %.
  static let profileDegreesOfFreedom = 8.0
  /// ν of a line whose members all came from the client.
  static let clientDegreesOfFreedom = 50.0

  /// The spread along `direction`; scale comes on top as `scaleTerm` = k f σ_s.
  init(_ spread: Spread, along direction: Vector3, scaleTerm: Double, scaleIsDefaulted: Bool) {
    var defaulted = spread.defaulted
    if scaleIsDefaulted { defaulted.insert(.scale) }
    self.defaulted = defaulted
    for source in Source.allCases {
      let variance =
        source == .scale ? scaleTerm * scaleTerm : spread.variance(of: source, along: direction)
      if variance > 0 { variances.append((source, variance)) }
    }
    let limit = Self.negligible * total
    variances.removeAll { $0.variance <= limit }
  }

  /// u².
  var total: Double { variances.reduce(0) { $0 + $1.variance } }

  /// Welch–Satterthwaite: u⁴/Σ(u_g⁴/ν_g); infinite when no line is uncertain itself.
  var degreesOfFreedom: Double {
    let u2 = total
    guard u2 > 0 else { return .infinity }
    let denominator = variances.reduce(0) { sum, line in
      let part = line.variance / u2
      return sum + part * part / degreesOfFreedom(of: line.source)
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
    let u2 = total
    return variances.map {
      BudgetLine(source: $0.source, standard: $0.variance.squareRoot(), share: $0.variance / u2)
    }
  }
}
