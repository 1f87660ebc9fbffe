extension Int64 {
  /// As a decimal number with so many places behind the point.
  /// - Parameter isTrimmed: without zeros at the end.
  func decimal(places: Int, isTrimmed: Bool) -> String {
    var digits: [UInt8] = []
    var rest = magnitude
    // From the last digit to the first.
    for place in 0... {
      let digit = UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
      if place == places, !digits.isEmpty { digits.append(UInt8(ascii: ".")) }
      if digit > 0 || !digits.isEmpty || !isTrimmed || place >= places { digits.append(UInt8(ascii: "0") + digit) }
      if rest == 0, place >= places { break }
    }
    if self < 0 { digits.append(UInt8(ascii: "-")) }
    return String(decoding: digits.reversed(), as: UTF8.self)
  }
}

extension Double {
  /// With at most so many places behind the point, nine at most. What no drawing holds ends at a thousand million.
  /// - Parameter isTrimmed: without zeros at the end.
  func fixed(_ places: Int, isTrimmed: Bool = true) -> String {
    let steps = (self * Self.powersOfTen[places]).rounded()
    guard abs(steps) < 1e18 else { return steps.isNaN ? "0" : steps < 0 ? "-1000000000" : "1000000000" }
    return Int64(steps).decimal(places: places, isTrimmed: isTrimmed)
  }

  private static let powersOfTen = [1.0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9]
}
