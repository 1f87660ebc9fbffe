internal import SpanUncertainty

/// A value and its range as a person would write them down.
///
/// The ± is the expanded uncertainty with two significant digits, rounded up; the value ends at the same place.
/// A lopsided range shows both ends, rounded outwards.
struct Display {
  private let value: Double
  private let expanded: Double
  private let low: Double
  /// nil: no upper end.
  private let high: Double?
  private let notation: Notation
  /// Not to be written with one ±.
  private let isLopsided: Bool

  /// A range whose ends differ by more than this (kκ) is not written with one ±.
  private static let lopsided = 0.1

  /// - Parameters:
  ///   - value: SI, or degrees.
  ///   - unit: of what was measured.
  init(_ value: Double, _ uncertainty: borrowing Uncertainty, _ unit: Measurand.Unit, in length: LengthUnit) {
    self.value = value
    expanded = uncertainty.expanded
    (low, high) = (uncertainty.low, uncertainty.high)
    notation = Notation(unit, in: length, uncertainty: uncertainty.expanded, value: value)
    isLopsided = uncertainty.expanded > 0 && uncertainty.coverageFactor * uncertainty.kappa > Self.lopsided
  }

  func write(onto text: inout JSONWriter) {
    guard isLopsided else {
      write(value, onto: &text)
      text.append(" ± ")
      notation.write(expanded, .expanded, onto: &text)
      notation.suffix.write(onto: &text)
      return
    }
    guard high != nil else { return writeRange(onto: &text) }
    write(value, onto: &text)
    text.append(" (")
    writeRange(onto: &text)
    text.append(")")
  }

  /// A value that is not negative, to the same place as this one.
  func write(_ value: Double, onto text: inout JSONWriter) {
    notation.write(value, .nearest, onto: &text)
    notation.suffix.write(onto: &text)
  }

  /// Both ends, rounded outwards.
  func writeRange(onto text: inout JSONWriter) {
    if let high {
      notation.write(low, .down, onto: &text)
      // A unit in two parts is not torn apart.
      if case .sixteenths = notation { notation.suffix.write(onto: &text) }
      text.append(" … ")
      notation.write(high, .up, onto: &text)
      notation.suffix.write(onto: &text)
    } else if low > 0 {
      text.append("at least ")
      notation.write(low, .down, onto: &text)
      notation.suffix.write(onto: &text)
    } else {
      text.append("unbounded")
    }
  }

  /// A ± by itself, as it would stand behind a value.
  static func writePlusMinus(
    _ expanded: Double, _ unit: Measurand.Unit, in length: LengthUnit, onto text: inout JSONWriter
  ) {
    let notation = Notation(unit, in: length, uncertainty: expanded, value: 0)
    notation.write(expanded, .expanded, onto: &text)
    notation.suffix.write(onto: &text)
  }
}

extension Display {
  private enum Notation {
    /// Units per SI unit.
    case decimal(factor: Double, DecimalGrid, Suffix)
    case sixteenths

    init(_ unit: Measurand.Unit, in length: LengthUnit, uncertainty: Double, value: Double) {
      let factor: Double
      let suffix: Suffix
      let metres = length.metres
      switch unit.exponent {
      case nil: (factor, suffix) = (1, .degrees)
      case 1 where length == .feetAndInches:
        self = .sixteenths
        return
      case 1: (factor, suffix) = (1 / metres, .unit(length.symbol, power: ""))
      case 2: (factor, suffix) = (1 / (metres * metres), .unit(length.symbol, power: "²"))
      default: (factor, suffix) = (1 / (metres * metres * metres), .unit(length.symbol, power: "³"))
      }
      self = .decimal(
        factor: factor, DecimalGrid(uncertainty: uncertainty * factor, value: value * factor), suffix)
    }

    var suffix: Suffix {
      switch self {
      case .decimal(_, _, let suffix): suffix
      case .sixteenths: .unit("in", power: "")
      }
    }

    func write(_ x: Double, _ rounding: Rounding, onto text: inout JSONWriter) {
      switch self {
      case .decimal(let factor, let grid, _): grid.write(x * factor, rounding, onto: &text)
      case .sixteenths:
        Sixteenths(x * (1 / LengthUnit.inches.metres), rounding).write(withFeet: rounding != .expanded, onto: &text)
      }
    }
  }

  private enum Suffix {
    case degrees
    case unit(StaticString, power: StaticString)

    func write(onto text: inout JSONWriter) {
      switch self {
      case .degrees: text.append("°")
      case .unit(let symbol, let power):
        text.append(" ")
        text.append(symbol)
        text.append(power)
      }
    }
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
