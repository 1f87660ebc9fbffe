import SpanMessage

/// Logs in a PostgreSQL database, which other stores may use at the same time.
///
/// One thread writes: what is appended while it commits goes into its next transaction. Reads happen on the caller's
/// thread, on connections of a small pool. The tables are those of the first schema on the search path.
public final class PostgreSQLEventStore: EventStore {
  private let clock: @Sendable () -> Int64
  private let queue = AppendQueue()
  private let health = Health()
  /// The process of the server that writes for this store; 0: it is not known.
  private let ownProcess = Locked(0)
  private let dialer: Dialer
  private let pool: ConnectionPool
  private let writer: StoreThread
  private let upkeep: Upkeep
  private let listener = Locked<ChangeListener?>(nil)

  /// Opens a store.
  /// - Parameter url: `postgresql://…`, as libpq understands it.
  /// - Throws: among others when its tables have not been made yet, or by a newer version.
  public init(_ url: String, options: Options = Options()) throws(StoreOpeningError) {
    let address = try PostgreSQLAddress(url)
    if options.migrates { try Self.migrate(url) }
    clock = options.clock
    dialer = Dialer(address, options)
    pool = ConnectionPool(dialer, options)
    let writing: PostgreSQLWriting
    do throws(PostgreSQLError) {
      writing = try PostgreSQLWriting(dialer, pool, options, health, ownProcess)
    } catch {
      throw StoreOpeningError(error.description(of: address.description))
    }
    writer = try StoreThread { [queue] in queue.feed(writing) }
    upkeep = try Upkeep(pool, options)
  }

  deinit { close() }

  public func append(_ append: Append, completion: @escaping @Sendable (Result<Void, StoreFault>) -> Void) {
    if let fault = queue.add(append, completion: completion) { completion(.failure(fault)) }
  }

  /// Did the last transaction succeed, or the last look at the server? After one that did not, another is tried every
  /// second or two.
  public var isReachable: Bool { health.isGood && !pool.isClosed }

  public func close() {
    queue.close()
    let listener = listener.withLock { listener in
      defer { listener = nil }
      return listener
    }
    listener?.close()
    upkeep.close()
    writer.join()
    pool.close()
  }

  // MARK: Reading

  /// Lends a connection. When that fails, the thread that writes looks at once whether it fares better.
  private func ask<Answer>(
    _ question: (PostgreSQLConnection) throws(PostgreSQLError) -> Answer
  ) throws(StoreFault) -> Answer {
    do throws(StoreFault) {
      return try pool.lend(question)
    } catch {
      if health.isGood { queue.wake() }
      throw error
    }
  }

  public func head(of session: String) throws(StoreFault) -> SessionHead? {
    try ask { connection throws(PostgreSQLError) in try PostgreSQLLogs.head(of: session, connection) }
  }

  public func snapshot(of session: String) throws(StoreFault) -> Snapshot? {
    try ask { connection throws(PostgreSQLError) in try PostgreSQLLogs.snapshot(of: session, connection) }
  }

  public func events(of session: String, after sequence: Int, limit: Int) throws(StoreFault) -> [StoredEvent] {
    let (events, horizon) = try ask { connection throws(PostgreSQLError) in
      try PostgreSQLLogs.events(of: session, after: sequence, limit: limit, connection)
    }
    guard max(0, sequence) >= horizon else { throw .compacted(horizon: horizon) }
    return events
  }

  public func sessions(of tenant: String?, before id: String?, limit: Int) throws(StoreFault) -> [SessionHead] {
    try ask { connection throws(PostgreSQLError) in
      try PostgreSQLLogs.sessions(of: tenant, before: id, limit: limit, connection)
    }
  }

  public func answer(to key: String, in scope: String) throws(StoreFault) -> StoredAnswer? {
    let oldest = clock() - StoredAnswer.lifetime
    return try ask { connection throws(PostgreSQLError) in
      try PostgreSQLLogs.answer(to: key, in: scope, after: oldest, connection)
    }
  }

  // MARK: Sharing

  public var isShared: Bool { true }

  public func versions(of sessions: [String]) throws(StoreFault) -> [String: Int] {
    try ask { connection throws(PostgreSQLError) in try PostgreSQLLogs.versions(of: sessions, connection) }
  }

  public func observe(_ changed: @escaping @Sendable (String, Int?) -> Void) {
    // Without a thread there are no hints, which nobody relies on.
    let new = try? ChangeListener(dialer) { [ownProcess] hint, process in
      if process != ownProcess.withLock({ $0 }) { changed(hint.session, hint.version) }
    }
    let old = listener.withLock { listener in
      defer { listener = new }
      return listener
    }
    old?.close()
  }
}
