/// The length and both ends of a name: all there is to one of up to 16 bytes.
struct NamePrint: Equatable {
  let length: Int
  /// The first eight bytes, the first of them lowest.
  let head: UInt64
  /// The last eight bytes; 0 when the head holds the whole name.
  let tail: UInt64

  /// Names of equal prints are equal.
  @inline(__always)
  var isWhole: Bool { length <= 16 }

  @inline(__always)
  init(_ name: JSONValue) {
    let bytes = unsafe name.utf8
    length = bytes.count
    guard let start = bytes.baseAddress else {
      (head, tail) = (0, 0)
      return
    }
    // The string buffer is readable past its end, see the C header.
    let first = unsafe start.loadUnaligned(as: UInt64.self).littleEndian
    head = length < 8 ? first & (1 &<< UInt64(truncatingIfNeeded: length &* 8) &- 1) : first
    tail = length > 8 ? unsafe (start + (length &- 8)).loadUnaligned(as: UInt64.self).littleEndian : 0
  }

  init(_ text: String) {
    length = text.utf8.count
    head = Self.word(text.utf8.prefix(8))
    tail = length > 8 ? Self.word(text.utf8.suffix(8)) : 0
  }

  /// Up to eight bytes, the first of them lowest.
  static func word(_ bytes: Substring.UTF8View) -> UInt64 {
    var (word, shift) = (UInt64(0), UInt64(0))
    for byte in bytes {
      word |= UInt64(byte) &<< shift
      shift &+= 8
    }
    return word
  }

  /// Stirred together.
  @inline(__always)
  var hash: UInt64 {
    (head ^ (tail &* 0x9E37_79B9_7F4A_7C15) ^ UInt64(truncatingIfNeeded: length)) &* 0xBF58_476D_1CE4_E5B9
  }
}
