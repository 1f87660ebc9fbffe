internal import SpanMessage

/// Versions of a session as entity tags: `"7"` (RFC 9110 §8.8.3).
enum EntityTag {
  static func text(_ version: Int) -> String { "\"\(version)\"" }

  /// What `If-Match` asks for; nil: it was not sent. Compared strongly: a weak or unquoted tag matches nothing.
  static func condition(of head: RequestHead) -> Condition? {
    let values = head.headers.values(of: "If-Match")
    guard !values.isEmpty else { return nil }
    var tags: [String] = []
    for value in values {
      var rest = value[...].utf8
      while let part = rest.popPart(before: UInt8(ascii: ",")) { tags.append(String(Substring(part))) }
    }
    return Condition(tags: tags)
  }

  struct Condition: Sendable {
    let tags: [String]

    func holds(for version: Int) -> Bool { tags.contains("*") || tags.contains(EntityTag.text(version)) }
  }
}
