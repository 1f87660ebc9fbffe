/// The one connection of a store that writes: transactions of many appends, two rounds each.
///
/// A store has a row of its own in the table of writers with the number of its last transaction, and every transaction
/// begins with taking it. So whoever has the row knows that the transaction before has ended, and how.
final class GroupWriter {
  private let connection: PostgreSQLConnection
  private let writer: [UInt8]
  private let options: PostgreSQLEventStore.Options
  private var tenants: TenantCensus
  /// The number of the last transaction that was committed.
  private(set) var transactions = 0

  /// How often a batch is decided anew because others wrote the same.
  private static let mostAttempts = 10

  /// - Parameters:
  ///   - writer: the id of this store among all that write.
  ///   - ghost: the process that served the connection before; it may not have noticed that nobody is there any more.
  init(
    _ connection: PostgreSQLConnection, writer: [UInt8], ghost: PostgreSQLConnection.Backend?,
    _ options: PostgreSQLEventStore.Options
  ) throws(PostgreSQLError) {
    self.connection = connection
    self.writer = writer
    self.options = options
    tenants = TenantCensus(options)
    if let ghost { dismiss(ghost) }
    try PostgreSQLSchema.check(connection)
    try register()
  }

  var backend: PostgreSQLConnection.Backend? { connection.backend }

  /// Asks for nothing but an answer.
  func ping() throws(PostgreSQLError) { try connection.run([]) }

  /// Writes something, after the transaction before has ended.
  func register() throws(PostgreSQLError) {
    let row = try connection.rows(
      """
      INSERT INTO span_writers(id, transaction, at) VALUES($1, 0, $2)
      ON CONFLICT (id) DO UPDATE SET at = excluded.at RETURNING transaction
      """, .bytes(writer), .integer(Int(options.clock()))
    ).first
    transactions = row?.integer(0) ?? 0
  }

  /// Where that is not allowed, it goes by itself some time.
  private func dismiss(_ ghost: PostgreSQLConnection.Backend) {
    _ = try? connection.rows(
      """
      SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE pid = $1 AND (extract(epoch FROM backend_start) * 1000000)::bigint = $2
      """, .integer(ghost.process), .integer(ghost.began))
  }

  enum Outcome {
    /// Why appends were not written, nil: they were; for as many as were decided, one at least.
    case decided([StoreFault?])
    /// As decided if the transaction with this number was committed, which is not known.
    case inDoubt([StoreFault?], transaction: Int, PostgreSQLError)
  }

  /// Writes appends durably, except those that do not fit.
  /// - Throws: when nothing was written.
  func commit(_ batch: some Collection<Append>) throws(PostgreSQLError) -> Outcome {
    var attempt = 1
    while true {
      do throws(PostgreSQLError) {
        return try commitOnce(batch)
      } catch {
        tenants.forget()
        if !error.isLost { try connection.rollBack() }
        guard error.isRace, attempt < Self.mostAttempts else { throw error }
        attempt += 1
      }
    }
  }

  private func commitOnce(_ batch: some Collection<Append>) throws(PostgreSQLError) -> Outcome {
    let (findings, ledger, faults) = try decide(batch)
    guard !ledger.isEmpty else {
      try connection.rollBack()
      return .decided(faults)
    }
    options.willCommit?(faults.count)
    var statements = findings.leftovers.flatMap(Erasure.completion) + ledger.statements
    if options.announces { statements += ChangeHint.statements(for: ledger) }
    statements.append(PostgreSQLStatement("COMMIT"))
    do throws(PostgreSQLError) {
      try connection.run(statements)
    } catch {
      guard error.isLost else { throw error }
      return .inDoubt(faults, transaction: transactions + 1, error)
    }
    transactions += 1
    tenants.note(ledger)
    return .decided(faults)
  }

  /// The first round: begins a transaction, locks and reads, and decides as many appends as fit into it.
  private func decide(
    _ batch: some Collection<Append>
  ) throws(PostgreSQLError) -> (Ledger.Inquiry.Findings, Ledger, [StoreFault?]) {
    let due = tenants.due(for: batch)
    let inquiry = Ledger.Inquiry(batch, now: options.clock(), counting: due)
    let opening = opening
    let results = try connection.run(opening + inquiry.statements)
    guard results[opening.count - 1].count == 1 else { throw .lost("its row for this writer is gone") }
    let findings = inquiry.findings(in: results[opening.count...])
    tenants.note(findings.usage, of: due)
    var ledger = Ledger(
      logs: findings.logs, answers: findings.answers, quota: tenants.quota, usage: tenants.usage)
    var faults: [StoreFault?] = []
    faults.reserveCapacity(batch.count)
    for append in batch {
      switch ledger.decide(append) {
      case .taken: faults.append(nil)
      case .refused(let fault): faults.append(fault)
      case .later: return (findings, ledger, faults)
      }
    }
    return (findings, ledger, faults)
  }

  private var opening: [PostgreSQLStatement] {
    let settings = PostgreSQLConnection.settings(statementTimeout: options.statementTimeout, isLocal: true)
    let claim = PostgreSQLStatement(
      "UPDATE span_writers SET transaction = $2, at = $3 WHERE id = $1", .bytes(writer), .integer(transactions + 1),
      .integer(Int(options.clock())))
    return [PostgreSQLConnection.begin] + (connection.backend == nil ? [settings] : []) + [claim]
  }
}
