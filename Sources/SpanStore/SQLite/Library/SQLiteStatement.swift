import CSQLite

/// A prepared statement. It keeps its connection open, and like that belongs to one thread at a time.
@safe
package final class SQLiteStatement {
  private let connection: SQLiteConnection
  private let handle: OpaquePointer

  init(_ sql: String, on connection: SQLiteConnection) throws(SQLiteError) {
    var handle: OpaquePointer?
    var sql = sql
    let code = sql.withUTF8 { text in
      unsafe text.withMemoryRebound(to: CChar.self) { text in
        unsafe sqlite3_prepare_v3(
          connection.handle, text.baseAddress, CInt(text.count), CUnsignedInt(SQLITE_PREPARE_PERSISTENT), &handle, nil)
      }
    }
    guard code == SQLITE_OK, let handle = unsafe handle else { throw connection.lastError }
    self.connection = connection
    unsafe self.handle = handle
  }

  deinit { unsafe sqlite3_finalize(handle) }

  /// Runs it to its end.
  package func run<each Value: SQLiteValue>(_ values: repeat each Value) throws(SQLiteError) {
    defer { unsafe sqlite3_reset(handle) }
    try bind(repeat each values)
    while try step() {}
  }

  /// Runs it to its first row; nil: there is none.
  package func first<each Value: SQLiteValue, Result>(
    _ values: repeat each Value, read: (SQLiteRow) -> Result
  ) throws(SQLiteError) -> Result? {
    defer { unsafe sqlite3_reset(handle) }
    try bind(repeat each values)
    return try step() ? read(unsafe SQLiteRow(handle)) : nil
  }

  /// Runs it and reads every row, as long as `read` returns something.
  package func all<each Value: SQLiteValue, Result>(
    _ values: repeat each Value, read: (SQLiteRow) -> Result?
  ) throws(SQLiteError) -> [Result] {
    defer { unsafe sqlite3_reset(handle) }
    try bind(repeat each values)
    var results: [Result] = []
    while try step(), let result = read(unsafe SQLiteRow(handle)) { results.append(result) }
    return results
  }

  private func bind<each Value: SQLiteValue>(_ values: repeat each Value) throws(SQLiteError) {
    var index: CInt = 0
    var code = SQLITE_OK
    for value in repeat each values {
      index += 1
      if code == SQLITE_OK { code = unsafe value.bind(to: handle, at: index) }
    }
    guard code == SQLITE_OK else { throw connection.lastError }
  }

  private func step() throws(SQLiteError) -> Bool {
    switch unsafe sqlite3_step(handle) {
    case SQLITE_ROW: true
    case SQLITE_DONE: false
    default: throw connection.lastError
    }
  }
}

/// The row that a statement is at, to be read before it goes on. Columns count from 0.
@safe
package struct SQLiteRow {
  private let handle: OpaquePointer

  fileprivate init(_ handle: OpaquePointer) { unsafe self.handle = handle }

  package func integer(_ column: CInt) -> Int { Int(unsafe sqlite3_column_int64(handle, column)) }

  package func isNull(_ column: CInt) -> Bool { unsafe sqlite3_column_type(handle, column) == SQLITE_NULL }

  package func text(_ column: CInt) -> String {
    guard let start = unsafe sqlite3_column_text(handle, column) else { return "" }
    let bytes = unsafe UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column)))
    return unsafe String(decoding: bytes, as: UTF8.self)
  }

  package func bytes(_ column: CInt) -> [UInt8] {
    guard let start = unsafe sqlite3_column_blob(handle, column) else { return [] }
    return unsafe Array(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column))))
  }
}
