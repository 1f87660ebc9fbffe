import SpanStore

/// Makes of the tables of sessions what a database over many machines has: parts, by the hash of the session. There a
/// statement may lock or write in one part only; here a user may lock or write the rows of one session only.
enum Spreading {
  /// Tables, and their columns for the session.
  private static let keys = [
    ("span_sessions", "id"), ("span_events", "session"), ("span_snapshots", "session"), ("span_purges", "session"),
    ("span_answers", "scope"),
  ]
  private static let parts = 4

  static func run(_ connection: PostgreSQLConnection, user: String) throws {
    _ = try connection.rows(oneSession)
    for (table, key) in keys {
      for statement in spread(table, by: key) + watch(table, key) { _ = try connection.rows(statement) }
    }
    _ = try connection.rows("GRANT USAGE ON SCHEMA \(user) TO \(user)")
    _ = try connection.rows("GRANT ALL ON ALL TABLES IN SCHEMA \(user) TO \(user)")
  }

  private static func spread(_ table: String, by key: String) -> [String] {
    [
      "ALTER TABLE \(table) RENAME TO \(table)_whole",
      "CREATE TABLE \(table)(LIKE \(table)_whole INCLUDING ALL) PARTITION BY HASH (\(key))",
    ]
      + (0..<parts).map { part in
        """
        CREATE TABLE \(table)_\(part) PARTITION OF \(table) FOR VALUES WITH (MODULUS \(parts), REMAINDER \(part))
        """
      } + ["DROP TABLE \(table)_whole"]
  }

  /// Policies see each row that is inserted, changed, deleted, or selected FOR UPDATE.
  private static func watch(_ table: String, _ key: String) -> [String] {
    [
      "ALTER TABLE \(table) ENABLE ROW LEVEL SECURITY",
      "CREATE POLICY reading ON \(table) FOR SELECT USING (true)",
      "CREATE POLICY inserting ON \(table) FOR INSERT WITH CHECK (one_session(\(key)))",
      "CREATE POLICY changing ON \(table) FOR UPDATE USING (one_session(\(key)))",
      "CREATE POLICY deleting ON \(table) FOR DELETE USING (one_session(\(key)))",
    ]
  }

  /// No two statements begin within the same microsecond.
  private static let oneSession = """
    CREATE FUNCTION one_session(session bytea) RETURNS boolean LANGUAGE plpgsql AS $$
    DECLARE
      statement text := statement_timestamp();
    BEGIN
      IF current_setting('span.statement', true) = statement
        AND current_setting('span.session', true) <> session::text
      THEN
        RAISE 'one statement for two sessions';
      END IF;
      PERFORM set_config('span.statement', statement, true), set_config('span.session', session::text, true);
      RETURN true;
    END $$
    """
}
