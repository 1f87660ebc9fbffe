/// The tables of a store, and how older ones become so.
///
/// Every key begins with the session (of an answer: its scope, which is a session or empty), so that the tables can be
/// partitioned by hash of that column, or distributed by it. Ids, types and keys are bytes: they may hold any character,
/// and are compared and sorted as in the other stores.
enum PostgreSQLSchema {
  /// Each step leads from the version of its place to the next; what was released is never changed.
  static let steps: [[String]] = [
    [
      // No index covers what an append changes, and there is room on the page: the indexes stay as they are.
      """
      CREATE TABLE span_sessions(
        version bigint NOT NULL,
        horizon bigint NOT NULL,
        created_at bigint NOT NULL,
        updated_at bigint NOT NULL,
        id bytea NOT NULL PRIMARY KEY,
        summary bytea NOT NULL
      ) WITH (fillfactor = 50)
      """,
      "CREATE INDEX span_sessions_by_creation ON span_sessions(created_at)",
      """
      CREATE TABLE span_events(
        seq bigint NOT NULL,
        at bigint NOT NULL,
        session bytea NOT NULL,
        type bytea NOT NULL,
        data bytea NOT NULL,
        PRIMARY KEY(session, seq)
      )
      """,
      """
      CREATE TABLE span_snapshots(
        version bigint NOT NULL,
        session bytea NOT NULL PRIMARY KEY,
        data bytea NOT NULL
      )
      """,
      // owner: the session whose end is theirs too, if any.
      """
      CREATE TABLE span_answers(
        at bigint NOT NULL,
        status bigint NOT NULL,
        scope bytea NOT NULL,
        name bytea NOT NULL,
        owner bytea,
        fingerprint bytea NOT NULL,
        headers bytea NOT NULL,
        body bytea NOT NULL,
        PRIMARY KEY(scope, name)
      )
      """,
      "CREATE INDEX span_answers_by_time ON span_answers(at)",
      "CREATE INDEX span_answers_to_creations ON span_answers(owner) WHERE scope = ''",
      // Sessions whose events up to one are to be deleted; whole: with everything else they left.
      """
      CREATE TABLE span_purges(
        through bigint NOT NULL,
        whole boolean NOT NULL,
        session bytea NOT NULL PRIMARY KEY
      )
      """,
      // Those who write, each with the number of its last transaction.
      """
      CREATE TABLE span_writers(
        transaction bigint NOT NULL,
        at bigint NOT NULL,
        id bytea NOT NULL PRIMARY KEY
      )
      """,
    ],
    [
      "ALTER TABLE span_sessions ADD COLUMN tenant bytea NOT NULL DEFAULT ''",
      "CREATE INDEX span_sessions_by_tenant ON span_sessions(tenant, id)",
    ],
    [
      // Of all events that came.
      "ALTER TABLE span_sessions ADD COLUMN bytes bigint NOT NULL DEFAULT 0",
      """
      UPDATE span_sessions s
      SET bytes = coalesce((SELECT sum(octet_length(data)) FROM span_events WHERE session = s.id), 0)
      """,
    ],
  ]

  private static let versionTable = "CREATE TABLE span_schema_version(version bigint NOT NULL)"

  /// Leads to the last version, all the way or not at all. Of several who try at once, one does it.
  static func migrate(_ connection: PostgreSQLConnection, steps: [[String]] = steps) throws(PostgreSQLError) {
    try connection.transaction { () throws(PostgreSQLError) in
      try connection.run([AdvisoryLock.migration.statement])
      let version = try version(of: connection)
      guard version <= steps.count else { throw .newer(version, known: steps.count) }
      guard version >= 0 else { throw .older(version, known: steps.count) }
      if version == 0 { try connection.run([PostgreSQLStatement(versionTable)]) }
      guard version < steps.count else { return }
      try connection.run(steps[version...].joined().map { PostgreSQLStatement($0) })
      try connection.run([
        PostgreSQLStatement("DELETE FROM span_schema_version"),
        PostgreSQLStatement("INSERT INTO span_schema_version VALUES($1)", .integer(steps.count)),
      ])
    }
  }

  /// - Throws: unless its tables are those that are known here.
  static func check(_ connection: PostgreSQLConnection) throws(PostgreSQLError) {
    let version = try version(of: connection)
    guard version > 0 else { throw .empty }
    guard version <= steps.count else { throw .newer(version, known: steps.count) }
    guard version == steps.count else { throw .older(version, known: steps.count) }
  }

  /// 0: there are no tables.
  private static func version(of connection: PostgreSQLConnection) throws(PostgreSQLError) -> Int {
    let isThere =
      try connection.rows("SELECT to_regclass('span_schema_version') IS NOT NULL").first?.boolean(0) ?? false
    guard isThere else { return 0 }
    return try connection.rows("SELECT version FROM span_schema_version").first?.integer(0) ?? 0
  }
}

extension PostgreSQLError {
  fileprivate static let empty = PostgreSQLError(
    kind: .refused, message: "there are no tables of spand: \"spand store migrate\" makes them")

  fileprivate static func older(_ version: Int, known: Int) -> PostgreSQLError {
    PostgreSQLError(
      kind: .refused,
      message: "its schema is version \(version), this spand needs \(known): \"spand store migrate\" brings it there")
  }

  fileprivate static func newer(_ version: Int, known: Int) -> PostgreSQLError {
    PostgreSQLError(
      kind: .refused,
      message: "its schema is version \(version), from a newer spand; this one knows up to version \(known)")
  }
}
