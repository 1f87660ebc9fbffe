/// A text that is equal to another, and sorted, by its bytes in UTF-8: the same name in composed and decomposed letters
/// is two names, as in SQLite.
struct ByteString: Hashable, Comparable {
  let bytes: [UInt8]

  init(_ text: String) { bytes = Array(text.utf8) }

  /// - Parameter bytes: UTF-8.
  init(_ bytes: [UInt8]) { self.bytes = bytes }

  static func < (left: ByteString, right: ByteString) -> Bool { left.bytes.lexicographicallyPrecedes(right.bytes) }
}
