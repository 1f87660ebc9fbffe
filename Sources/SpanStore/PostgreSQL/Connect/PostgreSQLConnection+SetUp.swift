import CPostgreSQL

extension PostgreSQLConnection {
  private static let oldestServer = 130_000

  /// Says how long statements may take, and that a commit is durable. Behind a pooler, which lends another backend to
  /// each transaction, that is left to every single one: ``settings(statementTimeout:)``.
  func setUp(statementTimeout: Int) throws(PostgreSQLError) {
    let version = Int(unsafe PQserverVersion(handle))
    guard version >= Self.oldestServer else {
      throw PostgreSQLError(kind: .refused, message: "its version is \(version / 10_000), but 13 or newer is needed")
    }
    let row = try rows(
      """
      SELECT pid, (extract(epoch FROM backend_start) * 1000000)::bigint FROM pg_stat_get_activity(pg_backend_pid())
      """
    ).first
    // A pooler gives numbers of its own to those who may want to cancel.
    guard let row, row.integer(0) == Int(unsafe PQbackendPID(handle)) else { return }
    note(Backend(process: row.integer(0), began: row.integer(1)))
    try run([Self.settings(statementTimeout: statementTimeout, isLocal: false)])
  }

  /// For the transaction that is open, or for the connection. Who waits for standbys more strictly than `on` keeps that.
  static func settings(statementTimeout: Int, isLocal: Bool) -> PostgreSQLStatement {
    PostgreSQLStatement(
      """
      SELECT set_config('statement_timeout', $1, \(isLocal)),
        set_config('idle_in_transaction_session_timeout', $2, \(isLocal)),
        CASE WHEN current_setting('synchronous_commit') IN ('off', 'local')
          THEN set_config('synchronous_commit', 'on', \(isLocal)) END
      """, .text("\(statementTimeout)"), .text("\(2 * statementTimeout)"))
  }
}
