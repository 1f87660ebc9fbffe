// Pieces of header field values, as bytes: among `Character`s a combining mark would swallow the separator before it.

extension Substring.UTF8View {
  /// Takes the part before the next separator off the front, with that separator; a separator within a quoted string
  /// (RFC 9110 §5.6.4) is none. nil at the end.
  mutating func popPart(before separator: UInt8) -> Substring.UTF8View? {
    guard !isEmpty else { return nil }
    var isQuoted = false
    var isEscaped = false
    var end = startIndex
    while end < endIndex {
      let byte = self[end]
      if isEscaped {
        isEscaped = false
      } else if byte == UInt8(ascii: "\"") {
        isQuoted.toggle()
      } else if isQuoted {
        isEscaped = byte == UInt8(ascii: "\\")
      } else if byte == separator {
        break
      }
      formIndex(after: &end)
    }
    let part = self[..<end]
    self = end < endIndex ? self[index(after: end)...] : self[endIndex...]
    return part.trimmed
  }

  /// Without blanks and tabs at both ends.
  var trimmed: Substring.UTF8View {
    var rest = self[...]
    while let byte = rest.first, byte == 0x20 || byte == 0x09 { rest.removeFirst() }
    while let byte = rest.last, byte == 0x20 || byte == 0x09 { rest.removeLast() }
    return rest
  }

  /// Equal without regard to ASCII case.
  /// - Parameter lowercased: in lower case.
  func isNamed(_ lowercased: String) -> Bool {
    var rest = lowercased.utf8.makeIterator()
    for byte in self {
      guard (byte &- 65 < 26 ? byte | 0x20 : byte) == rest.next() else { return false }
    }
    return rest.next() == nil
  }
}
