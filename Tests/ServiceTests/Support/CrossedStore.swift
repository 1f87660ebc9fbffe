import SpanMessage
import SpanStore

/// Keeps logs in memory that several services share, and lets something happen between two questions of one of them.
final class CrossedStore: EventStore {
  private let logs: any EventStore
  private let interlude = Locked<(@Sendable () -> Void)?>(nil)
  private let headInterlude = Locked<(@Sendable () -> Void)?>(nil)
  private let snapshotInterlude = Locked<(@Sendable () -> Void)?>(nil)
  private let patience = Locked<Int?>(nil)

  init(_ logs: any EventStore = MemoryEventStore()) { self.logs = logs }

  /// Happens once, right after the next search for a stored answer.
  func afterNextAnswer(_ interlude: @escaping @Sendable () -> Void) { self.interlude.withLock { $0 = interlude } }

  /// Happens once, right after the next search for a log.
  func afterNextHead(_ interlude: @escaping @Sendable () -> Void) { headInterlude.withLock { $0 = interlude } }

  /// Happens once, right after the next search for a snapshot.
  func afterNextSnapshot(_ interlude: @escaping @Sendable () -> Void) {
    snapshotInterlude.withLock { $0 = interlude }
  }

  /// So many searches for a log from now on are answered, then one is not.
  func failsOnce(after searches: Int) { patience.withLock { $0 = searches } }

  var isShared: Bool { true }

  func answer(to key: String, in scope: String) throws(StoreFault) -> StoredAnswer? {
    let answer = try logs.answer(to: key, in: scope)
    interlude.take()?()
    return answer
  }

  func append(_ append: Append, completion: @escaping @Sendable (Result<Void, StoreFault>) -> Void) {
    logs.append(append, completion: completion)
  }
  func head(of session: String) throws(StoreFault) -> SessionHead? {
    let isOver = patience.withLock { patience -> Bool in
      defer { patience = patience.flatMap { $0 > 0 ? $0 - 1 : nil } }
      return patience == 0
    }
    if isOver { throw .unavailable("it is one of those moments") }
    let head = try logs.head(of: session)
    headInterlude.take()?()
    return head
  }
  func snapshot(of session: String) throws(StoreFault) -> Snapshot? {
    let snapshot = try logs.snapshot(of: session)
    snapshotInterlude.take()?()
    return snapshot
  }
  func events(of session: String, after sequence: Int, limit: Int) throws(StoreFault) -> [StoredEvent] {
    try logs.events(of: session, after: sequence, limit: limit)
  }
  func sessions(of tenant: String?, before id: String?, limit: Int) throws(StoreFault) -> [SessionHead] {
    try logs.sessions(of: tenant, before: id, limit: limit)
  }
  var isReachable: Bool { logs.isReachable }
  func close() { logs.close() }
}

extension Locked where Value == (@Sendable () -> Void)? {
  fileprivate func take() -> (@Sendable () -> Void)? {
    withLock { value in
      defer { value = nil }
      return value
    }
  }
}
