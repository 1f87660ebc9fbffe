import CSQLite

/// A connection to a database file. It does not lock anything for itself: one thread at a time.
@safe
package final class SQLiteConnection {
  /// What the connection may do.
  package enum Access {
    case readOnly
    /// The file must be there.
    case readWrite
  }

  @unsafe let handle: OpaquePointer
  private let busyTimeout: Int
  /// Frames in the write-ahead log behind the last commit on this connection.
  private(set) var loggedFrames = 0

  /// - Parameters:
  ///   - path: absolute, without links.
  ///   - busyTimeout: milliseconds to wait for others.
  package init(_ path: String, _ access: Access, busyTimeout: Int) throws(SQLiteError) {
    let mode = access == .readOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE
    var handle: OpaquePointer?
    let code = unsafe sqlite3_open_v2(path, &handle, mode | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nil)
    guard let handle = unsafe handle else { throw SQLiteError(code: code, message: "out of memory") }
    // From here on the handle is closed by deinit.
    unsafe self.handle = handle
    self.busyTimeout = busyTimeout
    guard code == SQLITE_OK else { throw lastError }
    // SQLite is content with less than it was asked for.
    guard unsafe access == .readOnly || sqlite3_db_readonly(handle, "main") == 0 else { throw .readOnly }
    unsafe sqlite3_busy_timeout(handle, CInt(clamping: busyTimeout))
    unsafe sqlite3_wal_hook(handle, noteFrames, Unmanaged.passUnretained(self).toOpaque())
    // The last connection that closes would move the log into the database: not even then may one that reads.
    if access == .readOnly { unsafe span_sqlite3_set_flag(handle, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1) }
  }

  // Statements that are still there keep what they need until they go.
  deinit { unsafe sqlite3_close_v2(handle) }

  /// Runs statements that give no rows, or whose rows do not matter.
  package func execute(_ sql: String) throws(SQLiteError) {
    guard unsafe sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else { throw lastError }
  }

  /// A statement that keeps the connection open.
  package func prepare(_ sql: String) throws(SQLiteError) -> SQLiteStatement { try SQLiteStatement(sql, on: self) }

  /// The first column of the first row; 0: there is none.
  package func integer(_ sql: String) throws(SQLiteError) -> Int { try prepare(sql).first { $0.integer(0) } ?? 0 }

  /// Rows that the last statement inserted, changed or deleted.
  var changes: Int { Int(unsafe sqlite3_changes64(handle)) }

  var lastInsertedKey: Int { Int(unsafe sqlite3_last_insert_rowid(handle)) }

  var lastError: SQLiteError {
    unsafe SQLiteError(
      code: sqlite3_extended_errcode(handle), message: String(cString: sqlite3_errmsg(handle)),
      systemError: sqlite3_system_errno(handle))
  }

  fileprivate func note(frames: Int) { loggedFrames = frames }
}

extension SQLiteConnection {
  /// Runs `body` in a transaction that takes the right to write at once. Nothing is left of it when it throws.
  package func transaction<Result>(_ body: () throws(SQLiteError) -> Result) throws(SQLiteError) -> Result {
    try execute("BEGIN IMMEDIATE")
    do throws(SQLiteError) {
      let result = try body()
      try execute("COMMIT")
      return result
    } catch {
      // Some errors have rolled back already; then this one says so, and nothing else.
      try? execute("ROLLBACK")
      throw error
    }
  }

  /// Moves the write-ahead log into the database.
  /// - Parameter patience: milliseconds to wait for readers; 0: moves what they allow.
  func checkpoint(patience: Int) throws(SQLiteError) {
    let mode = patience == 0 ? SQLITE_CHECKPOINT_PASSIVE : SQLITE_CHECKPOINT_TRUNCATE
    unsafe sqlite3_busy_timeout(handle, CInt(clamping: patience))
    defer { unsafe sqlite3_busy_timeout(handle, CInt(clamping: busyTimeout)) }
    guard unsafe sqlite3_wal_checkpoint_v2(handle, "main", mode, nil, nil) == SQLITE_OK else { throw lastError }
  }
}

extension SQLiteConnection {
  /// Writes all pages, as they are at one moment, into another database, in one transaction.
  func backUp(to target: SQLiteConnection) throws(SQLiteError) {
    guard let backup = unsafe sqlite3_backup_init(target.handle, "main", handle, "main") else {
      throw target.lastError
    }
    let code = unsafe sqlite3_backup_step(backup, -1)
    unsafe sqlite3_backup_finish(backup)
    guard code == SQLITE_DONE else {
      throw unsafe SQLiteError(code: code, message: String(cString: sqlite3_errstr(code)))
    }
  }
}

private func noteFrames(
  _ connection: UnsafeMutableRawPointer?, _ handle: OpaquePointer?, _ database: UnsafePointer<CChar>?, _ frames: CInt
) -> CInt {
  if let connection = unsafe connection {
    unsafe Unmanaged<SQLiteConnection>.fromOpaque(connection).takeUnretainedValue().note(frames: Int(frames))
  }
  return SQLITE_OK
}
