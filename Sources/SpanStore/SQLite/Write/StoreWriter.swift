/// The one connection that writes: transactions of many appends, each with a slice of the work that nobody waits for.
final class StoreWriter {
  private let connection: SQLiteConnection
  private let appends: AppendWriter
  private let purger: Purger
  private let retention: Retention
  private let options: SQLiteEventStore.Options
  private let accounts: TenantAccounts?
  private var checkpoints = Checkpoints()
  private var sessions: Int

  /// Is there something to do besides appends?
  private(set) var hasWork = true

  init(_ connection: SQLiteConnection, options: SQLiteEventStore.Options) throws(SQLiteError) {
    self.connection = connection
    self.options = options
    accounts = try TenantAccounts(connection, options.tenantQuota)
    appends = try AppendWriter(connection, accounts)
    purger = try Purger(connection)
    retention = try Retention(connection, accounts, timeToLive: options.timeToLive)
    sessions = try connection.integer("SELECT count(*) FROM sessions")
  }

  /// Looks for what has had its time, with this transaction and those that follow.
  func beginRetention() {
    retention.begin()
    hasWork = true
  }

  /// Writes appends durably, except those that do not fit.
  /// - Parameter isProbe: write something in any case.
  /// - Returns: for each append why it was not written; nil: it was.
  func commit(_ batch: [Append], isProbe: Bool) throws(SQLiteError) -> [StoreFault?] {
    do throws(SQLiteError) {
      return try write(batch, isProbe: isProbe)
    } catch {
      accounts?.forget()
      throw error
    }
  }

  private func write(_ batch: [Append], isProbe: Bool) throws(SQLiteError) -> [StoreFault?] {
    let now = options.clock()
    let (faults, count, hasWork) = try connection.transaction { () throws(SQLiteError) in
      var count = sessions
      var faults: [StoreFault?] = []
      faults.reserveCapacity(batch.count)
      for append in batch {
        let fault = try appends.write(append, now: now, hasRoom: count < options.maximumSessions)
        if fault == nil { count += append.change.sessions }
        faults.append(fault)
      }
      let (erased, hasMore) = try retention.retain(now: now)
      let hasPurges = try purger.purge()
      if isProbe { try connection.execute("PRAGMA user_version = \(connection.integer("PRAGMA user_version"))") }
      options.willCommit?(batch.count)
      return (faults, count - erased, hasMore || hasPurges)
    }
    sessions = count
    self.hasWork = hasWork
    return faults
  }

  /// After a commit, once it was told: moves what was logged into the database, if that is due.
  func shortenLog() { checkpoints.afterCommit(connection) }

  /// Leaves everything in the database and nothing in the log, if nobody reads.
  func finish() { try? connection.checkpoint(patience: options.busyTimeout) }
}

extension Append.Change {
  /// By how many sessions it makes them more.
  fileprivate var sessions: Int {
    switch self {
    case .create: 1
    case .extend: 0
    case .erase: -1
    }
  }
}
