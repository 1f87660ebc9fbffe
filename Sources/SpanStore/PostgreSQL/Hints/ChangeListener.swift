import SpanMessage

/// Hears of changes, on a thread and a connection of its own. A pooler would lend the connection to others, who hear
/// nothing of this: behind one it does nothing.
final class ChangeListener: Sendable {
  private let wakeUp: WakeUp
  private let isClosed: Locked<Bool>
  private let thread: StoreThread

  init(_ dialer: Dialer, _ changed: @escaping @Sendable (_ hint: ChangeHint, _ process: Int) -> Void)
    throws(StoreOpeningError)
  {
    let wakeUp = try WakeUp()
    let isClosed = Locked(false)
    self.wakeUp = wakeUp
    self.isClosed = isClosed
    thread = try StoreThread {
      while !isClosed.withLock({ $0 }) {
        do throws(PostgreSQLError) {
          let connection = try dialer.connect()
          guard connection.backend != nil else { return }
          try connection.listen()
          while !isClosed.withLock({ $0 }) {
            for (hint, process) in try connection.hints() { changed(hint, process) }
            wakeUp.wait(for: connection.socket, patience: -1)
          }
        } catch {
          wakeUp.wait(for: -1, patience: max(dialer.nextAttempt.remaining, Self.shortestPause))
        }
      }
    }
  }

  /// Milliseconds.
  private static let shortestPause = 100

  func close() {
    isClosed.withLock { $0 = true }
    wakeUp.ring()
    thread.join()
  }
}
