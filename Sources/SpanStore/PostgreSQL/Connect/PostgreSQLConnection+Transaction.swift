extension PostgreSQLConnection {
  /// Whatever the server's default may be: a statement sees what was committed before it.
  static let begin = PostgreSQLStatement("BEGIN ISOLATION LEVEL READ COMMITTED")

  /// Runs `body` in a transaction. Nothing is left of it when it throws.
  func transaction<Result>(_ body: () throws(PostgreSQLError) -> Result) throws(PostgreSQLError) -> Result {
    try run([Self.begin])
    do throws(PostgreSQLError) {
      let result = try body()
      try run([PostgreSQLStatement("COMMIT")])
      return result
    } catch {
      if !error.isLost { try rollBack() }
      throw error
    }
  }

  func rollBack() throws(PostgreSQLError) { try run([PostgreSQLStatement("ROLLBACK")]) }
}
