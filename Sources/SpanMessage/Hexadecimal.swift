/// Half bytes as digits.
package enum Hexadecimal {
  /// Two digits for each byte.
  package static func text(_ bytes: [UInt8]) -> String {
    String(decoding: bytes.flatMap { [digit($0 >> 4), digit($0 & 15)] }, as: UTF8.self)
  }

  /// Of one digit, whatever its case.
  package static func value(_ digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit &- UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit &- UInt8(ascii: "a") &+ 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): digit &- UInt8(ascii: "A") &+ 10
    default: nil
    }
  }

  /// - Parameter ten: the digit after 9, `a` or `A`.
  package static func digit(_ value: UInt8, ten: UInt8 = UInt8(ascii: "a")) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") &+ value : ten &+ value &- 10
  }
}
