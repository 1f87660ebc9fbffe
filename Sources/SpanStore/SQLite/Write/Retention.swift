/// Lets go of what has had its time: answers after a day, sessions that were not updated for long. From time to time,
/// in rounds, a slice of a round with every transaction.
final class Retention {
  /// Sessions that are looked at in one slice.
  private static let sliceLength = 1_000

  private let accounts: TenantAccounts?
  private let timeToLive: Int64?
  private let expired: SQLiteStatement
  private let deleteAnswer: SQLiteStatement
  private let sliceEnd: SQLiteStatement
  private let purge: SQLiteStatement
  private let erase: SQLiteStatement
  /// Sessions up to this one have been looked at in this round; nil: there is no round.
  private var place: Int?

  /// - Parameter timeToLive: milliseconds that a session is kept without an update; nil: forever.
  init(_ connection: SQLiteConnection, _ accounts: TenantAccounts?, timeToLive: Int64?) throws(SQLiteError) {
    self.accounts = accounts
    self.timeToLive = timeToLive
    expired = try connection.prepare("SELECT key, length(body) FROM answers WHERE at <= ? ORDER BY at")
    deleteAnswer = try connection.prepare("DELETE FROM answers WHERE key = ?")
    sliceEnd = try connection.prepare(
      "SELECT max(key) FROM (SELECT key FROM sessions WHERE key > ? ORDER BY key LIMIT \(Self.sliceLength))")
    purge = try connection.prepare(
      """
      INSERT OR REPLACE INTO purges(session, through, whole)
      SELECT key, version, 1 FROM sessions WHERE key > ? AND key <= ? AND updated_at < ?
      """)
    erase = try connection.prepare(
      "DELETE FROM sessions WHERE key > ? AND key <= ? AND updated_at < ? RETURNING \(TenantAccounts.columns)")
  }

  /// Begins a round.
  func begin() { place = 0 }

  /// - Returns: sessions that were erased; is there more to do in this round?
  func retain(now: Int64) throws(SQLiteError) -> (erased: Int, hasMore: Bool) {
    guard let place else { return (0, false) }
    guard try deleteExpired(now: now) else { return (0, true) }
    guard let timeToLive, let end = try sliceEnd.first(place, read: { $0.isNull(0) ? nil : $0.integer(0) }) ?? nil
    else {
      self.place = nil
      return (0, false)
    }
    let oldest = now - timeToLive
    try purge.run(place, end, oldest)
    let erased = try erase.all(place, end, oldest) { ($0.text(0), TenantAccounts.usage($0, at: 1)) }
    for (tenant, usage) in erased { accounts?.credit(tenant, usage) }
    self.place = end
    return (erased.count, true)
  }

  /// - Returns: is nothing left of them?
  private func deleteExpired(now: Int64) throws(SQLiteError) -> Bool {
    var slice = Slice()
    let keys = try expired.all(now - StoredAnswer.lifetime) { row in slice.take(row.integer(1)) ? row.integer(0) : nil }
    for key in keys { try deleteAnswer.run(key) }
    return !slice.isFull
  }
}
