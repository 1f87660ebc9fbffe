/// The key of an event's row: its session's key and its number in one, so that the entries of a log follow each other in the
/// index and are small.
enum EventKey {
  private static let bits = 24
  /// The greatest number.
  static let lastSequence = 1 << bits - 1

  /// In SQL: the key of an event.
  static func of(_ session: String, _ sequence: String) -> String { "((\(session) << \(bits)) + \(sequence))" }

  /// In SQL: is it an event of this session, with a number above one and up to another?
  static func isOf(_ session: String, after first: String = "0", through last: String = "\(lastSequence)") -> String {
    "events.key > \(of(session, first)) AND events.key <= \(of(session, last))"
  }

  /// In SQL: what is in the key of a row of events.
  static let session = "(events.key >> \(bits))"
  static let sequence = "(events.key & \(lastSequence))"
}
