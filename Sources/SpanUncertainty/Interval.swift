/// The closed-form correction where first order breaks: the ends of a range for a relative denominator spread κ.
struct Interval {
  let low: Double
  /// nil when kκ leaves no upper bound.
  let high: Double?

  /// From this kκ on the upper end is not bounded.
  static let unboundedLimit = 0.95

  /// - Parameters:
  ///   - bias: taken off the lower end.
  ///   - holdsZero: the lower end is zero.
  init(value: Double, expanded: Double, factor k: Double, kappa: Double, bias: Double = 0, holdsZero: Bool = false) {
    // Without any ±, as of a point to itself, there is nothing that κ could widen.
    let spread = expanded > 0 ? k * kappa : 0
    low = holdsZero ? 0 : max(0, value - bias - expanded / (1 + spread))
    high = spread >= Self.unboundedLimit ? nil : value + expanded / (1 - spread)
  }
}
