/// Why a store, or a file of one, cannot be opened: one line for the operator.
public struct StoreOpeningError: Error, Equatable, CustomStringConvertible {
  /// Names the file and what is wrong with it.
  public var description: String

  init(_ description: String) { self.description = description }

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
