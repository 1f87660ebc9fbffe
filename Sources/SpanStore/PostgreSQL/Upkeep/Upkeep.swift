/// Lets go of what has had its time, on a thread of its own: from time to time, a round of short transactions. Of
/// several stores on one database, one does it at a time.
final class Upkeep: Sendable {
  private let isClosed: Monitor<Bool>
  private let thread: StoreThread

  init(_ pool: ConnectionPool, _ options: PostgreSQLEventStore.Options) throws(StoreOpeningError) {
    let isClosed = Monitor(false)
    self.isClosed = isClosed
    thread = try StoreThread {
      // Not all replicas at once, and none as soon as it starts.
      var pause = Int.random(in: 0...options.retentionInterval)
      while isClosed.wait(until: .now + pause, { $0 ? true : nil }) == nil {
        Self.round(pool, options) { isClosed.read { $0 } }
        pause = options.retentionInterval
      }
    }
  }

  func close() {
    isClosed.change { $0 = true }
    thread.join()
  }

  /// A failure ends the round, and is told; there is another one soon.
  private static func round(_ pool: ConnectionPool, _ options: PostgreSQLEventStore.Options, isOver: () -> Bool) {
    do throws(StoreFault) {
      while !isOver(), try slice(pool, options) {}
    } catch {
      guard case .unavailable(let reason) = error else { return }
      options.upkeepFailed?(reason)
    }
  }

  /// - Returns: is there more to do?
  private static func slice(
    _ pool: ConnectionPool, _ options: PostgreSQLEventStore.Options
  ) throws(StoreFault) -> Bool {
    try pool.lend { connection throws(PostgreSQLError) in
      try connection.transaction { () throws(PostgreSQLError) in
        guard try AdvisoryLock.upkeep.attempt(on: connection) else { return false }
        return try UpkeepSlice(connection, options).run()
      }
    }
  }
}
