extension Ledger {
  /// Statements that write what was decided, all logs with a few of them. Whoever has made the same session or answered
  /// the same request in the meantime makes one of them fail.
  var statements: [PostgreSQLStatement] {
    let changes = changes.sorted { $0.key < $1.key }
    return erasures + creations(changes.filter { $0.value.before == nil })
      + extensions(changes.filter { $0.value.before != nil }) + events(changes) + snapshots(changes) + purges(changes)
      + answers
  }

  private typealias Changes = [(key: ByteString, value: Change)]

  private var erasures: [PostgreSQLStatement] {
    erased.isEmpty ? [] : Erasure.statements(of: erased.keys.sorted())
  }

  private func creations(_ made: Changes) -> [PostgreSQLStatement] {
    guard !made.isEmpty else { return [] }
    return [
      PostgreSQLStatement(
        """
        INSERT INTO span_sessions(id, version, horizon, created_at, updated_at, summary, tenant, bytes)
        SELECT * FROM unnest($1, $2, $3, $4, $5, $6, $7, $8)
        """,
        .list(made.map(\.key)), .integers(made.map(\.value.log.version)), .integers(made.map(\.value.log.horizon)),
        .integers(made.map { Int($0.value.createdAt) }), .integers(made.map { Int($0.value.updatedAt) }),
        .byteStrings(made.map(\.value.summary)), .byteStrings(made.map { Array($0.value.log.tenant.utf8) }),
        .integers(made.map(\.value.log.bytes)))
    ]
  }

  private func extensions(_ extended: Changes) -> [PostgreSQLStatement] {
    guard !extended.isEmpty else { return [] }
    return [
      PostgreSQLStatement(
        """
        UPDATE span_sessions s
        SET version = new.version, horizon = new.horizon, updated_at = new.updated_at, summary = new.summary,
          bytes = new.bytes
        FROM unnest($1, $2, $3, $4, $5, $6, $7) AS new(id, before, version, horizon, updated_at, summary, bytes)
        WHERE s.id = new.id AND s.version = new.before
        """,
        .list(extended.map(\.key)), .integers(extended.map { $0.value.before ?? 0 }),
        .integers(extended.map(\.value.log.version)), .integers(extended.map(\.value.log.horizon)),
        .integers(extended.map { Int($0.value.updatedAt) }), .byteStrings(extended.map(\.value.summary)),
        .integers(extended.map(\.value.log.bytes)))
    ]
  }

  private func events(_ changes: Changes) -> [PostgreSQLStatement] {
    let rows = changes.flatMap { id, change in change.events.map { (id: id, event: $0) } }
    guard !rows.isEmpty else { return [] }
    return [
      PostgreSQLStatement(
        "INSERT INTO span_events(session, seq, type, at, data) SELECT * FROM unnest($1, $2, $3, $4, $5)",
        .list(rows.map(\.id)), .integers(rows.map(\.event.sequence)),
        .byteStrings(rows.map { Array($0.event.type.utf8) }), .integers(rows.map { Int($0.event.at) }),
        .byteStrings(rows.map(\.event.data)))
    ]
  }

  private func snapshots(_ changes: Changes) -> [PostgreSQLStatement] {
    let rows = changes.compactMap { id, change in change.snapshot.map { (id: id, snapshot: $0) } }
    guard !rows.isEmpty else { return [] }
    return [
      PostgreSQLStatement(
        """
        INSERT INTO span_snapshots(session, version, data) SELECT * FROM unnest($1, $2, $3)
        ON CONFLICT (session) DO UPDATE SET version = excluded.version, data = excluded.data
        """,
        .list(rows.map(\.id)), .integers(rows.map(\.snapshot.version)), .byteStrings(rows.map(\.snapshot.data)))
    ]
  }

  private func purges(_ changes: Changes) -> [PostgreSQLStatement] {
    let rows =
      erased.sorted { $0.key < $1.key }.map { (id: $0.key, through: $0.value, isWhole: true) }
      + changes.filter(\.value.isCompacted).map { (id: $0.key, through: $0.value.log.horizon, isWhole: false) }
    return rows.isEmpty ? [] : [Erasure.purge(rows)]
  }

  private var answers: [PostgreSQLStatement] {
    guard !newAnswers.isEmpty else { return [] }
    let stale = staleAnswers.sorted()
    let new = newAnswers.sorted { $0.key < $1.key }
    let insertion = PostgreSQLStatement(
      """
      INSERT INTO span_answers(scope, name, owner, at, fingerprint, status, headers, body)
      SELECT * FROM unnest($1, $2, $3, $4, $5, $6, $7, $8)
      """,
      .list(new.map(\.key.scope)), .list(new.map(\.key.key)), .byteStrings(new.map(\.value.owner?.bytes)),
      .integers(new.map { Int($0.value.at) }), .byteStrings(new.map(\.value.answer.fingerprint)),
      .integers(new.map(\.value.answer.status)),
      .byteStrings(new.map { HeaderBlock.bytes($0.value.answer.headers) }),
      .byteStrings(new.map(\.value.answer.body)))
    guard !stale.isEmpty else { return [insertion] }
    return [
      PostgreSQLStatement(
        """
        DELETE FROM span_answers a USING unnest($1, $2) AS stale(scope, name)
        WHERE a.scope = stale.scope AND a.name = stale.name
        """, .list(stale.map(\.scope)), .list(stale.map(\.key))), insertion,
    ]
  }
}
