/// An id as it was sent: two are equal when their bytes are.
///
/// Swift's own `String ==` would take canonically equivalent spellings for one.
public struct Identifier: Hashable, Sendable {
  public let text: String

  public init(_ text: String) { self.text = text }

  public static func == (a: Self, b: Self) -> Bool { same(a.text, b.text) }

  /// Equivalence is quick to tell and nearly always right; only then are the bytes compared.
  @inline(__always)
  public static func same(_ a: String, _ b: String) -> Bool { a == b && a.utf8.elementsEqual(b.utf8) }

  public func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { unsafe hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}
