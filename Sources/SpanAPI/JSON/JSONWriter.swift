package import SpanMessage

/// Writes a JSON text onto a buffer, front to back.
///
/// The caller writes names and values in the order they shall have; commas come by themselves.
///
/// It writes at a place of its own, behind the buffer's back: whatever was written is the buffer's after ``finish()``.
@safe
package struct JSONWriter {
  private let storage: ByteBuffer
  var place: UnsafeMutableRawPointer
  private var limit: UnsafeMutableRawPointer
  private var needsComma = false
  /// Kept here: each look at a constant that is worked out by the program asks first whether it was.
  let powersOfFive = ShortestDecimal.powersOfFive

  package init(onto buffer: ByteBuffer) {
    storage = buffer
    unsafe (place, limit) = buffer.room(for: 0, after: buffer.count)
  }

  /// Hands over what was written.
  package func finish() { unsafe (_, _) = storage.room(for: 0, after: place - storage.base) }

  /// The buffer with everything written so far.
  package var buffer: ByteBuffer {
    finish()
    return storage
  }

  /// Room for `size` bytes at ``place``.
  @inline(__always)
  mutating func reserve(_ size: Int) {
    if unsafe limit - place < size { unsafe (place, limit) = storage.room(for: size, after: place - storage.base) }
  }

  @inline(__always)
  mutating func put(_ byte: UInt8) {
    unsafe place.storeBytes(of: byte, as: UInt8.self)
    unsafe place += 1
  }

  @inline(__always)
  mutating func put(_ bytes: UnsafeRawPointer, _ count: Int) {
    unsafe place.copyMemory(from: bytes, byteCount: count)
    unsafe place += count
  }

  /// A comma if one is due, and room for `size` bytes behind it.
  @inline(__always)
  mutating func separate(_ size: Int) {
    reserve(size + 1)
    if needsComma { put(UInt8(ascii: ",")) }
    needsComma = true
  }

  // MARK: Structure

  package mutating func beginObject() { open(UInt8(ascii: "{")) }
  package mutating func endObject() { close(UInt8(ascii: "}")) }
  package mutating func beginArray() { open(UInt8(ascii: "[")) }
  package mutating func endArray() { close(UInt8(ascii: "]")) }

  @inline(__always)
  private mutating func open(_ bracket: UInt8) {
    separate(1)
    put(bracket)
    needsComma = false
  }

  @inline(__always)
  private mutating func close(_ bracket: UInt8) {
    reserve(1)
    put(bracket)
    needsComma = true
  }

  /// The name of the member whose value is written next.
  /// - Parameter name: ASCII without quotes, backslashes and control characters.
  @inline(__always)
  package mutating func name(_ name: StaticString) {
    separate(name.utf8CodeUnitCount + 3)
    quoted(name)
    put(UInt8(ascii: ":"))
    needsComma = false
  }

  /// A name that is only known at run time; a literal is the other one's.
  @_disfavoredOverload
  package mutating func name(_ name: String) {
    string(name)
    reserve(1)
    put(UInt8(ascii: ":"))
    needsComma = false
  }

  // MARK: Values

  package mutating func integer(_ integer: Int) {
    separate(1)
    if integer < 0 { put(UInt8(ascii: "-")) }
    append(UInt64(integer.magnitude))
  }

  /// A whole JSON value, written before.
  package mutating func raw(_ json: [UInt8]) {
    separate(json.count)
    unsafe json.withUnsafeBytes { bytes in
      if let start = bytes.baseAddress { unsafe put(start, bytes.count) }
    }
  }

  package mutating func boolean(_ boolean: Bool) { word(boolean ? "true" : "false") }

  package mutating func null() { word("null") }

  private mutating func word(_ word: StaticString) {
    separate(word.utf8CodeUnitCount)
    unsafe put(word.utf8Start, word.utf8CodeUnitCount)
  }

  /// A constant text.
  /// - Parameter text: ASCII without quotes, backslashes and control characters.
  @inline(__always)
  package mutating func text(_ text: StaticString) {
    separate(text.utf8CodeUnitCount + 2)
    quoted(text)
  }

  @inline(__always)
  private mutating func quoted(_ text: StaticString) {
    put(UInt8(ascii: "\""))
    unsafe put(text.utf8Start, text.utf8CodeUnitCount)
    put(UInt8(ascii: "\""))
  }

  package mutating func string(_ string: String) {
    var string = string
    // An escape takes six bytes at most.
    separate(string.utf8.count * 6 + 2)
    put(UInt8(ascii: "\""))
    string.withUTF8 { unsafe escape($0) }
    put(UInt8(ascii: "\""))
  }

  /// RFC 8259 §7. There is room for the worst case.
  private mutating func escape(_ bytes: UnsafeBufferPointer<UInt8>) {
    for index in bytes.indices {
      let byte = unsafe bytes[index]
      guard byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") else {
        put(byte)
        continue
      }
      put(UInt8(ascii: "\\"))
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): put(byte)
      case 0x08: put(UInt8(ascii: "b"))
      case 0x09: put(UInt8(ascii: "t"))
      case 0x0A: put(UInt8(ascii: "n"))
      case 0x0C: put(UInt8(ascii: "f"))
      case 0x0D: put(UInt8(ascii: "r"))
      default:
        put(UInt8(ascii: "u"))
        put(UInt8(ascii: "0"))
        put(UInt8(ascii: "0"))
        put(Self.hexDigit(byte >> 4))
        put(Self.hexDigit(byte & 15))
      }
    }
  }

  private static func hexDigit(_ nibble: UInt8) -> UInt8 {
    nibble < 10 ? UInt8(ascii: "0") &+ nibble : UInt8(ascii: "a") &+ nibble &- 10
  }
}

// MARK: - Members in one call

extension JSONWriter {
  /// `null` when absent.
  @inline(__always)
  package mutating func member(_ name: StaticString, _ number: Double?) {
    self.name(name)
    if let number { self.number(number) } else { null() }
  }

  @inline(__always)
  package mutating func member(_ name: StaticString, _ string: String) {
    self.name(name)
    self.string(string)
  }

  @inline(__always)
  package mutating func member(_ name: StaticString, text: StaticString) {
    self.name(name)
    self.text(text)
  }

  @inline(__always)
  package mutating func member(_ name: StaticString, _ boolean: Bool) {
    self.name(name)
    self.boolean(boolean)
  }

  @inline(__always)
  package mutating func member(_ name: StaticString, _ integer: Int) {
    self.name(name)
    self.integer(integer)
  }

  @inline(__always)
  package mutating func memberNull(_ name: StaticString) {
    self.name(name)
    null()
  }
}
