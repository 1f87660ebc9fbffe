extension Ledger {
  /// Statements that lock the logs that appends speak of, in the order of their ids so that nobody waits in a circle,
  /// and then read what was committed until then. None of them locks rows of two sessions: those may be kept on
  /// different machines.
  struct Inquiry {
    private(set) var statements: [PostgreSQLStatement] = []
    private var ids: Set<ByteString> = []
    private var created: Set<ByteString> = []
    private var names: Set<AnswerName> = []

    /// - Parameters:
    ///   - now: milliseconds since 1970.
    ///   - tenants: of whom is to be counted what they keep.
    init(_ appends: some Sequence<Append>, now: Int64, counting tenants: [String] = []) {
      for append in appends {
        let id = ByteString(append.session)
        ids.insert(id)
        if append.change == .create { created.insert(id) }
        for answer in append.answers { names.insert(Ledger.name(of: answer, append)) }
      }
      statements = ids.sorted().map(Self.lock) + created.sorted().map(Self.leftovers)
      statements += names.sorted().map { Self.answer($0, now: now) }
      if !tenants.isEmpty { statements.append(usage(of: tenants)) }
    }

    private static func lock(_ id: ByteString) -> PostgreSQLStatement {
      PostgreSQLStatement(
        "SELECT id, version, horizon, tenant, bytes FROM span_sessions WHERE id = $1 FOR UPDATE", .bytes(id.bytes))
    }

    /// What is still to be deleted of a log that had this id before.
    private static func leftovers(_ id: ByteString) -> PostgreSQLStatement {
      PostgreSQLStatement(
        "SELECT session FROM span_purges WHERE session = $1 AND whole FOR UPDATE", .bytes(id.bytes))
    }

    private static func answer(_ name: AnswerName, now: Int64) -> PostgreSQLStatement {
      PostgreSQLStatement(
        """
        SELECT a.scope, a.name, a.owner, a.at > $3 AND \(AnswerRule.isOwned)
        FROM span_answers a \(AnswerRule.owner) WHERE a.scope = $1 AND a.name = $2
        """, .bytes(name.scope.bytes), .bytes(name.key.bytes), .integer(Int(now - StoredAnswer.lifetime)))
    }

    private func usage(of tenants: [String]) -> PostgreSQLStatement {
      PostgreSQLStatement(
        """
        SELECT tenant, count(*), sum(version)::bigint, sum(bytes)::bigint FROM span_sessions
        WHERE tenant = ANY($1) GROUP BY tenant
        """, .byteStrings(tenants.map { Array($0.utf8) }))
    }

    struct Findings {
      var logs: [ByteString: Log] = [:]
      var answers: [AnswerName: FoundAnswer] = [:]
      /// Sessions of which something is still to be deleted before they can be made anew.
      var leftovers: [ByteString] = []
      /// Of the tenants that were counted; those that keep nothing are not here.
      var usage: [String: TenantUsage] = [:]
    }

    /// - Parameter results: of ``statements``.
    func findings(in results: some Sequence<PostgreSQLResult>) -> Findings {
      var results = results.makeIterator()
      func rows(of count: Int) -> [PostgreSQLRow] { (0..<count).flatMap { _ in results.next()?.rows ?? [] } }
      var findings = Findings()
      for row in rows(of: ids.count) {
        findings.logs[ByteString(row.bytes(0))] = Log(
          version: row.integer(1), horizon: row.integer(2), tenant: row.text(3),
          bytes: TenantUsage.plausible(row.integer(4)))
      }
      findings.leftovers = rows(of: created.count).map { ByteString($0.bytes(0)) }
      for row in rows(of: names.count) {
        let name = AnswerName(scope: ByteString(row.bytes(0)), key: ByteString(row.bytes(1)))
        findings.answers[name] = FoundAnswer(
          owner: row.isNull(2) ? nil : ByteString(row.bytes(2)), counts: row.boolean(3))
      }
      for row in rows(of: 1) {
        findings.usage[row.text(0)] = TenantUsage(
          sessions: row.integer(1), events: row.integer(2), bytes: row.integer(3))
      }
      return findings
    }
  }
}
