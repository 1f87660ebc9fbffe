import SpanMessage

/// Whether the last transaction succeeded: set by the thread that writes, asked by others.
final class Health: Sendable {
  private let state = Locked(true)

  var isGood: Bool {
    get { state.withLock { $0 } }
    set { state.withLock { $0 = newValue } }
  }
}
