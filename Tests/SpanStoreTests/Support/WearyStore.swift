import SpanMessage
import SpanStore

/// Writes so many times, and then no more.
final class WearyStore: EventStore {
  private let store: any EventStore
  private let writes: Locked<Int>

  init(_ store: any EventStore, writes: Int) {
    self.store = store
    self.writes = Locked(writes)
  }

  func append(_ append: Append, completion: @escaping @Sendable (Result<Void, StoreFault>) -> Void) {
    let isWilling = writes.withLock { writes -> Bool in
      defer { writes -= 1 }
      return writes > 0
    }
    if isWilling {
      store.append(append, completion: completion)
    } else {
      completion(.failure(.unavailable("enough")))
    }
  }

  func head(of session: String) throws(StoreFault) -> SessionHead? { try store.head(of: session) }
  func snapshot(of session: String) throws(StoreFault) -> Snapshot? { try store.snapshot(of: session) }
  func events(of session: String, after sequence: Int, limit: Int) throws(StoreFault) -> [StoredEvent] {
    try store.events(of: session, after: sequence, limit: limit)
  }
  func sessions(of tenant: String?, before id: String?, limit: Int) throws(StoreFault) -> [SessionHead] {
    try store.sessions(of: tenant, before: id, limit: limit)
  }
  func answer(to key: String, in scope: String) throws(StoreFault) -> StoredAnswer? {
    try store.answer(to: key, in: scope)
  }
  var isReachable: Bool { store.isReachable }
  func close() { store.close() }
}
