/// One value of a ``JSONDocument``: a position on the parser's tape.
///
/// Reading costs no call and no allocation. The tape was written by the parser in the same process, so its indices and
/// lengths are trusted; a value must not be used after its document is gone.
@safe
package struct JSONValue {
  let tape: UnsafePointer<UInt64>
  let strings: UnsafePointer<UInt8>
  /// Where the value stands on the tape.
  package let index: Int

  @inline(__always)
  init(tape: UnsafePointer<UInt64>, strings: UnsafePointer<UInt8>, index: Int) {
    unsafe self.tape = tape
    unsafe self.strings = strings
    self.index = index
  }

  package enum Kind: Equatable { case object, array, string, number, boolean, null }

  @inline(__always)
  func at(_ index: Int) -> JSONValue { unsafe JSONValue(tape: tape, strings: strings, index: index) }

  @inline(__always)
  var word: UInt64 { unsafe tape[index] }

  @inline(__always)
  var tag: UInt8 { UInt8(truncatingIfNeeded: word >> 56) }

  @inline(__always)
  package var kind: Kind {
    switch tag {
    case Tag.object: .object
    case Tag.array: .array
    case Tag.string: .string
    case Tag.integer, Tag.unsigned, Tag.double: .number
    case Tag.true, Tag.false: .boolean
    default: .null
    }
  }

  @inline(__always)
  package var isNull: Bool { tag == Tag.null }

  @inline(__always)
  var isNumber: Bool { word == Tag.doubleWord || tag == Tag.integer || tag == Tag.unsigned }

  /// The index behind the value and everything in it.
  @inline(__always)
  package var endIndex: Int {
    // The brackets that open containers differ in one bit.
    if tag | Tag.otherBracket == Tag.object { return containerEnd }
    return isNumber ? index &+ 2 : index &+ 1
  }

  /// The same, of an array or object.
  @inline(__always)
  var containerEnd: Int { Int(truncatingIfNeeded: word & 0xFFFF_FFFF) }

  /// The number, never `-0`; nil for any other kind. JSON numbers are finite, large integers are rounded.
  @inline(__always)
  package var number: Double? {
    if word == Tag.doubleWord { return unsafe Double(bitPattern: tape[index &+ 1]) + 0 }
    switch tag {
    case Tag.integer: return unsafe Double(Int64(bitPattern: tape[index &+ 1]))
    case Tag.unsigned: return unsafe Double(tape[index &+ 1])
    default: return nil
    }
  }

  package var boolean: Bool? {
    switch tag {
    case Tag.true: true
    case Tag.false: false
    default: nil
    }
  }

  /// The text; nil for any other kind.
  package var string: String? {
    guard tag == Tag.string else { return nil }
    let bytes = unsafe utf8
    return unsafe String(unsafeUninitializedCapacity: bytes.count) { text in
      unsafe UnsafeMutableRawBufferPointer(text).copyMemory(from: bytes)
      return bytes.count
    }
  }

  /// The bytes of a string; empty for any other kind. The parser has checked that they are UTF-8.
  @inline(__always)
  var utf8: UnsafeRawBufferPointer {
    guard tag == Tag.string else { return unsafe UnsafeRawBufferPointer(start: nil, count: 0) }
    let start = unsafe UnsafeRawPointer(strings + Int(truncatingIfNeeded: word & Tag.payload))
    let length = unsafe start.loadUnaligned(as: UInt32.self)
    return unsafe UnsafeRawBufferPointer(start: start + 4, count: Int(length))
  }

  enum Tag {
    static let object = UInt8(ascii: "{")
    static let array = UInt8(ascii: "[")
    static let otherBracket = object ^ array
    static let objectEnd = UInt8(ascii: "}")
    static let arrayEnd = UInt8(ascii: "]")
    static let string = UInt8(ascii: "\"")
    static let integer = UInt8(ascii: "l")
    static let unsigned = UInt8(ascii: "u")
    static let double = UInt8(ascii: "d")
    /// All of the word before a double.
    static let doubleWord = UInt64(double) << 56
    static let `true` = UInt8(ascii: "t")
    static let `false` = UInt8(ascii: "f")
    static let null = UInt8(ascii: "n")
    static let payload: UInt64 = 0x00FF_FFFF_FFFF_FFFF
  }
}
