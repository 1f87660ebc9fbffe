/// The decimal place at which a ± with two significant digits ends.
struct DecimalGrid {
  /// The grid step is 10^exponent.
  private let exponent: Int

  /// Places shown when there is no ± to tell them.
  private static let defaultDecimals = 3
  /// Finer than any atom, in any unit: a ± below it is rounded up to it.
  private static let mostDecimals = 12
  /// A double has no more digits than this; finer grids would print noise.
  private static let mostSteps = 1e15

  init(uncertainty: Double, value: Double) {
    guard uncertainty > 0, uncertainty.isFinite else {
      exponent = Self.clamped(-Self.defaultDecimals, value)
      return
    }
    // From the binary exponent, at most two places too low.
    var place = Int(Double(uncertainty.exponent) * 0.30103) - 3
    while Self.power(place) * 100 <= uncertainty, place < 300 { place += 1 }
    // Now 10 ≤ U/step < 100, so two digits stand before the grid's point; 99.5 steps carry to 10 of the next place.
    if Rounding.up.steps(uncertainty / Self.power(place)) >= 100 { place += 1 }
    exponent = Self.clamped(max(place, -Self.mostDecimals), max(value, uncertainty))
  }

  func write(_ x: Double, _ rounding: Rounding, onto text: inout JSONWriter) {
    let steps = rounding.steps(x / Self.power(exponent))
    // Below 10¹⁵ by the choice of the exponent, unless an end of the range lies far beyond the value.
    guard steps < 9e18 else { return text.append("\(x)") }
    text.append(UInt64(steps), decimals: max(0, -exponent))
    guard exponent > 0, steps > 0 else { return }
    for _ in 0..<exponent { text.append("0") }
  }

  private static func clamped(_ exponent: Int, _ value: Double) -> Int {
    var exponent = exponent
    while value / power(exponent) > mostSteps, exponent < 300 { exponent += 1 }
    return exponent
  }

  /// 10^n; for negative n as a quotient, so that common places divide without error.
  private static func power(_ n: Int) -> Double {
    var result = 1.0
    for _ in 0..<abs(n) { result *= 10 }
    return n < 0 ? 1 / result : result
  }
}
