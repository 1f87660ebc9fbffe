package import SpanUncertainty

/// The unit of the text a person reads; numbers in answers stay SI.
package enum LengthUnit: String, CaseIterable, Sendable {
  case metres = "m"
  case centimetres = "cm"
  case millimetres = "mm"
  case inches = "in"
  case feet = "ft"
  /// Feet, inches and sixteenths.
  case feetAndInches = "ft-in"

  /// Metres per unit, exact by definition (international inch, 1959).
  var metres: Double {
    switch self {
    case .metres: 1
    case .centimetres: 0.01
    case .millimetres: 0.001
    case .inches: 0.0254
    case .feet, .feetAndInches: 0.3048
    }
  }

  /// Feet and inches have no square.
  var symbol: StaticString {
    switch self {
    case .metres: "m"
    case .centimetres: "cm"
    case .millimetres: "mm"
    case .inches: "in"
    case .feet, .feetAndInches: "ft"
    }
  }
}

extension Measurand.Unit {
  /// The name in an answer.
  package var name: StaticString {
    switch self {
    case .metres: "m"
    case .squareMetres: "m2"
    case .cubicMetres: "m3"
    case .degrees: "deg"
    }
  }

  /// The power of a length; nil for angles.
  var exponent: Int? {
    switch self {
    case .metres: 1
    case .squareMetres: 2
    case .cubicMetres: 3
    case .degrees: nil
    }
  }
}
