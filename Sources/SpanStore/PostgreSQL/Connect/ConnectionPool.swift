/// Connections that are made when needed, kept for the next, and lent to one thread at a time.
final class ConnectionPool: Sendable {
  private struct State {
    var idle: [PostgreSQLConnection] = []
    var lent = 0
    var isClosed = false
  }

  private let dialer: Dialer
  private let limit: Int
  /// Milliseconds that a thread waits for one.
  private let patience: Int
  private let state = Monitor(State())

  init(_ dialer: Dialer, _ options: PostgreSQLEventStore.Options) {
    self.dialer = dialer
    limit = options.readers
    patience = options.statementTimeout
  }

  /// Lends a connection to `body`, which is run again on a new one when the first was lost while nobody used it.
  func lend<Result>(
    _ body: (PostgreSQLConnection) throws(PostgreSQLError) -> Result
  ) throws(StoreFault) -> Result {
    var connection = try take()
    defer { takeBack(connection) }
    do throws(PostgreSQLError) {
      if let idle = connection {
        do throws(PostgreSQLError) {
          return try body(idle)
        } catch {
          guard error.isLost else { throw error }
          connection = nil
          // Those beside it have met the same.
          forgetIdle()
        }
      }
      let new = try dialer.connect()
      connection = new
      return try body(new)
    } catch {
      if error.isLost { connection = nil }
      throw .unavailable(error.description(of: dialer.address.description))
    }
  }

  /// They may be those of a server that is not written to any more.
  func forgetIdle() {
    let idle = state.change { state in
      defer { state.idle = [] }
      return state.idle
    }
    withExtendedLifetime(idle) {}
  }

  /// Those who have one at the moment close it themselves.
  func close() {
    state.change { $0.isClosed = true }
    forgetIdle()
  }

  var isClosed: Bool { state.read { $0.isClosed } }

  /// - Returns: nil: a new one may be made.
  private func take() throws(StoreFault) -> PostgreSQLConnection? {
    let taken = state.wait(until: .now + patience) { state -> Result<PostgreSQLConnection?, StoreFault>? in
      if state.isClosed { return .failure(.closed) }
      guard state.lent < limit else { return nil }
      state.lent += 1
      return .success(state.idle.popLast())
    }
    guard let taken else { throw .unavailable("\(dialer.address.description): all \(limit) connections are busy") }
    return try taken.get()
  }

  private func takeBack(_ connection: PostgreSQLConnection?) {
    state.change { state in
      state.lent -= 1
      if let connection, !state.isClosed { state.idle.append(connection) }
    }
  }
}
