/// Repeated measurements of one length, combined if they agree.
///
/// Each value has an independent part of its own; a shared part (the same scale, the same pose error) moves all of
/// them alike. Weights are 1/u² of the independent parts; the shared part is added back whole, since repeating does
/// not shrink it. Values that differ by more than 2 u of their difference are not averaged (VIM 2.47).
public struct Combination: Sendable, Equatable {
  public struct Value: Sendable, Equatable {
    public var value: Double
    /// Of the part that is this value's own.
    public var standard: Double
    /// nil: as for everything a client states.
    public var degreesOfFreedom: Double?

    public init(value: Double, standard: Double, degreesOfFreedom: Double? = nil) {
      self.value = value
      self.standard = standard
      self.degreesOfFreedom = degreesOfFreedom
    }
  }

  /// Two values that cannot be of one quantity.
  public struct Conflict: Sendable, Equatable {
    public var first: Int
    public var second: Int
    /// |x₁ − x₂| − 2 u(x₁ − x₂), in the unit of the values.
    public var excess: Double
  }

  /// nil: the values conflict.
  public let result: (value: Double, uncertainty: Uncertainty)?
  /// The worst first, at most ``mostConflicts``.
  public let conflicts: [Conflict]

  public static let mostConflicts = 100
  /// Of u(x₁ − x₂).
  static let compatibilityFactor = 2.0

  /// - Parameter values: at least one, none below zero, and so is the range.
  public init(_ values: [Value], shared: Double, coverage: Coverage) {
    var conflicts: [Conflict] = []
    for (i, a) in values.enumerated() {
      for (j, b) in values.enumerated().dropFirst(i + 1) {
        let u = (a.standard * a.standard + b.standard * b.standard).squareRoot()
        let excess = abs(a.value - b.value) - Self.compatibilityFactor * u
        // Rounding alone is no conflict.
        guard excess > 1e-12 * max(abs(a.value), abs(b.value)) else { continue }
        conflicts.append(Conflict(first: i, second: j, excess: excess))
      }
    }
    conflicts.sort { ($1.excess, $0.first, $0.second) < ($0.excess, $1.first, $1.second) }
    self.conflicts = Array(conflicts.prefix(Self.mostConflicts))
    result = conflicts.isEmpty ? Self.average(values, shared: shared, coverage) : nil
  }

  public static func == (a: Combination, b: Combination) -> Bool {
    a.result?.value == b.result?.value && a.result?.uncertainty == b.result?.uncertainty && a.conflicts == b.conflicts
  }

  private static func average(_ values: [Value], shared: Double, _ coverage: Coverage) -> (Double, Uncertainty) {
    let weights = weights(of: values)
    let value = zip(weights, values).reduce(0) { $0 + $1.0 * $1.1.value }
    let parts = zip(weights, values).map { $0 * $1.standard }
    let independent = parts.reduce(0) { $0 + $1 * $1 }
    let u2 = independent + shared * shared
    let standard = u2.squareRoot()
    var denominator = part(shared, of: u2) / Budget.clientDegreesOfFreedom
    for (u, given) in zip(parts, values) {
      denominator += part(u, of: u2) / (given.degreesOfFreedom ?? Budget.clientDegreesOfFreedom)
    }
    let nu = denominator > 0 ? 1 / denominator : .infinity
    let k = coverage.factor(degreesOfFreedom: nu)
    let budget = [(Source.independent, independent), (.shared, shared * shared)].filter { $0.1 > 0 }
      .map { BudgetLine(source: $0.0, standard: $0.1.squareRoot(), share: $0.1 / u2) }
    let uncertainty = Uncertainty(
      standard: standard, expanded: k * standard, low: max(0, value - k * standard), high: value + k * standard,
      coverage: coverage.confidence, coverageFactor: k, degreesOfFreedom: nu.isFinite ? nu : nil, kappa: 0,
      budget: budget, flags: [])
    return (value, uncertainty)
  }

  /// (u²/u²_total)², 0 when nothing is uncertain.
  private static func part(_ u: Double, of total: Double) -> Double {
    guard total > 0 else { return 0 }
    let share = u * u / total
    return share * share
  }

  /// Normalised 1/u². Values without any uncertainty of their own leave the others no weight.
  private static func weights(of values: [Value]) -> [Double] {
    let smallest = values.reduce(Double.infinity) { min($0, $1.standard) }
    // Relative to the best one, so that no square overflows; 0/0 means equally exact.
    let raw = values.map { value -> Double in
      if smallest == 0 { return value.standard == 0 ? 1 : 0 }
      let ratio = smallest / value.standard
      return ratio * ratio
    }
    let sum = raw.reduce(0, +)
    return raw.map { $0 / sum }
  }
}
