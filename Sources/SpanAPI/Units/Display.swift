package import SpanUncertainty

/// A value and its range as a person would write them down.
///
/// The ± is the expanded uncertainty with two significant digits, rounded up; the value ends at the same place.
/// A lopsided range shows both ends, rounded outwards.
package struct Display {
  private let value: Double
  private let uncertainty: Uncertainty
  private let notation: Notation

  /// A range whose ends differ by more than this (kκ) is not written with one ±.
  private static let lopsided = 0.1

  /// - Parameters:
  ///   - value: SI, or degrees.
  ///   - unit: of what was measured.
  package static func text(_ value: Double, _ uncertainty: Uncertainty, _ unit: Measurand.Unit, in length: LengthUnit)
    -> String
  {
    Display(value: value, uncertainty: uncertainty, notation: Notation(unit, in: length)).text
  }

  /// A ± by itself, as it would stand behind a value.
  static func plusMinus(_ expanded: Double, _ unit: Measurand.Unit, in length: LengthUnit) -> String {
    switch Notation(unit, in: length) {
    case .decimal(let factor, let suffix):
      DecimalGrid(uncertainty: expanded * factor, value: 0).text(expanded * factor, .expanded) + suffix
    case .sixteenths: Sixteenths(expanded / LengthUnit.inches.metres, .expanded).text(withFeet: false) + " in"
    }
  }

  private enum Notation {
    /// Units per SI unit.
    case decimal(factor: Double, suffix: String)
    case sixteenths

    init(_ unit: Measurand.Unit, in length: LengthUnit) {
      switch unit.exponent {
      case nil: self = .decimal(factor: 1, suffix: "°")
      case 1 where length == .feetAndInches: self = .sixteenths
      case 1: self = .decimal(factor: 1 / length.metres, suffix: " \(length.symbol)")
      case 2: self = .decimal(factor: 1 / (length.metres * length.metres), suffix: " \(length.symbol)²")
      default:
        self = .decimal(
          factor: 1 / (length.metres * length.metres * length.metres), suffix: " \(length.symbol)³")
      }
    }
  }

  private var text: String {
    switch notation {
    case .decimal(let factor, let suffix):
      let grid = DecimalGrid(uncertainty: uncertainty.expanded * factor, value: value * factor)
      return compose(factor, suffix) { grid.text($0, $1) }
    case .sixteenths:
      let perInch = 1 / LengthUnit.inches.metres
      return compose(perInch, " in", lowSuffix: " in") { Sixteenths($0, $1).text(withFeet: $1 != .expanded) }
    }
  }

  /// - Parameter lowSuffix: behind the lower end of a range; a unit in two parts is not torn apart.
  private func compose(
    _ factor: Double, _ suffix: String, lowSuffix: String = "", _ write: (Double, Rounding) -> String
  ) -> String {
    let measured = write(value * factor, .nearest)
    guard uncertainty.coverageFactor * uncertainty.kappa > Self.lopsided else {
      return "\(measured)\(suffix) ± \(write(uncertainty.expanded * factor, .expanded))\(suffix)"
    }
    let low = write(uncertainty.low * factor, .down)
    if let high = uncertainty.high {
      return "\(measured)\(suffix) (\(low)\(lowSuffix) … \(write(high * factor, .up))\(suffix))"
    }
    return uncertainty.low > 0 ? "at least \(low)\(suffix)" : "unbounded"
  }
}

/// Which way a number goes to the next line of its grid.
enum Rounding {
  /// Half away from zero.
  case nearest
  case down, up
  /// Up, for a ±: in feet and inches never below one sixteenth.
  case expanded

  /// Float noise that rounding forgives, in parts of a grid step.
  private static let noise = 1e-9

  /// The nearest whole number in this direction; for steps ≥ 0.
  func steps(_ x: Double) -> Double {
    // Noise grows with the number itself: a large count of steps has fewer digits behind the point.
    let noise = max(Self.noise, abs(x) * 1e-15)
    switch self {
    case .nearest: return (x + 0.5 + noise).rounded(.down)
    case .down: return max(0, (x + noise).rounded(.down))
    case .up, .expanded: return max(0, (x - noise).rounded(.up))
    }
  }
}
