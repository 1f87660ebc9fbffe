import SpanHTTP
import SpanStore

extension Store {
  /// Opens the store, or makes it; a line for the operator when it cannot be had.
  /// - Parameters:
  ///   - life: milliseconds: sessions not updated for so long are erased; nil: never.
  ///   - quota: of each tenant.
  ///   - threads: that go on when something was written.
  ///   - observer: told of everything worth counting.
  func open(
    timeToLive life: Int64?, quota: TenantQuota, threads: BackgroundThreads,
    observer: @escaping ObservedEventStore.Observer
  ) throws(StoreFailure) -> any EventStore {
    let willCommit: @Sendable (Int) -> Void = { if $0 > 0 { observer(.committing(appends: $0)) } }
    let upkeepFailed: @Sendable (String) -> Void = { observer(.failed(reason: "upkeep: \($0)")) }
    return ObservedEventStore(
      try open(
        timeToLive: life, quota: quota, threads: threads, willCommit: willCommit, upkeepFailed: upkeepFailed),
      observer: observer)
  }

  private func open(
    timeToLive life: Int64?, quota: TenantQuota, threads: BackgroundThreads,
    willCommit: @escaping @Sendable (Int) -> Void, upkeepFailed: @escaping @Sendable (String) -> Void
  ) throws(StoreFailure) -> any EventStore {
    let deliver = { @Sendable (work: @escaping @Sendable () -> Void) in
      if !threads.run(work) { work() }
    }
    switch self {
    case .memory: return MemoryEventStore(tenantQuota: quota, timeToLive: life)
    case .file(let path):
      var options = SQLiteEventStore.Options()
      options.timeToLive = life
      options.willCommit = willCommit
      options.tenantQuota = quota
      options.deliver = deliver
      // Whoever wants sessions gone after seconds does not mean a minute.
      if let life { options.retentionInterval = min(options.retentionInterval, Int(clamping: max(life, 1_000))) }
      do throws(StoreOpeningError) {
        return try SQLiteEventStore(path: path, options: options)
      } catch {
        throw StoreFailure(message: error.description)
      }
    case .postgreSQL(let url):
      var options = PostgreSQLEventStore.Options()
      options.timeToLive = life
      options.willCommit = willCommit
      options.upkeepFailed = upkeepFailed
      options.tenantQuota = quota
      options.deliver = deliver
      do throws(StoreOpeningError) {
        return try PostgreSQLEventStore(url, options: options)
      } catch {
        throw StoreFailure(message: error.description)
      }
    }
  }
}

extension Store {
  /// Makes the tables of a database, or brings what there is up to date; files and memory need nothing of the kind.
  func migrate() throws(StoreFailure) {
    guard case .postgreSQL(let url) = self else { return }
    do throws(StoreOpeningError) {
      try PostgreSQLEventStore.migrate(url)
    } catch {
      throw StoreFailure(message: error.description)
    }
  }
}

struct StoreFailure: Error {
  let message: String
}
