/// The statement that finds the answer to a key, for those who read and those who write.
enum AnswerQuery {
  /// Parameters: scope, key, the time it must be younger than.
  static let sql = """
    SELECT name, fingerprint, status, headers, body FROM answers
    WHERE scope = ? AND name = ? AND at > ?
      AND (owner IS NULL OR EXISTS (SELECT 1 FROM sessions WHERE sessions.key = owner))
    """

  static func answer(_ row: SQLiteRow) -> StoredAnswer {
    StoredAnswer(
      key: row.text(0), fingerprint: row.bytes(1), status: row.integer(2), headers: HeaderBlock.headers(row.bytes(3)),
      body: row.bytes(4))
  }
}
