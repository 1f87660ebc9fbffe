import CSQLite

/// A store's file, as the one connection that writes opens it.
package enum DatabaseFile {
  /// Durable with every commit; deleted data is overwritten. The cache has room for what the largest transaction
  /// changes. SQLite's own checkpoints are off as long as the connection has a hook for commits.
  private static let settings = """
    PRAGMA synchronous = FULL;
    PRAGMA secure_delete = ON;
    PRAGMA cache_size = -16384;
    PRAGMA journal_size_limit = 16777216;
    """

  /// - Parameters:
  ///   - path: of a file that is there; an empty one becomes a store.
  ///   - steps: that lead to the schema: ``Schema/steps``.
  package static func open(
    _ path: String, steps: [String] = Schema.steps, busyTimeout: Int
  ) throws(SQLiteError) -> SQLiteConnection {
    let connection = try SQLiteConnection(path, .readWrite, busyTimeout: busyTimeout)
    // Before anything is changed.
    let version = try Schema.version(of: connection, known: steps.count)
    let mode = try connection.prepare("PRAGMA journal_mode = WAL").first { $0.text(0) }
    guard mode == "wal" else { throw .noLog }
    try connection.execute(settings)
    try Schema.migrate(connection, from: version, steps: steps)
    return connection
  }
}

extension SQLiteError {
  fileprivate static let noLog = SQLiteError(
    code: SQLITE_PROTOCOL, message: "its file system does not allow a write-ahead log")
}
