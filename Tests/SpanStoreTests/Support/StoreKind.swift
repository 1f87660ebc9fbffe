import SpanStore
import SpanStoreSupport

/// What the shared tests run against.
enum StoreKind: CaseIterable, Sendable {
  case memory
  case sqlite
  case postgreSQL
  case pgBouncer

  /// Those that can be had here.
  static let allCases = [memory, sqlite] + servers

  /// Those on a PostgreSQL server, if there is one.
  static let servers =
    (PostgreSQLServer.obstacle == nil ? [postgreSQL] : [])
    + (PostgreSQLServer.poolerObstacle == nil ? [pgBouncer] : [])

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
      options.retentionInterval = 20
      let directory = try TemporaryDirectory()
      // Kept by what the store keeps, and so until it goes.
      options.willCommit = { _ in withExtendedLifetime(directory) {} }
      return try SQLiteEventStore(path: directory.file(), options: options)
    case .postgreSQL, .pgBouncer:
      return try PostgreSQLDatabase(isPooled: self == .pgBouncer).open { options in
        options.maximumSessions = maximumSessions
        options.tenantQuota = quota
        options.timeToLive = timeToLive
        options.clock = clock
        if timeToLive != nil { options.retentionInterval = 20 }
      }
    }
  }
}
