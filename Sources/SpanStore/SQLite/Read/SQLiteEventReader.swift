import SpanMessage

/// The logs in the file of a store, read beside a service that may be running on it.
public final class SQLiteEventReader: EventReader {
  private let readers: ReaderPool
  private let clock: @Sendable () -> Int64
  /// Held where nobody may write meanwhile.
  private let lock: OwnerLock?

  /// - Parameter isAlone: nobody else may write as long as this is there.
  /// - Throws: also when it is not the file of a store.
  public init(path: String, isAlone: Bool = false) throws(StoreOpeningError) {
    let file = try StorePath(path)
    _ = try SQLiteFile.openCurrent(file)
    lock = isAlone ? try OwnerLock(path: file.path) : nil
    readers = ReaderPool(path: file.path, busyTimeout: SQLiteFile.busyTimeout)
    clock = WallClock.now
  }

  /// - Parameter path: of a store that its owner opens.
  init(path: String, busyTimeout: Int, clock: @escaping @Sendable () -> Int64) {
    readers = ReaderPool(path: path, busyTimeout: busyTimeout)
    lock = nil
    self.clock = clock
  }

  func close() { readers.close() }

  var isClosed: Bool { readers.isClosed }

  public func head(of session: String) throws(StoreFault) -> SessionHead? {
    try readers.read { reader throws(SQLiteError) in try reader.head(of: session) }
  }

  public func snapshot(of session: String) throws(StoreFault) -> Snapshot? {
    try readers.read { reader throws(SQLiteError) in try reader.snapshot(of: session) }
  }

  public func events(of session: String, after sequence: Int, limit: Int) throws(StoreFault) -> [StoredEvent] {
    let (events, horizon) = try readers.read { reader throws(SQLiteError) in
      try reader.events(of: session, after: sequence, limit: limit)
    }
    guard max(0, sequence) >= horizon else { throw .compacted(horizon: horizon) }
    return events
  }

  public func sessions(of tenant: String?, before id: String?, limit: Int) throws(StoreFault) -> [SessionHead] {
    try readers.read { reader throws(SQLiteError) in try reader.sessions(of: tenant, before: id, limit: limit) }
  }

  public func answer(to key: String, in scope: String) throws(StoreFault) -> StoredAnswer? {
    let oldest = clock() - StoredAnswer.lifetime
    return try readers.read { reader throws(SQLiteError) in try reader.answer(to: key, in: scope, after: oldest) }
  }
}
