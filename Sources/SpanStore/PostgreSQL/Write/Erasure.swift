/// How sessions go: at once from where they are seen, and later, in slices, from everywhere else.
enum Erasure {
  /// With them go the answers to their creations, which are found without them.
  static func statements(of sessions: [ByteString]) -> [PostgreSQLStatement] {
    [
      PostgreSQLStatement("DELETE FROM span_sessions WHERE id = ANY($1)", .list(sessions)),
      PostgreSQLStatement("DELETE FROM span_answers WHERE scope = '' AND owner = ANY($1)", .list(sessions)),
    ]
  }

  /// Notes events that are to be deleted up to one of them, and of whole sessions all that is left.
  static func purge(_ sessions: [(id: ByteString, through: Int, isWhole: Bool)]) -> PostgreSQLStatement {
    PostgreSQLStatement(
      """
      INSERT INTO span_purges(session, through, whole) SELECT * FROM unnest($1, $2, $3)
      ON CONFLICT (session) DO UPDATE SET through = excluded.through, whole = excluded.whole
      """,
      .list(sessions.map(\.id)), .integers(sessions.map(\.through)), .booleans(sessions.map(\.isWhole)))
  }

  /// Deletes what is left of whole sessions but their events, and the notes of all.
  static func finish(_ whole: [ByteString], of sessions: [ByteString]) -> [PostgreSQLStatement] {
    [
      PostgreSQLStatement("DELETE FROM span_snapshots WHERE session = ANY($1)", .list(whole)),
      // Answers to erasures stay: they have no owner.
      PostgreSQLStatement("DELETE FROM span_answers WHERE scope = ANY($1) AND owner IS NOT NULL", .list(whole)),
      PostgreSQLStatement("DELETE FROM span_purges WHERE session = ANY($1)", .list(sessions)),
    ]
  }

  /// Deletes at once all that is left of sessions whose ids are needed again.
  static func completion(of sessions: [ByteString]) -> [PostgreSQLStatement] {
    [PostgreSQLStatement("DELETE FROM span_events WHERE session = ANY($1)", .list(sessions))]
      + finish(sessions, of: sessions)
  }
}
