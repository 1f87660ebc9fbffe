/// What each tenant keeps, counted when it first matters and kept up with what is written; for the thread that writes.
final class TenantAccounts {
  private let quota: TenantQuota
  private let count: SQLiteStatement
  private var usage: [String: TenantUsage] = [:]

  /// Of a row of a session: its tenant, and what of it is counted.
  static let columns = "tenant, version, bytes"

  static func usage(_ row: SQLiteRow, at column: CInt) -> TenantUsage {
    TenantUsage(sessions: 1, events: row.integer(column), bytes: row.integer(column + 1))
  }

  /// nil: nothing is limited, so nothing is counted.
  init?(_ connection: SQLiteConnection, _ quota: TenantQuota) throws(SQLiteError) {
    guard !quota.isUnlimited else { return nil }
    self.quota = quota
    count = try connection.prepare(
      "SELECT count(*), coalesce(sum(version), 0), coalesce(sum(bytes), 0) FROM sessions WHERE tenant = ?")
  }

  /// What its tenant would have too much of.
  func exceeded(by append: Append) throws(SQLiteError) -> TenantQuota.Part? {
    quota.exceeded(by: append.usage, beside: try usage(of: append.tenant))
  }

  private func usage(of tenant: String) throws(SQLiteError) -> TenantUsage {
    if let known = usage[tenant] { return known }
    let found = try count.first(tenant) { row in
      TenantUsage(sessions: row.integer(0), events: row.integer(1), bytes: row.integer(2))
    }
    usage[tenant] = found ?? TenantUsage()
    return found ?? TenantUsage()
  }

  /// After it was written.
  func charge(_ append: Append) throws(SQLiteError) { usage[append.tenant]? += append.usage }

  /// After sessions were erased.
  func credit(_ tenant: String, _ erased: TenantUsage) { usage[tenant]? -= erased }

  /// After a transaction that came to nothing.
  func forget() { usage = [:] }
}
