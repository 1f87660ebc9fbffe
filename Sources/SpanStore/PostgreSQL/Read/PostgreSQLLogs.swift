/// Questions to the tables. Each is one statement, and so one short transaction.
enum PostgreSQLLogs {
  private static let head = "id, tenant, version, created_at, updated_at, summary"

  static func head(of session: String, _ connection: PostgreSQLConnection) throws(PostgreSQLError) -> SessionHead? {
    try connection.rows("SELECT \(head) FROM span_sessions WHERE id = $1", .bytes(session)).first.map(SessionHead.init)
  }

  static func snapshot(of session: String, _ connection: PostgreSQLConnection) throws(PostgreSQLError) -> Snapshot? {
    // What an erased session left may still be there.
    try connection.rows(
      """
      SELECT n.version, n.data FROM span_sessions s JOIN span_snapshots n ON n.session = s.id WHERE s.id = $1
      """, .bytes(session)
    ).first.map { Snapshot(version: $0.integer(0), data: $0.bytes(1)) }
  }

  /// - Returns: events behind `sequence`, unless some of them are below the horizon.
  static func events(
    of session: String, after sequence: Int, limit: Int, _ connection: PostgreSQLConnection
  ) throws(PostgreSQLError) -> (events: [StoredEvent], horizon: Int) {
    let sequence = max(0, sequence)
    // There is a row for the horizon, also without an event.
    let rows = try connection.rows(
      """
      SELECT s.horizon, e.seq, e.type, e.at, e.data FROM span_sessions s LEFT JOIN LATERAL (
        SELECT seq, type, at, data FROM (
          SELECT seq, type, at, data, sum(octet_length(data)) OVER (ORDER BY seq) - octet_length(data) AS before FROM (
            SELECT seq, type, at, data FROM span_events
            WHERE session = $1 AND seq > $2 AND $2 >= s.horizon ORDER BY seq LIMIT $3
          ) page
        ) weighed WHERE before < \(StoredEvent.pageBytes)
      ) e ON true WHERE s.id = $1 ORDER BY e.seq
      """, .bytes(session), .integer(sequence), .integer(max(0, limit)))
    let events = rows.filter { !$0.isNull(1) }.map { row in
      StoredEvent(sequence: row.integer(1), type: row.text(2), at: Int64(row.integer(3)), data: row.bytes(4))
    }
    return (events, rows.first?.integer(0) ?? 0)
  }

  static func sessions(
    of tenant: String?, before id: String?, limit: Int, _ connection: PostgreSQLConnection
  ) throws(PostgreSQLError) -> [SessionHead] {
    var conditions: [String] = []
    var values: [PostgreSQLValue] = [.integer(max(0, limit))]
    if let tenant {
      values.append(.bytes(tenant))
      conditions.append("tenant = $\(values.count)")
    }
    if let id {
      values.append(.bytes(id))
      conditions.append("id < $\(values.count)")
    }
    let condition = conditions.isEmpty ? "" : "WHERE " + conditions.joined(separator: " AND ")
    var statement = PostgreSQLStatement("SELECT \(head) FROM span_sessions \(condition) ORDER BY id DESC LIMIT $1")
    statement.values = values
    return try connection.run([statement]).last?.rows.map(SessionHead.init) ?? []
  }

  static func versions(
    of sessions: [String], _ connection: PostgreSQLConnection
  ) throws(PostgreSQLError) -> [String: Int] {
    let rows = try connection.rows(
      "SELECT id, version FROM span_sessions WHERE id = ANY($1)", .byteStrings(sessions.map { Array($0.utf8) }))
    return Dictionary(rows.map { ($0.text(0), $0.integer(1)) }) { $1 }
  }

  static func answer(
    to key: String, in scope: String, after time: Int64, _ connection: PostgreSQLConnection
  ) throws(PostgreSQLError) -> StoredAnswer? {
    try connection.rows(
      """
      SELECT a.name, a.fingerprint, a.status, a.headers, a.body FROM span_answers a \(AnswerRule.owner)
      WHERE a.scope = $1 AND a.name = $2 AND a.at > $3 AND \(AnswerRule.isOwned)
      """, .bytes(scope), .bytes(key), .integer(Int(time))
    ).first.map { row in
      StoredAnswer(
        key: row.text(0), fingerprint: row.bytes(1), status: row.integer(2),
        headers: HeaderBlock.headers(row.bytes(3)), body: row.bytes(4))
    }
  }
}

/// When an answer in the table, which is `a`, counts, for those who read and those who write.
enum AnswerRule {
  /// To be joined with, if it is there.
  static let owner = "LEFT JOIN span_sessions s ON s.id = a.scope"

  /// Its session has not been erased, as far as its end is that of a session. Answers to creations go at once with the
  /// session, the others a little later.
  static let isOwned = "(a.owner IS NULL OR a.scope = '' OR s.id IS NOT NULL)"
}

extension SessionHead {
  fileprivate init(_ row: PostgreSQLRow) {
    self.init(
      id: row.text(0), tenant: row.text(1), version: row.integer(2), createdAt: Int64(row.integer(3)),
      updatedAt: Int64(row.integer(4)), summary: row.bytes(5))
  }
}
