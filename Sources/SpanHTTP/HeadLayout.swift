/// Where the parts of a request head lie in the parser's memory, checked against where they must lie.
///
/// libmicrohttpd 0.9 cuts the head into strings in place: every CR LF and every colon became a NUL. It glues a
/// folded line to the *name* of the field before it, ends a value at a NUL, takes a bare LF for a line end, drops a
/// field without a name, and says nothing of it. Each of these lets two readers see two different requests
/// (RFC 9112 §2.2, §5.2, §11). All of them leave a trace here: a part that does not start where the one before ended.
@safe
struct HeadLayout {
  private let bytes: UnsafeRawBufferPointer
  private var offset: Int
  private(set) var isSound: Bool

  /// - Parameters:
  ///   - method: the first byte of the head; the parser leaves it where it was received.
  ///   - size: the size of the head, up to and with the empty line.
  ///   - targetSize: length of the target as it was received.
  init(method: UnsafeRawBufferPointer, targetSize: Int, version: UnsafeRawBufferPointer, size: Int) {
    unsafe bytes = UnsafeRawBufferPointer(start: method.baseAddress, count: size)
    offset = 0
    isSound = true
    unsafe take(method, blanksBefore: false)
    skipNul()
    skip(targetSize)
    skipNul()
    unsafe take(version, blanksBefore: false)
    skipLineEnd()
  }

  mutating func takeField(name: UnsafeRawBufferPointer, value: UnsafeRawBufferPointer) {
    unsafe take(name, blanksBefore: false)
    skipNul()
    unsafe take(value, blanksBefore: true)
    skipLineEnd()
  }

  /// Whether the empty line follows, and nothing else.
  mutating func takeEnd() -> Bool {
    skipLineEnd()
    return unsafe isSound && offset == bytes.count
  }

  private mutating func take(_ part: UnsafeRawBufferPointer, blanksBefore: Bool) {
    if blanksBefore {
      while unsafe offset < bytes.count && (bytes[offset] == 0x20 || bytes[offset] == 0x09) { offset += 1 }
    }
    guard isSound, let base = unsafe bytes.baseAddress,
      unsafe part.isEmpty || part.baseAddress == base + min(offset, bytes.count)
    else { return isSound = false }
    skip(part.count)
  }

  private mutating func skip(_ count: Int) {
    guard isSound, unsafe count <= bytes.count - offset else { return isSound = false }
    offset += count
  }

  private mutating func skipNul() {
    guard isSound, unsafe offset < bytes.count && bytes[offset] == 0 else { return isSound = false }
    offset += 1
  }

  private mutating func skipLineEnd() {
    skipNul()
    skipNul()
  }
}
