/// A connection that reads, with its statements. Every question is one statement, and so one short transaction.
final class LogReader {
  private let head: SQLiteStatement
  private let snapshot: SQLiteStatement
  private let events: SQLiteStatement
  private let newest: SQLiteStatement
  private let before: SQLiteStatement
  private let newestOfTenant: SQLiteStatement
  private let beforeOfTenant: SQLiteStatement
  private let answer: SQLiteStatement

  init(path: String, busyTimeout: Int) throws(SQLiteError) {
    let connection = try SQLiteConnection(path, .readOnly, busyTimeout: busyTimeout)
    let columns = "id, tenant, version, created_at, updated_at, summary"
    head = try connection.prepare("SELECT \(columns) FROM sessions WHERE id = ?")
    snapshot = try connection.prepare(
      """
      SELECT snapshots.version, data FROM sessions JOIN snapshots ON snapshots.session = sessions.key WHERE id = ?
      """)
    events = try connection.prepare(
      """
      SELECT horizon, \(EventKey.sequence), type, at, data
      FROM sessions LEFT JOIN events ON \(EventKey.isOf("sessions.key", after: "max(?2, horizon)"))
      WHERE id = ?1 ORDER BY events.key LIMIT ?3
      """)
    newest = try connection.prepare("SELECT \(columns) FROM sessions ORDER BY id DESC LIMIT ?")
    before = try connection.prepare("SELECT \(columns) FROM sessions WHERE id < ? ORDER BY id DESC LIMIT ?")
    newestOfTenant = try connection.prepare(
      "SELECT \(columns) FROM sessions WHERE tenant = ? ORDER BY id DESC LIMIT ?")
    beforeOfTenant = try connection.prepare(
      "SELECT \(columns) FROM sessions WHERE tenant = ? AND id < ? ORDER BY id DESC LIMIT ?")
    answer = try connection.prepare(AnswerQuery.sql)
  }

  func head(of session: String) throws(SQLiteError) -> SessionHead? { try head.first(session, read: Self.head) }

  func snapshot(of session: String) throws(SQLiteError) -> Snapshot? {
    try snapshot.first(session) { Snapshot(version: $0.integer(0), data: $0.bytes(1)) }
  }

  /// - Returns: events behind `sequence`, unless some of them are below the horizon.
  func events(
    of session: String, after sequence: Int, limit: Int
  ) throws(SQLiteError) -> (events: [StoredEvent], horizon: Int) {
    let sequence = min(max(0, sequence), EventKey.lastSequence)
    var horizon = 0
    var room = StoredEvent.pageBytes
    // The first row is there for the horizon, also without an event.
    let events = try events.all(session, sequence, max(1, limit)) { row -> StoredEvent? in
      horizon = row.integer(0)
      guard sequence >= horizon, limit > 0, room > 0, !row.isNull(1) else { return nil }
      let event = StoredEvent(
        sequence: row.integer(1), type: row.text(2), at: Int64(row.integer(3)), data: row.bytes(4))
      room -= event.data.count
      return event
    }
    return (events, horizon)
  }

  func sessions(of tenant: String?, before id: String?, limit: Int) throws(SQLiteError) -> [SessionHead] {
    let limit = max(0, limit)
    return switch (tenant, id) {
    case (nil, nil): try newest.all(limit, read: Self.head)
    case (nil, let id?): try before.all(id, limit, read: Self.head)
    case (let tenant?, nil): try newestOfTenant.all(tenant, limit, read: Self.head)
    case (let tenant?, let id?): try beforeOfTenant.all(tenant, id, limit, read: Self.head)
    }
  }

  func answer(to key: String, in scope: String, after time: Int64) throws(SQLiteError) -> StoredAnswer? {
    try answer.first(scope, key, time, read: AnswerQuery.answer)
  }

  private static func head(_ row: SQLiteRow) -> SessionHead {
    SessionHead(
      id: row.text(0), tenant: row.text(1), version: row.integer(2), createdAt: Int64(row.integer(3)),
      updatedAt: Int64(row.integer(4)), summary: row.bytes(5))
  }
}
