/// A length on a tape in feet, inches and sixteenths: rounded first, then split, so that 11 31/32 in is 1 ft.
struct Sixteenths {
  private let count: Double

  /// - Parameter inches: not negative.
  init(_ inches: Double, _ rounding: Rounding) {
    let steps = rounding.steps(inches * 16)
    count = rounding == .expanded ? max(1, steps) : steps
  }

  /// Without the unit of inches behind it. Feet are written when asked for, or when there are any.
  func write(withFeet: Bool, onto text: inout JSONWriter) {
    let perFoot = 12.0 * 16
    guard count.isFinite else { return text.append("\(count)") }
    let feet = (count / perFoot).rounded(.down)
    if withFeet || feet > 0 {
      // A double above 2⁶³ feet is not a length, but it must not trap.
      if feet < 9e18 { text.append(UInt64(feet)) } else { text.append("\(feet)") }
      text.append(" ft ")
    }
    // Less than 192 by construction.
    Self.writeInches(UInt64(max(0, min(perFoot - 1, count - feet * perFoot))), onto: &text)
  }

  private static func writeInches(_ sixteenths: UInt64, onto text: inout JSONWriter) {
    let whole = sixteenths / 16
    var rest = sixteenths % 16
    guard rest > 0 else { return text.append(whole) }
    if whole > 0 {
      text.append(whole)
      text.append(" ")
    }
    var denominator: UInt64 = 16
    while rest.isMultiple(of: 2) { (rest, denominator) = (rest / 2, denominator / 2) }
    text.append(rest)
    text.append("/")
    text.append(denominator)
  }
}
