/// What can be done with a store's file while a service is running on it: connections of its own that only read, and
/// never move the write-ahead log.
public enum SQLiteFile {
  static let busyTimeout = 5_000  // ms

  /// - Throws: also when it is not the file of a store.
  static func open(_ file: StorePath) throws(StoreOpeningError) -> (connection: SQLiteConnection, version: Int) {
    guard file.exists else { throw StoreOpeningError("\(file.path) does not exist") }
    let (connection, version) = try StoreOpeningError.of(file.path) { () throws(SQLiteError) in
      let connection = try SQLiteConnection(file.path, .readOnly, busyTimeout: busyTimeout)
      return (connection, try Schema.version(of: connection, known: Schema.steps.count))
    }
    guard version > 0 else { throw StoreOpeningError("\(file.path) is empty") }
    return (connection, version)
  }

  /// - Throws: also when it is of an older version.
  static func openCurrent(_ file: StorePath) throws(StoreOpeningError) -> SQLiteConnection {
    let (connection, version) = try open(file)
    guard version == Schema.steps.count else {
      throw StoreOpeningError("\(file.path) has schema version \(version): spand brings it up to date when it starts")
    }
    return connection
  }
}
