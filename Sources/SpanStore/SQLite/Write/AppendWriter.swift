/// Writes appends into the transaction that is open.
final class AppendWriter {
  private let connection: SQLiteConnection
  private let answered: SQLiteStatement
  private let exists: SQLiteStatement
  private let create: SQLiteStatement
  private let continued: SQLiteStatement
  private let extend: SQLiteStatement
  private let erase: SQLiteStatement
  private let event: SQLiteStatement
  private let snapshot: SQLiteStatement
  private let answer: SQLiteStatement
  private let purge: SQLiteStatement

  /// What tenants keep, if that is limited.
  private let accounts: TenantAccounts?

  init(_ connection: SQLiteConnection, _ accounts: TenantAccounts?) throws(SQLiteError) {
    self.connection = connection
    self.accounts = accounts
    answered = try connection.prepare(AnswerQuery.sql)
    exists = try connection.prepare("SELECT version FROM sessions WHERE id = ?")
    create = try connection.prepare(
      """
      INSERT INTO sessions(id, version, horizon, created_at, updated_at, summary, tenant, bytes)
      VALUES(?1, ?2, ?3, ?4, ?4, ?5, ?6, ?7)
      ON CONFLICT(id) DO NOTHING
      """)
    // Asked before and not by RETURNING, for which SQLite fills a table of its own each time.
    continued = try connection.prepare("SELECT key FROM sessions WHERE id = ? AND version = ? AND horizon <= ?")
    extend = try connection.prepare(
      """
      UPDATE sessions SET version = ?2, horizon = max(horizon, ?3), updated_at = ?4, summary = ?5, bytes = bytes + ?6
      WHERE key = ?1
      """)
    erase = try connection.prepare(
      "DELETE FROM sessions WHERE id = ? AND version = ? RETURNING key, \(TenantAccounts.columns)")
    event = try connection.prepare(
      "INSERT INTO events(key, type, at, data) VALUES(\(EventKey.of("?1", "?2")), ?3, ?4, ?5)")
    snapshot = try connection.prepare("INSERT OR REPLACE INTO snapshots(session, version, data) VALUES(?, ?, ?)")
    // What has expired, or went with its session, may still be there under the same key.
    answer = try connection.prepare(
      """
      INSERT OR REPLACE INTO answers(scope, name, owner, at, fingerprint, status, headers, body)
      VALUES(?, ?, ?, ?, ?, ?, ?, ?)
      """)
    purge = try connection.prepare("INSERT OR REPLACE INTO purges(session, through, whole) VALUES(?, ?, ?)")
  }

  /// - Parameters:
  ///   - now: milliseconds since 1970.
  ///   - hasRoom: for another session.
  /// - Returns: why nothing was written; nil: everything was.
  func write(_ append: Append, now: Int64, hasRoom: Bool) throws(SQLiteError) -> StoreFault? {
    for answer in append.answers {
      let oldest = now - StoredAnswer.lifetime
      if try answered.first(append.answerScope, answer.key, oldest, read: { _ in true }) != nil { return .answered }
    }
    let fault =
      switch append.change {
      case .create: try create(append, hasRoom: hasRoom)
      case .extend(let version): try extend(append, from: version)
      case .erase(let version): try erase(append, at: version)
      }
    if fault == nil { try accounts?.charge(append) }
    return fault
  }

  private func create(_ append: Append, hasRoom: Bool) throws(SQLiteError) -> StoreFault? {
    guard append.isNumbered(from: append.base) else { return .conflict }
    if let part = try accounts?.exceeded(by: append) {
      return try exists.first(append.session, read: { _ in true }) == nil ? .tenantFull(part) : .conflict
    }
    guard hasRoom else {
      return try exists.first(append.session, read: { _ in true }) == nil ? .tooManySessions : .conflict
    }
    try create.run(
      append.session, append.base + append.events.count, append.horizon, append.at, append.summary, append.tenant,
      append.eventBytes)
    guard connection.changes == 1 else { return .conflict }
    try fill(connection.lastInsertedKey, append)
    return nil
  }

  private func extend(_ append: Append, from version: Int) throws(SQLiteError) -> StoreFault? {
    guard append.isNumbered(from: version) else { return .conflict }
    if let part = try accounts?.exceeded(by: append) {
      let isThere = try exists.first(append.session, read: { $0.integer(0) }) == version
      return isThere ? .tenantFull(part) : .conflict
    }
    let key = try continued.first(append.session, version, append.snapshot?.version ?? .max) { $0.integer(0) }
    guard let key else { return .conflict }
    try extend.run(
      key, version + append.events.count, append.horizon, append.at, append.summary, append.eventBytes)
    try fill(key, append)
    return nil
  }

  private func erase(_ append: Append, at version: Int) throws(SQLiteError) -> StoreFault? {
    let erased = try erase.first(append.session, version) { row in
      (key: row.integer(0), tenant: row.text(1), usage: TenantAccounts.usage(row, at: 2))
    }
    guard let (key, tenant, usage) = erased else { return .conflict }
    accounts?.credit(tenant, usage)
    try purge.run(key, version, 1)
    try keepAnswers(of: append, owner: nil)
    return nil
  }

  private func fill(_ key: Int, _ append: Append) throws(SQLiteError) {
    for event in append.events { try self.event.run(key, event.sequence, event.type, event.at, event.data) }
    if let snapshot = append.snapshot { try self.snapshot.run(key, snapshot.version, snapshot.data) }
    if append.horizon > 0 { try purge.run(key, append.horizon, 0) }
    try keepAnswers(of: append, owner: key)
  }

  private func keepAnswers(of append: Append, owner: Int?) throws(SQLiteError) {
    for answer in append.answers {
      try self.answer.run(
        append.answerScope, answer.key, owner, append.at, answer.fingerprint, answer.status,
        HeaderBlock.bytes(answer.headers), answer.body)
    }
  }
}
