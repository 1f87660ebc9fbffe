import SpanMessage

/// Connections that read: opened when needed, kept for the next, lent to one thread at a time.
final class ReaderPool: Sendable {
  private struct State {
    var idle: [LogReader] = []
    var isClosed = false
  }

  /// More than so many are closed when they come back.
  private static let idleLimit = 8

  private let path: String
  private let busyTimeout: Int
  private let state = Locked(State())

  init(path: String, busyTimeout: Int) {
    self.path = path
    self.busyTimeout = busyTimeout
  }

  func read<Result>(_ body: (LogReader) throws(SQLiteError) -> Result) throws(StoreFault) -> Result {
    let (idle, isClosed) = state.withLock { ($0.idle.popLast(), $0.isClosed) }
    guard !isClosed else { throw .closed }
    do throws(SQLiteError) {
      let reader = if let idle { idle } else { try LogReader(path: path, busyTimeout: busyTimeout) }
      let result = try body(reader)
      takeBack(reader)
      return result
    } catch {
      // A reader that failed is not lent again.
      throw .unavailable(error.description(of: path))
    }
  }

  /// Those who read at the moment close their connections themselves.
  func close() {
    let idle = state.withLock { state in
      state.isClosed = true
      defer { state.idle = [] }
      return state.idle
    }
    withExtendedLifetime(idle) {}
  }

  var isClosed: Bool { state.withLock { $0.isClosed } }

  private func takeBack(_ reader: LogReader) {
    state.withLock { state in
      guard !state.isClosed, state.idle.count < Self.idleLimit else { return }
      state.idle.append(reader)
    }
  }
}
