/// What one short transaction lets go of.
struct UpkeepSlice {
  /// Rows of a kind.
  private static let length = 1_000
  /// Sessions whose events are deleted in one transaction.
  private static let purges = 100
  /// A store that has not written for so long is no more.
  private static let writerLifetime: Int64 = 7 * 24 * 60 * 60 * 1000  // ms

  private let connection: PostgreSQLConnection
  private let now: Int64
  private let timeToLive: Int64?

  init(_ connection: PostgreSQLConnection, _ options: PostgreSQLEventStore.Options) {
    self.connection = connection
    now = options.clock()
    timeToLive = options.timeToLive
  }

  /// - Returns: is there more to do?
  func run() throws(PostgreSQLError) -> Bool {
    let hasAnswers = try deleteAnswers()
    let hasSessions = try eraseSessions()
    let hasPurges = try purge()
    try connection.run([
      PostgreSQLStatement("DELETE FROM span_writers WHERE at < $1", .integer(Int(now - Self.writerLifetime)))
    ])
    return hasAnswers || hasSessions || hasPurges
  }

  private func deleteAnswers() throws(PostgreSQLError) -> Bool {
    let deadline = PostgreSQLValue.integer(Int(now - StoredAnswer.lifetime))
    let old = try connection.rows(
      "SELECT scope, name FROM span_answers WHERE at <= $1 ORDER BY at LIMIT $2", deadline, .integer(Self.length))
    try connection.run(
      old.map { row in
        PostgreSQLStatement(
          "DELETE FROM span_answers WHERE scope = $1 AND name = $2 AND at <= $3",
          .bytes(row.bytes(0)), .bytes(row.bytes(1)), deadline)
      })
    return old.count == Self.length
  }

  /// Those that somebody changes at the moment are passed by.
  private func eraseSessions() throws(PostgreSQLError) -> Bool {
    guard let timeToLive else { return false }
    let deadline = PostgreSQLValue.integer(Int(now - timeToLive))
    // Whoever was not updated since was not made since: there is an index for the latter.
    let old = try connection.rows(
      "SELECT id FROM span_sessions WHERE created_at < $1 AND updated_at < $1 ORDER BY created_at LIMIT $2",
      deadline, .integer(Self.length))
    let locked = try lock(
      old, "SELECT id, version FROM span_sessions WHERE id = $1 AND updated_at < $2 FOR UPDATE SKIP LOCKED", deadline)
    try connection.run(
      locked.flatMap { row in
        let id = ByteString(row.bytes(0))
        return Erasure.statements(of: id) + [Erasure.purge(id, through: row.integer(1), isWhole: true)]
      })
    return old.count == Self.length && !locked.isEmpty
  }

  private func purge() throws(PostgreSQLError) -> Bool {
    let noted = try connection.rows(
      "SELECT session FROM span_purges ORDER BY session LIMIT $1", .integer(Self.purges))
    let locked = try lock(
      noted, "SELECT session, through, whole FROM span_purges WHERE session = $1 FOR UPDATE SKIP LOCKED")
    var room = Self.length
    var done: [PostgreSQLStatement] = []
    for row in locked where room > 0 {
      let session = ByteString(row.bytes(0))
      room -= try deleteEvents(of: session, through: row.integer(1), atMost: room)
      if room > 0 { done += Erasure.finish(session, isWhole: row.boolean(2)) }
    }
    try connection.run(done)
    return room == 0 || noted.count == Self.purges && !locked.isEmpty
  }

  /// - Returns: how many there were.
  private func deleteEvents(
    of session: ByteString, through: Int, atMost limit: Int
  ) throws(PostgreSQLError) -> Int {
    let deletion = PostgreSQLStatement(
      """
      DELETE FROM span_events WHERE session = $1
        AND seq IN (SELECT seq FROM span_events WHERE session = $1 AND seq <= $2 ORDER BY seq LIMIT $3)
      """, .bytes(session.bytes), .integer(through), .integer(limit))
    return try connection.run([deletion])[0].count
  }

  /// Locks rows one by one: no statement locks those of two sessions, which may be kept on different machines.
  /// - Parameters:
  ///   - found: with a key in the first column, which is `$1`.
  ///   - values: `$2` and so on.
  private func lock(
    _ found: [PostgreSQLRow], _ sql: String, _ values: PostgreSQLValue...
  ) throws(PostgreSQLError) -> [PostgreSQLRow] {
    var statement = PostgreSQLStatement(sql)
    let statements = found.map { row in
      statement.values = [.bytes(row.bytes(0))] + values
      return statement
    }
    return try connection.run(statements).flatMap(\.rows)
  }
}
