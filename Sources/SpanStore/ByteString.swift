/// A text that is equal to another, and sorted, by its bytes in UTF-8: the same name in composed and decomposed letters
/// is two names, as in SQLite.
struct ByteString: Hashable, Comparable {
  private let bytes: [UInt8]

  init(_ text: String) { bytes = Array(text.utf8) }

  static func < (left: ByteString, right: ByteString) -> Bool { left.bytes.lexicographicallyPrecedes(right.bytes) }
}
