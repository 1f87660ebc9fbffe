extension PostgreSQLEventStore {
  /// Makes the tables of a store, or brings older ones up to date, without harm to what is in them. Those who do it at
  /// the same time wait for each other; where there is nothing to do, nothing is done.
  public static func migrate(_ url: String) throws(StoreOpeningError) {
    let address = try PostgreSQLAddress(url)
    do throws(PostgreSQLError) {
      let connection = try PostgreSQLConnection(
        address, connectTimeout: migrationConnectTimeout, patience: migrationTimeout)
      try connection.setUp(statementTimeout: migrationTimeout)
      try PostgreSQLSchema.migrate(connection)
    } catch {
      throw StoreOpeningError(error.description(of: address.description))
    }
  }

  /// Milliseconds: large tables take their time.
  private static let migrationTimeout = 60 * 60 * 1000
  /// Seconds: nobody's request waits for it, and the server may have much to do.
  private static let migrationConnectTimeout = 30
}
