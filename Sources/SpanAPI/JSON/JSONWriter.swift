internal import CSimdJSON
package import SpanMessage

/// Writes a JSON text onto a buffer, front to back.
///
/// The caller writes names and values in the order they shall have; commas come by themselves. Numbers are the
/// shortest text that reads back exactly; zero is always `0`, and what is not finite is `null`.
package struct JSONWriter {
  package let buffer: ByteBuffer
  private var needsComma = false

  package init(onto buffer: ByteBuffer) { self.buffer = buffer }

  // MARK: Structure

  @inline(__always)
  package mutating func beginObject() { open("{") }
  @inline(__always)
  package mutating func endObject() { close("}") }
  @inline(__always)
  package mutating func beginArray() { open("[") }
  @inline(__always)
  package mutating func endArray() { close("]") }

  /// The name of the member whose value is written next.
  /// - Parameter name: ASCII without quotes, backslashes and control characters.
  package mutating func name(_ name: StaticString) {
    quote(name, end: UInt8(ascii: ":"))
    needsComma = false
  }

  /// A name that is only known at run time.
  package mutating func name(_ name: String) {
    string(name)
    buffer.append(UInt8(ascii: ":"))
    needsComma = false
  }

  // MARK: Values

  package mutating func number(_ number: Double) {
    guard number.isFinite else { return null() }
    let comma = needsComma ? 1 : 0
    needsComma = true
    unsafe buffer.append(upTo: 25) { start in
      unsafe start.storeBytes(of: UInt8(ascii: ","), as: UInt8.self)
      let digits = unsafe start + comma
      // Adding zero makes -0 a plain one.
      let count = unsafe span_json_print_double(digits.assumingMemoryBound(to: CChar.self), number + 0)
      return comma + Int(count)
    }
  }

  package mutating func integer(_ integer: Int) {
    separate()
    needsComma = true
    // At most 20 bytes; a string that short of digits is cheap enough for the few counts in an answer.
    buffer.append(String(integer))
  }

  package mutating func boolean(_ boolean: Bool) {
    separate()
    needsComma = true
    buffer.append(boolean ? "true" : "false" as StaticString)
  }

  package mutating func null() {
    separate()
    needsComma = true
    buffer.append("null")
  }

  package mutating func string(_ string: String) {
    separate()
    needsComma = true
    buffer.append(UInt8(ascii: "\""))
    var string = string
    string.withUTF8 { unsafe escape(UnsafeRawBufferPointer($0)) }
    buffer.append(UInt8(ascii: "\""))
  }

  /// A constant text.
  /// - Parameter text: ASCII without quotes, backslashes and control characters.
  package mutating func text(_ text: StaticString) {
    quote(text, end: nil)
    needsComma = true
  }

  // MARK: Parts

  /// Comma, quoted text and one more byte in a single append: each costs more than the bytes do.
  private func quote(_ text: StaticString, end: UInt8?) {
    let count = text.utf8CodeUnitCount
    let comma = needsComma ? 1 : 0
    unsafe buffer.append(upTo: count + 4) { start in
      unsafe start.storeBytes(of: UInt8(ascii: ","), as: UInt8.self)
      unsafe start.storeBytes(of: UInt8(ascii: "\""), toByteOffset: comma, as: UInt8.self)
      unsafe (start + (comma + 1)).copyMemory(from: text.utf8Start, byteCount: count)
      unsafe start.storeBytes(of: UInt8(ascii: "\""), toByteOffset: comma + 1 + count, as: UInt8.self)
      guard let end else { return comma + count + 2 }
      unsafe start.storeBytes(of: end, toByteOffset: comma + 2 + count, as: UInt8.self)
      return comma + count + 3
    }
  }

  @inline(__always)
  private mutating func open(_ bracket: Unicode.Scalar) {
    separate()
    buffer.append(UInt8(truncatingIfNeeded: bracket.value))
    needsComma = false
  }

  @inline(__always)
  private mutating func close(_ bracket: Unicode.Scalar) {
    buffer.append(UInt8(truncatingIfNeeded: bracket.value))
    needsComma = true
  }

  @inline(__always)
  private func separate() {
    if needsComma { buffer.append(UInt8(ascii: ",")) }
  }

  /// Copies runs that need no escape as they are (RFC 8259 §7).
  private func escape(_ bytes: UnsafeRawBufferPointer) {
    var start = 0
    for place in 0..<bytes.count {
      let byte = unsafe bytes[place]
      guard byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") else { continue }
      unsafe buffer.append(UnsafeRawBufferPointer(rebasing: bytes[start..<place]))
      start = place + 1
      switch byte {
      case UInt8(ascii: "\""): buffer.append("\\\"")
      case UInt8(ascii: "\\"): buffer.append("\\\\")
      case 0x08: buffer.append("\\b")
      case 0x09: buffer.append("\\t")
      case 0x0A: buffer.append("\\n")
      case 0x0C: buffer.append("\\f")
      case 0x0D: buffer.append("\\r")
      default:
        buffer.append("\\u00")
        buffer.append(Self.hexDigit(byte >> 4))
        buffer.append(Self.hexDigit(byte & 15))
      }
    }
    unsafe buffer.append(UnsafeRawBufferPointer(rebasing: bytes[start..<bytes.count]))
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
