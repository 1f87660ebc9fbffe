import Glibc

extension SQLiteFile {
  /// Copies the file of a store as it is at one moment; durable when this returns. The copy is for its owner alone.
  /// Meanwhile the write-ahead log of a running service grows.
  /// - Throws: also when `target` is there already.
  public static func copy(from source: String, to target: String) throws(StoreOpeningError) {
    let (connection, _) = try open(StorePath(source))
    let target = try StorePath(target)
    try target.makeFile()
    do throws(StoreOpeningError) {
      try StoreOpeningError.of(target.path) { () throws(SQLiteError) in
        let copy = try SQLiteConnection(target.path, .readWrite, busyTimeout: busyTimeout)
        try connection.backUp(to: copy)
      }
    } catch {
      unsafe unlink(target.path)
      unsafe unlink(target.path + "-journal")
      throw error
    }
    try target.syncDirectory()
  }
}
