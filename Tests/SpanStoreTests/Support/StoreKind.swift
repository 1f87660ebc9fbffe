import SpanStore
import SpanStoreSupport

/// What the shared tests run against.
enum StoreKind: Sendable {
  case memory
  case sqlite
  case postgreSQL(PostgreSQLDatabase.Access)

  /// Those that can be had here.
  static let allCases = [memory, sqlite] + PostgreSQLDatabase.Access.all.map(postgreSQL)

  /// - Parameter maximumSessions: on PostgreSQL there may be as many as the database holds.
  func open(
    maximumSessions: Int = 1_000_000, quota: TenantQuota = TenantQuota(), timeToLive: Int64? = nil,
    clock: @escaping @Sendable () -> Int64 = { 0 }
  ) throws -> any EventStore {
    switch self {
    case .memory:
      return MemoryEventStore(
        maximumSessions: maximumSessions, tenantQuota: quota, timeToLive: timeToLive, clock: clock)
    case .sqlite:
      var options = SQLiteEventStore.Options()
      options.maximumSessions = maximumSessions
      options.tenantQuota = quota
      options.timeToLive = timeToLive
      options.clock = clock
      options.retentionInterval = 250
      let directory = try TemporaryDirectory()
      // Kept by what the store keeps, and so until it goes.
      options.willCommit = { _ in withExtendedLifetime(directory) {} }
      return try SQLiteEventStore(path: directory.file(), options: options)
    case .postgreSQL(let access):
      return try PostgreSQLDatabase(access).open { options in
        options.tenantQuota = quota
        options.timeToLive = timeToLive
        options.clock = clock
        if timeToLive != nil { options.retentionInterval = 250 }
      }
    }
  }
}
