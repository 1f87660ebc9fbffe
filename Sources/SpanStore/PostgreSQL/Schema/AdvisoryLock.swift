/// Locks that only those know who ask for them, one of each for all stores in a schema. They end with the transaction.
enum AdvisoryLock: Int {
  /// Somebody changes the tables.
  case migration = 1
  /// Somebody deletes what has had its time.
  case upkeep = 2

  /// "Spa" in ASCII, and one more byte for the kind.
  private var key: Int { 0x5370_6100 | rawValue }

  /// Waits for it.
  var statement: PostgreSQLStatement {
    PostgreSQLStatement("SELECT pg_advisory_xact_lock(\(key), hashtext(current_schema()))")
  }

  /// - Returns: whether it is ours now.
  func attempt(on connection: PostgreSQLConnection) throws(PostgreSQLError) -> Bool {
    try connection.rows("SELECT pg_try_advisory_xact_lock(\(key), hashtext(current_schema()))").first?.boolean(0)
      ?? false
  }
}
