/// Where a server is in its life. Times are milliseconds of a clock that only goes forward.
package enum Lifecycle: Equatable, Sendable {
  case idle
  case serving(port: UInt16)
  /// Told to stop: not ready for new clients, but answers them as before.
  case draining(port: UInt16)
  /// Takes no connection, ends each one with its next answer, and waits for the last.
  case finishing(since: UInt64, deadline: UInt64)
  /// Done; `cut` connections had a request on them.
  case stopped(cut: Int)

  package init() { self = .idle }

  /// Connections without a request are ended after this time without any new request: a client that had just sent
  /// one when the drain began has been read by then. Nothing ends before, though there seems to be no connection: one
  /// that was taken from the kernel a moment ago may not have been told of yet.
  package static let quietPeriod: UInt64 = 300  // ms

  /// False if it was started before.
  package mutating func start(port: UInt16) -> Bool {
    guard self == .idle else { return false }
    self = .serving(port: port)
    return true
  }

  package mutating func beginDrain() {
    if case .serving(let port) = self { self = .draining(port: port) }
  }

  /// False if there is nothing to finish: never started, or finishing or stopped already.
  package mutating func beginFinish(now: UInt64, within time: UInt64) -> Bool {
    switch self {
    case .serving, .draining:
      self = .finishing(since: now, deadline: now + time)
      return true
    case .idle, .finishing, .stopped:
      return false
    }
  }

  /// Whether the last answer is out, or the time is up.
  package func isDone(_ load: Load, now: UInt64) -> Bool {
    guard case .finishing(let since, let deadline) = self else { return true }
    if now >= deadline { return true }
    guard load.requests == 0, now >= since + Self.quietPeriod else { return false }
    return load.connections == 0 || now >= load.lastBegin + Self.quietPeriod
  }

  package mutating func stop(cut: Int) { self = .stopped(cut: cut) }

  package var port: UInt16? {
    switch self {
    case .serving(let port), .draining(let port): port
    case .idle, .finishing, .stopped: nil
    }
  }

  package var isDraining: Bool {
    switch self {
    case .idle, .serving: false
    case .draining, .finishing, .stopped: true
    }
  }
}
