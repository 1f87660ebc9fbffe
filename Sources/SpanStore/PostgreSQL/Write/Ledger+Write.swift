extension Ledger {
  /// Statements that write what was decided, each to one session: sessions may be kept on different machines. Whoever has
  /// made the same session or answered the same request in the meantime makes one of them fail.
  var statements: [PostgreSQLStatement] {
    let changes = changes.sorted { $0.key < $1.key }
    return erased.keys.sorted().flatMap(Erasure.statements) + changes.map(Self.head) + changes.flatMap(Self.events)
      + changes.compactMap(Self.snapshot) + purges(changes) + answers
  }

  private static func head(_ id: ByteString, _ change: Change) -> PostgreSQLStatement {
    guard let before = change.before else { return creation(id, change) }
    return PostgreSQLStatement(
      """
      UPDATE span_sessions SET version = $3, horizon = $4, updated_at = $5, summary = $6, bytes = $7
      WHERE id = $1 AND version = $2
      """,
      .bytes(id.bytes), .integer(before), .integer(change.log.version), .integer(change.log.horizon),
      .integer(Int(change.updatedAt)), .bytes(change.summary), .integer(change.log.bytes))
  }

  private static func creation(_ id: ByteString, _ change: Change) -> PostgreSQLStatement {
    PostgreSQLStatement(
      """
      INSERT INTO span_sessions(id, version, horizon, created_at, updated_at, summary, tenant, bytes)
      VALUES($1, $2, $3, $4, $5, $6, $7, $8)
      """,
      .bytes(id.bytes), .integer(change.log.version), .integer(change.log.horizon), .integer(Int(change.createdAt)),
      .integer(Int(change.updatedAt)), .bytes(change.summary), .bytes(change.log.tenant), .integer(change.log.bytes))
  }

  private static func events(_ id: ByteString, _ change: Change) -> [PostgreSQLStatement] {
    change.events.map { event in
      PostgreSQLStatement(
        "INSERT INTO span_events(session, seq, type, at, data) VALUES($1, $2, $3, $4, $5)",
        .bytes(id.bytes), .integer(event.sequence), .bytes(event.type), .integer(Int(event.at)), .bytes(event.data))
    }
  }

  private static func snapshot(_ id: ByteString, _ change: Change) -> PostgreSQLStatement? {
    change.snapshot.map { snapshot in
      PostgreSQLStatement(
        """
        INSERT INTO span_snapshots(session, version, data) VALUES($1, $2, $3)
        ON CONFLICT (session) DO UPDATE SET version = excluded.version, data = excluded.data
        """, .bytes(id.bytes), .integer(snapshot.version), .bytes(snapshot.data))
    }
  }

  private func purges(_ changes: [(key: ByteString, value: Change)]) -> [PostgreSQLStatement] {
    erased.sorted { $0.key < $1.key }.map { Erasure.purge($0.key, through: $0.value, isWhole: true) }
      + changes.filter(\.value.isCompacted).map { id, change in
        Erasure.purge(id, through: change.log.horizon, isWhole: false)
      }
  }

  private var answers: [PostgreSQLStatement] {
    staleAnswers.sorted().map { name in
      PostgreSQLStatement(
        "DELETE FROM span_answers WHERE scope = $1 AND name = $2", .bytes(name.scope.bytes), .bytes(name.key.bytes))
    }
      + newAnswers.sorted { $0.key < $1.key }.map { name, new in
        PostgreSQLStatement(
          """
          INSERT INTO span_answers(scope, name, owner, at, fingerprint, status, headers, body)
          VALUES($1, $2, $3, $4, $5, $6, $7, $8)
          """,
          .bytes(name.scope.bytes), .bytes(name.key.bytes), .bytes(new.owner?.bytes), .integer(Int(new.at)),
          .bytes(new.answer.fingerprint), .integer(new.answer.status), .bytes(HeaderBlock.bytes(new.answer.headers)),
          .bytes(new.answer.body))
      }
  }
}
