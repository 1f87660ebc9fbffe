import SpanMessage

/// Makes the connections of a store. After an attempt that failed it makes none for a while, and says so at once.
final class Dialer: Sendable {
  private struct State {
    var backoff: Backoff
    /// Of the last attempt, if it failed.
    var failure: PostgreSQLError?
    var nextAttempt = Uptime.now
  }

  let address: PostgreSQLAddress
  private let options: PostgreSQLEventStore.Options
  private let state: Locked<State>

  init(_ address: PostgreSQLAddress, _ options: PostgreSQLEventStore.Options) {
    self.address = address
    self.options = options
    state = Locked(State(backoff: Backoff(options.pauses)))
  }

  /// When another attempt is worth it.
  var nextAttempt: Uptime { state.withLock { $0.nextAttempt } }

  func connect() throws(PostgreSQLError) -> PostgreSQLConnection {
    let failure = state.withLock { state -> PostgreSQLError? in
      guard let failure = state.failure else { return nil }
      if Uptime.now < state.nextAttempt { return failure }
      // Others do not try at the same time.
      state.nextAttempt = .now + options.connectTimeout * 1_000
      return nil
    }
    if let failure { throw failure }
    do throws(PostgreSQLError) {
      let connection = try PostgreSQLConnection(
        address, connectTimeout: options.connectTimeout, patience: 2 * options.statementTimeout)
      try connection.setUp(statementTimeout: options.statementTimeout)
      state.withLock { state in
        state.failure = nil
        state.backoff.reset()
      }
      return connection
    } catch {
      state.withLock { state in
        state.failure = error
        state.nextAttempt = .now + state.backoff.pause()
      }
      throw error
    }
  }
}
