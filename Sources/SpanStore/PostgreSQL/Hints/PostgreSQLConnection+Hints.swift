import CPostgreSQL

extension PostgreSQLConnection {
  var socket: CInt { unsafe PQsocket(handle) }

  func listen() throws(PostgreSQLError) {
    let channel = try rows("SELECT \(ChangeHint.channel)").first?.text(0) ?? ""
    try run([PostgreSQLStatement("LISTEN \(channel)")])
  }

  /// What has come, without waiting, and the processes of the server that it comes from.
  func hints() throws(PostgreSQLError) -> [(hint: ChangeHint, process: Int)] {
    guard unsafe PQconsumeInput(handle) == 1 else { throw lastError }
    var hints: [(ChangeHint, Int)] = []
    while let notification = unsafe PQnotifies(handle) {
      let hint = unsafe ChangeHint(String(cString: notification.pointee.extra))
      hints.append((hint, Int(unsafe notification.pointee.be_pid)))
      unsafe PQfreemem(notification)
    }
    return hints
  }
}
