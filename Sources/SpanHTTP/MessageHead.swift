package import SpanMessage

/// The header fields of a request as they come out of the parser one by one, and what they say about its framing.
///
/// The parser below takes the first `Content-Length` and believes it, takes any `Transfer-Encoding` that ends in
/// `chunked`, and keeps a name with a blank before the colon as another name. Whoever stands in front may read the
/// same bytes otherwise, and then a second request hides in the body. So all of that is refused (RFC 9112 §6.3, §11.2).
package struct MessageHead {
  /// How the end of the body is known.
  package enum Length: Equatable, Sendable {
    case none
    case bytes(Int)
    case chunked
  }

  /// What `Content-Encoding` asks for.
  package enum Coding: Equatable, Sendable { case identity, gzip, unknown }

  package private(set) var fields = HeaderFields()
  package private(set) var coding = Coding.identity
  /// The caller's `X-Request-Id`, if it is sane.
  package private(set) var requestID: String?
  package private(set) var expectsContinue = false

  private var expectsElse = false
  private var namesAreSound = true
  private var valuesAreSound = true
  private var hosts = 0
  private var hostIsSound = true
  private var contentLengths = 0
  private var contentLength: Int?
  private var transferEncodings = 0
  private var isChunked = false
  private var contentEncodings = 0

  package init() { fields.reserveCapacity(12) }

  /// Takes the next field. Blanks behind the value go; a value that is not UTF-8 is repaired (U+FFFD), nothing the
  /// service reads needs it.
  package mutating func append(name: UnsafeRawBufferPointer, value: UnsafeRawBufferPointer) {
    let value = unsafe trimmed(value)
    unsafe noteFraming(name: name, value: value)
    unsafe fields.append(String(decoding: name, as: UTF8.self), String(decoding: value, as: UTF8.self))
  }

  /// The framing of the message, or why it is refused.
  package func length(isVersion11: Bool) throws(Fault) -> Length {
    guard namesAreSound else { throw .headerName }
    guard valuesAreSound else { throw .headerSyntax }
    guard hostIsSound, hosts == 1 || (hosts == 0 && !isVersion11) else { throw .host }
    guard contentLengths == 0 || transferEncodings == 0 else { throw .ambiguousLength }
    guard !expectsElse else { throw .expectation }
    if transferEncodings > 0 {
      guard transferEncodings == 1, isChunked, isVersion11 else { throw .transferEncoding }
      return .chunked
    }
    guard contentLengths > 0 else { return .none }
    guard contentLengths == 1, let contentLength else { throw .contentLength }
    return contentLength == 0 ? .none : .bytes(contentLength)
  }
}

extension MessageHead {
  private mutating func noteFraming(name: UnsafeRawBufferPointer, value: UnsafeRawBufferPointer) {
    guard unsafe Self.isToken(name) else { return namesAreSound = false }
    guard unsafe value.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }) else { return valuesAreSound = false }
    // By length first: most fields need no comparison.
    switch name.count {
    case 4 where unsafe matches(name, "host"):
      hosts += 1
      hostIsSound = unsafe value.allSatisfy(isHostByte)
    case 6 where unsafe matches(name, "expect"):
      if unsafe matches(value, "100-continue") { expectsContinue = true } else { expectsElse = true }
    case 12 where unsafe matches(name, "x-request-id"):
      requestID = unsafe sane(value)
    case 14 where unsafe matches(name, "content-length"):
      contentLengths += 1
      contentLength = unsafe decimal(value)
    case 16 where unsafe matches(name, "content-encoding"):
      contentEncodings += 1
      coding = unsafe contentEncodings == 1 ? self.coding(value) : .unknown
    case 17 where unsafe matches(name, "transfer-encoding"):
      transferEncodings += 1
      isChunked = unsafe matches(value, "chunked")
    default:
      break
    }
  }

  private func coding(_ value: UnsafeRawBufferPointer) -> Coding {
    if unsafe matches(value, "gzip") || matches(value, "x-gzip") { return .gzip }
    return unsafe matches(value, "identity") ? .identity : .unknown
  }

  /// 1–128 visible ASCII characters: fit for a header and a log line.
  private func sane(_ value: UnsafeRawBufferPointer) -> String? {
    guard (1...128).contains(value.count), unsafe value.allSatisfy({ 0x21...0x7E ~= $0 }) else { return nil }
    return unsafe String(decoding: value, as: UTF8.self)
  }

  /// 1*DIGIT (RFC 9110 §8.6) and no more than an Int holds.
  private func decimal(_ value: UnsafeRawBufferPointer) -> Int? {
    guard value.count > 0, unsafe value.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
    return unsafe Int(String(decoding: value, as: UTF8.self))
  }

  /// Equal without regard to ASCII case; `lowercased` is given in lower case.
  private func matches(_ text: UnsafeRawBufferPointer, _ lowercased: StaticString) -> Bool {
    guard text.count == lowercased.utf8CodeUnitCount else { return false }
    for index in 0..<text.count {
      let byte = unsafe text[index]
      guard unsafe (byte &- 65 < 26 ? byte | 0x20 : byte) == lowercased.utf8Start[index] else { return false }
    }
    return true
  }

  /// What may stand in `uri-host [":" port]` (RFC 3986 §3.2), the rules of its parts aside.
  private func isHostByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x21, 0x24...0x2E, 0x30...0x3B, 0x3D, 0x41...0x5B, 0x5D, 0x5F, 0x61...0x7A, 0x7E: true
    default: false
    }
  }

  private func trimmed(_ value: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    var count = value.count
    while unsafe count > 0 && (value[count - 1] == 0x20 || value[count - 1] == 0x09) { count -= 1 }
    return unsafe UnsafeRawBufferPointer(rebasing: value[..<count])
  }

  /// A token (RFC 9110 §5.6.2).
  static func isToken(_ name: UnsafeRawBufferPointer) -> Bool {
    guard name.count > 0 else { return false }
    for index in 0..<name.count {
      switch unsafe name[index] {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x21, 0x23...0x27, 0x2A, 0x2B, 0x2D, 0x2E, 0x5E...0x60, 0x7C, 0x7E:
        continue
      default:
        return false
      }
    }
    return true
  }
}
