/// An answer that comes later: whoever works on it, on whatever thread, completes it once.
///
/// Letting go of it without an answer tells the client of a failure (500). The client is also answered when the
/// server's own deadline passes (503) or the server stops (503); what is completed after that goes nowhere.
public final class Deferred: Sendable {
  /// The end of whoever sends the answer; it does not keep this one alive.
  package let awaited = Awaited()

  public init() {}

  deinit { awaited.settle(.dropped) }

  /// Gives the answer; the first one counts.
  public func complete(with response: Response) {
    if !awaited.settle(.response(response)) { response.stream?.close() }
  }

  /// Whether the client has been answered, by whomever: further work on it is in vain.
  public var isSettled: Bool { awaited.outcome != nil }
}

/// What a responder says to a request.
public enum Reply: Sendable {
  case now(Response)
  /// Keep the connection and go on with others; the answer follows.
  case later(Deferred)
}

/// The end of a ``Deferred`` that waits.
package final class Awaited: Sendable {
  /// What became of the answer.
  package enum Outcome: Sendable {
    case response(Response)
    /// Nobody works on it any more.
    case dropped
    /// It took too long.
    case overdue
    /// The server stops.
    case stopping
  }

  private struct State {
    var outcome: Outcome?
    var resume: (@Sendable () -> Void)?
  }

  private let state = Locked(State())

  init() {}

  /// nil: still to come.
  package var outcome: Outcome? { state.withLock { $0.outcome } }

  /// Settles it; false if that was done before.
  @discardableResult
  package func settle(_ outcome: Outcome) -> Bool {
    state.withLock { state in
      guard state.outcome == nil else { return false }
      state.outcome = outcome
      // Under the lock: whoever finds it settled can be sure that the connection was resumed too.
      state.resume?()
      state.resume = nil
      return true
    }
  }

  /// Calls `resume` once it is settled: on the thread that does, or here if that is past.
  package func whenSettled(_ resume: @escaping @Sendable () -> Void) {
    state.withLock { state in
      guard state.outcome == nil else { return resume() }
      state.resume = resume
    }
  }
}
