extension String {
  /// As the value of a text: in ASCII, others by their UTF-16 units (`\U+00B1`). What readers take for the beginning of
  /// a code (`\`, `^`, `{`, `}`, and `%` beside another) is written with its full-width twin.
  var dxf: String {
    var text = ""
    let scalars = Array(unicodeScalars)
    for (place, scalar) in scalars.enumerated() {
      let isDoubled =
        scalar == "%" && (scalars[max(0, place - 1)..<place] + scalars[(place + 1)...].prefix(1)).contains("%")
      if isDoubled || ["\\", "^", "{", "}"].contains(scalar) {
        text += Self.escape(UInt16(scalar.value) + Self.fullWidth)
      } else if scalar.isASCII {
        text.unicodeScalars.append(scalar)
      } else {
        for unit in String(scalar).utf16 { text += Self.escape(unit) }
      }
    }
    return text
  }

  /// From a printable ASCII character to its full-width twin (U+FF01 to U+FF5E).
  private static let fullWidth: UInt16 = 0xFEE0

  private static func escape(_ unit: UInt16) -> String {
    let digits = String(unit, radix: 16, uppercase: true)
    return "\\U+" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
  }
}
