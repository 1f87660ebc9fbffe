/// A length on a tape in feet, inches and sixteenths: rounded first, then split, so that 11 31/32 in is 1 ft.
struct Sixteenths {
  private let count: Double

  /// - Parameter inches: not negative.
  init(_ inches: Double, _ rounding: Rounding) {
    let steps = rounding.steps(inches * 16)
    count = rounding == .expanded ? max(1, steps) : steps
  }

  /// Without the unit of inches behind it. Feet are written when asked for, or when there are any.
  func text(withFeet: Bool) -> String {
    let perFoot = 12.0 * 16
    guard count.isFinite else { return "\(count)" }
    let feet = (count / perFoot).rounded(.down)
    // Less than 192 by construction.
    let rest = Int(max(0, min(perFoot - 1, count - feet * perFoot)))
    let inches = Self.inches(rest)
    guard withFeet || feet > 0 else { return inches }
    // A double above 2⁶³ feet is not a length, but it must not trap.
    return feet < 9e18 ? "\(Int64(feet)) ft \(inches)" : "\(feet) ft \(inches)"
  }

  private static func inches(_ sixteenths: Int) -> String {
    let whole = sixteenths / 16
    var rest = sixteenths % 16
    guard rest > 0 else { return "\(whole)" }
    var denominator = 16
    while rest.isMultiple(of: 2) { (rest, denominator) = (rest / 2, denominator / 2) }
    return whole > 0 ? "\(whole) \(rest)/\(denominator)" : "\(rest)/\(denominator)"
  }
}
