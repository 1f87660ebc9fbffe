/// What stores on one database tell each other: that a session has changed. Only a hint: it may not arrive, and says
/// nothing that is not in the tables.
struct ChangeHint: Equatable {
  var session: String
  /// nil: it was erased.
  var version: Int?

  /// An expression for the channel: one for each schema, and of a length that is allowed.
  static let channel = "'span_changes_' || to_hex(hashtext(current_schema()))"

  /// Longer ids, and those with anything but visible ASCII, are not spoken of: the text must fit any encoding.
  private static let longestID = 200

  init(session: String, version: Int?) {
    self.session = session
    self.version = version
  }

  /// The session, and behind a space the version unless it was erased.
  init(_ text: String) {
    let parts = text.split(separator: " ", maxSplits: 1)
    self.init(session: parts.first.map(String.init) ?? "", version: parts.count > 1 ? Int(parts[1]) : nil)
  }

  private static func text(_ id: ByteString, _ version: Int?) -> String? {
    guard 1...longestID ~= id.bytes.count, id.bytes.allSatisfy({ 0x21...0x7E ~= $0 }) else { return nil }
    return String(decoding: id.bytes, as: UTF8.self) + (version.map { " \($0)" } ?? "")
  }

  /// Sent when the transaction commits, not before.
  static func statements(for ledger: Ledger) -> [PostgreSQLStatement] {
    let hints =
      ledger.changes.compactMap { id, change in text(id, change.log.version) }
      + ledger.erased.keys.compactMap { text($0, nil) }
    guard !hints.isEmpty else { return [] }
    return [PostgreSQLStatement("SELECT pg_notify(\(channel), hint) FROM unnest($1) AS hint", .texts(hints))]
  }
}
