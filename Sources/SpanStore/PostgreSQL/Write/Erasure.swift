/// How a session goes: at once from where it is seen, and later, in slices, from everywhere else.
enum Erasure {
  /// With it goes the answer to its creation, which is found without it.
  static func statements(of session: ByteString) -> [PostgreSQLStatement] {
    [
      PostgreSQLStatement("DELETE FROM span_sessions WHERE id = $1", .bytes(session.bytes)),
      PostgreSQLStatement("DELETE FROM span_answers WHERE scope = '' AND owner = $1", .bytes(session.bytes)),
    ]
  }

  /// Notes events that are to be deleted up to one of them, and of a whole session all that is left.
  static func purge(_ session: ByteString, through: Int, isWhole: Bool) -> PostgreSQLStatement {
    PostgreSQLStatement(
      """
      INSERT INTO span_purges(session, through, whole) VALUES($1, $2, $3)
      ON CONFLICT (session) DO UPDATE SET through = excluded.through, whole = excluded.whole
      """, .bytes(session.bytes), .integer(through), .boolean(isWhole))
  }

  /// Deletes what is left of a whole session but its events, and the note of any.
  static func finish(_ session: ByteString, isWhole: Bool) -> [PostgreSQLStatement] {
    let note = PostgreSQLStatement("DELETE FROM span_purges WHERE session = $1", .bytes(session.bytes))
    guard isWhole else { return [note] }
    return [
      PostgreSQLStatement("DELETE FROM span_snapshots WHERE session = $1", .bytes(session.bytes)),
      // Answers to erasures stay: they have no owner.
      PostgreSQLStatement("DELETE FROM span_answers WHERE scope = $1 AND owner IS NOT NULL", .bytes(session.bytes)),
      note,
    ]
  }

  /// Deletes at once all that is left of a session whose id is needed again.
  static func completion(of session: ByteString) -> [PostgreSQLStatement] {
    [PostgreSQLStatement("DELETE FROM span_events WHERE session = $1", .bytes(session.bytes))]
      + finish(session, isWhole: true)
  }
}
