import CSQLite

/// What can take the place of a `?` in a statement.
package protocol SQLiteValue {
  /// - Returns: a result code.
  @unsafe func bind(to statement: OpaquePointer, at index: CInt) -> CInt
}

extension Int64: SQLiteValue {
  @unsafe package func bind(to statement: OpaquePointer, at index: CInt) -> CInt {
    unsafe sqlite3_bind_int64(statement, index, self)
  }
}

extension Int: SQLiteValue {
  @unsafe package func bind(to statement: OpaquePointer, at index: CInt) -> CInt {
    unsafe sqlite3_bind_int64(statement, index, Int64(self))
  }
}

extension String: SQLiteValue {
  @unsafe package func bind(to statement: OpaquePointer, at index: CInt) -> CInt {
    var text = self
    // With its length: there may be NUL in it. An empty one has an address too, which keeps it from being NULL.
    return text.withUTF8 { bytes in
      guard let start = bytes.baseAddress else { return unsafe span_sqlite3_bind_text(statement, index, "", 0) }
      return unsafe span_sqlite3_bind_text(statement, index, start, CInt(clamping: bytes.count))
    }
  }
}

extension [UInt8]: SQLiteValue {
  @unsafe package func bind(to statement: OpaquePointer, at index: CInt) -> CInt {
    unsafe withUnsafeBytes { bytes in
      guard bytes.count > 0 else { return unsafe sqlite3_bind_zeroblob(statement, index, 0) }
      return unsafe span_sqlite3_bind_blob(statement, index, bytes.baseAddress, CInt(clamping: bytes.count))
    }
  }
}

extension Optional: SQLiteValue where Wrapped: SQLiteValue {
  @unsafe package func bind(to statement: OpaquePointer, at index: CInt) -> CInt {
    guard let self else { return unsafe sqlite3_bind_null(statement, index) }
    return unsafe self.bind(to: statement, at: index)
  }
}
