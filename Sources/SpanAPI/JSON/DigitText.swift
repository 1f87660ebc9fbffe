/// Seventeen digits as ASCII, eight at a time within a word, the first one in the lowest byte.
struct DigitText {
  let first: UInt8
  let high: UInt64
  let low: UInt64
  /// How many of the digits are left when zeros at the end go; at least one.
  let count: Int

  /// - Parameter number: below 10¹⁷.
  @inline(__always)
  init(_ number: UInt64) {
    let (leading, rest) = number.quotientAndRemainder(dividingBy: 10_000_000_000_000_000)
    let high = Self.digits(rest / 100_000_000)
    let low = Self.digits(rest % 100_000_000)
    first = Self.zero | UInt8(truncatingIfNeeded: leading)
    self.high = Self.zeros | high
    self.low = Self.zeros | low
    count = low != 0 ? 17 &- low.leadingZeroBitCount / 8 : 9 &- high.leadingZeroBitCount / 8
  }

  private static let zero = UInt8(ascii: "0")
  private static let zeros: UInt64 = 0x3030_3030_3030_3030

  /// The eight digits of a number below 10⁸, one in each byte: halves, quarters and single digits, all at once. The
  /// factors are the reciprocals of 100 and 10, exact enough for four and for two digits.
  @inline(__always)
  private static func digits(_ number: UInt64) -> UInt64 {
    let halves = number / 10_000 | (number % 10_000) &<< 32
    let hundreds = (halves &* 10_486) &>> 20 & 0x7F_0000_007F
    let quarters = hundreds | (halves &- 100 &* hundreds) &<< 16
    let tens = (quarters &* 103) &>> 10 & 0x000F_000F_000F_000F
    return tens | (quarters &- 10 &* tens) &<< 8
  }
}
