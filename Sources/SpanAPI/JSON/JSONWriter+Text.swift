// Texts written in pieces, each straight to its place.

extension JSONWriter {
  /// A text made of what `body` appends.
  @inline(__always)
  mutating func text(_ body: (inout JSONWriter) -> Void) {
    separate(1)
    put(UInt8(ascii: "\""))
    body(&self)
    reserve(1)
    put(UInt8(ascii: "\""))
  }

  @inline(__always)
  mutating func member(_ name: StaticString, _ body: (inout JSONWriter) -> Void) {
    self.name(name)
    text(body)
  }

  /// - Parameter piece: without quotes, backslashes and control characters.
  @inline(__always)
  mutating func append(_ piece: StaticString) {
    reserve(piece.utf8CodeUnitCount)
    unsafe put(piece.utf8Start, piece.utf8CodeUnitCount)
  }

  /// A piece that is only known at run time; a literal is the other one's.
  /// - Parameter piece: without quotes, backslashes and control characters.
  @_disfavoredOverload
  mutating func append(_ piece: String) {
    let bytes = piece.utf8.span
    reserve(bytes.count)
    for index in bytes.indices { put(bytes[index]) }
  }

  /// A whole number in decimal digits, the last `decimals` of them behind a point; at most 18 of those.
  mutating func append(_ number: UInt64, decimals: Int = 0) {
    var digits = InlineArray<24, UInt8>(repeating: 0)
    var start = digits.count
    var rest = number
    repeat {
      if decimals > 0, digits.count - start == decimals {
        start -= 1
        digits[start] = UInt8(ascii: ".")
      }
      start -= 1
      digits[start] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    } while rest > 0 || digits.count - start <= decimals
    reserve(digits.count)
    for place in start..<digits.count { put(digits[place]) }
  }
}
