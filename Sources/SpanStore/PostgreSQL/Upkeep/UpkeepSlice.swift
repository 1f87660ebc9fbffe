/// What one short transaction lets go of.
struct UpkeepSlice {
  /// Rows of a kind.
  private static let length = 1_000
  /// Sessions whose events are deleted together.
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
    let statement = PostgreSQLStatement(
      """
      DELETE FROM span_answers a
      USING (SELECT scope, name FROM span_answers WHERE at <= $1 ORDER BY at LIMIT $2) AS old
      WHERE a.scope = old.scope AND a.name = old.name AND a.at <= $1
      """, .integer(Int(now - StoredAnswer.lifetime)), .integer(Self.length))
    return try connection.run([statement])[0].count == Self.length
  }

  /// Those that somebody changes at the moment are passed by.
  private func eraseSessions() throws(PostgreSQLError) -> Bool {
    guard let timeToLive else { return false }
    // Whoever was not updated since was not made since: there is an index for the latter.
    let rows = try connection.rows(
      """
      SELECT id, version FROM span_sessions WHERE created_at < $1 AND updated_at < $1
      ORDER BY created_at LIMIT $2 FOR UPDATE SKIP LOCKED
      """, .integer(Int(now - timeToLive)), .integer(Self.length))
    let sessions = rows.map { (id: ByteString($0.bytes(0)), through: $0.integer(1), isWhole: true) }
    guard !sessions.isEmpty else { return false }
    try connection.run(Erasure.statements(of: sessions.map(\.id)) + [Erasure.purge(sessions)])
    return sessions.count == Self.length
  }

  private func purge() throws(PostgreSQLError) -> Bool {
    let rows = try connection.rows(
      "SELECT session, through, whole FROM span_purges ORDER BY session LIMIT $1 FOR UPDATE SKIP LOCKED",
      .integer(Self.purges))
    guard !rows.isEmpty else { return false }
    let sessions = rows.map { ByteString($0.bytes(0)) }
    let deletion = PostgreSQLStatement(
      """
      DELETE FROM span_events e USING (
        SELECT old.session, old.seq FROM unnest($1, $2) AS purge(session, through), LATERAL (
          SELECT session, seq FROM span_events
          WHERE session = purge.session AND seq <= purge.through ORDER BY seq LIMIT $3
        ) AS old LIMIT $3
      ) AS old WHERE e.session = old.session AND e.seq = old.seq
      """, .list(sessions), .integers(rows.map { $0.integer(1) }), .integer(Self.length))
    if try connection.run([deletion])[0].count == Self.length { return true }
    let whole = zip(sessions, rows).filter { $1.boolean(2) }.map(\.0)
    try connection.run(Erasure.finish(whole, of: sessions))
    return sessions.count == Self.purges
  }
}
