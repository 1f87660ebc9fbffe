extension Int64 {
  /// As a decimal number with so many places behind the point.
  /// - Parameter isTrimmed: without zeros at the end.
  func decimal(places: Int, isTrimmed: Bool = false) -> String {
    var digits = String(magnitude)
    if digits.utf8.count <= places { digits = String(repeating: "0", count: places + 1 - digits.utf8.count) + digits }
    var fraction = digits.suffix(places)
    if isTrimmed { while fraction.last == "0" { fraction.removeLast() } }
    let whole = digits.dropLast(places)
    return (self < 0 ? "-" : "") + whole + (fraction.isEmpty ? "" : "." + fraction)
  }
}

extension Double {
  /// With so many places, trimmed. What no drawing holds ends at a million million.
  func fixed(_ places: Int) -> String {
    let power = (0..<places).reduce(1.0) { power, _ in power * 10 }
    let limit = 1e18
    let steps = Swift.max(-limit, Swift.min(limit, (self * power).rounded()))
    return steps.isNaN ? "0" : Int64(steps).decimal(places: places, isTrimmed: true)
  }
}
