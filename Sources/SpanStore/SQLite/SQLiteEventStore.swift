/// Logs in a SQLite database.
///
/// One thread writes: what is appended while it commits goes into its next transaction. It alone moves the write-ahead
/// log into the database. Reads happen on the caller's thread, beside that, on connections of their own.
public final class SQLiteEventStore: EventStore {
  private let queue = AppendQueue()
  private let health = Health()
  private let reader: SQLiteEventReader
  private let writer: StoreThread

  /// Opens a store, or makes one that only this user may read; also the directory it is to be in.
  /// - Throws: among others when somebody else has it open, or a newer version has written it.
  public init(path: String, options: Options = Options()) throws(StoreOpeningError) {
    try StorePath.makeDirectory(of: path)
    let file = try StorePath(path)
    let lock = try OwnerLock(path: file.path)
    if !file.exists { try file.makeFile() }
    reader = SQLiteEventReader(path: file.path, busyTimeout: options.busyTimeout, clock: options.clock)
    let writing = try Writing(path: file.path, lock: lock, options: options, health: health)
    writer = try StoreThread { [queue] in queue.feed(writing) }
  }

  deinit { close() }

  public func append(_ append: Append, completion: @escaping @Sendable (Result<Void, StoreFault>) -> Void) {
    if let fault = queue.add(append, completion: completion) { completion(.failure(fault)) }
  }

  /// Did the last transaction succeed? After one that did not, another is tried every second.
  public var isReachable: Bool { health.isGood && !reader.isClosed }

  public func close() {
    queue.close()
    // Before the last connection, which is the one that writes, leaves everything in the database.
    reader.close()
    writer.join()
  }

  public func head(of session: String) throws(StoreFault) -> SessionHead? { try reader.head(of: session) }

  public func snapshot(of session: String) throws(StoreFault) -> Snapshot? { try reader.snapshot(of: session) }

  public func events(of session: String, after sequence: Int, limit: Int) throws(StoreFault) -> [StoredEvent] {
    try reader.events(of: session, after: sequence, limit: limit)
  }

  public func sessions(of tenant: String?, before id: String?, limit: Int) throws(StoreFault) -> [SessionHead] {
    try reader.sessions(of: tenant, before: id, limit: limit)
  }

  public func answer(to key: String, in scope: String) throws(StoreFault) -> StoredAnswer? {
    try reader.answer(to: key, in: scope)
  }
}
