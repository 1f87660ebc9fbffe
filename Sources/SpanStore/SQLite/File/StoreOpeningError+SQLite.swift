extension StoreOpeningError {
  /// Whatever SQLite has to say against the file.
  static func of<Result>(
    _ path: String, _ body: () throws(SQLiteError) -> Result
  ) throws(StoreOpeningError) -> Result {
    do throws(SQLiteError) {
      return try body()
    } catch {
      throw StoreOpeningError(error.description(of: path))
    }
  }
}
