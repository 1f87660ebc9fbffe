import SpanMessage

/// A store with somebody who looks on.
public final class ObservedEventStore: EventStore {
  public typealias Observer = @Sendable (StoreObservation) -> Void

  private let store: any EventStore
  private let observer: Observer
  private let isWell = Locked(true)

  public init(_ store: any EventStore, observer: @escaping Observer) {
    self.store = store
    self.observer = observer
  }

  public func append(_ append: Append, completion: @escaping @Sendable (Result<Void, StoreFault>) -> Void) {
    let start = ContinuousClock.now
    store.append(append) { [self] result in
      observer(.appended(seconds: start.elapsed))
      note(result)
      completion(result)
    }
  }

  /// The first failure in a row is told, and its end.
  private func note(_ result: Result<Void, StoreFault>) {
    var reason: String?
    if case .failure(.unavailable(let words)) = result { reason = words }
    let hasChanged = isWell.withLock { isWell in
      defer { isWell = reason == nil }
      return isWell != (reason == nil)
    }
    if hasChanged { observer(reason.map { .failed(reason: $0) } ?? .recovered) }
  }

  private func timed<Result>(_ body: () throws(StoreFault) -> Result) throws(StoreFault) -> Result {
    let start = ContinuousClock.now
    defer { observer(.read(seconds: start.elapsed)) }
    return try body()
  }

  public func head(of session: String) throws(StoreFault) -> SessionHead? {
    try timed { () throws(StoreFault) in try store.head(of: session) }
  }

  public func versions(of sessions: [String]) throws(StoreFault) -> [String: Int] {
    try timed { () throws(StoreFault) in try store.versions(of: sessions) }
  }

  public func snapshot(of session: String) throws(StoreFault) -> Snapshot? {
    try timed { () throws(StoreFault) in try store.snapshot(of: session) }
  }

  public func events(of session: String, after sequence: Int, limit: Int) throws(StoreFault) -> [StoredEvent] {
    try timed { () throws(StoreFault) in try store.events(of: session, after: sequence, limit: limit) }
  }

  public func sessions(of tenant: String?, before id: String?, limit: Int) throws(StoreFault) -> [SessionHead] {
    try timed { () throws(StoreFault) in try store.sessions(of: tenant, before: id, limit: limit) }
  }

  public func answer(to key: String, in scope: String) throws(StoreFault) -> StoredAnswer? {
    try timed { () throws(StoreFault) in try store.answer(to: key, in: scope) }
  }

  public var isReachable: Bool { store.isReachable }
  public var isShared: Bool { store.isShared }
  public func observe(_ changed: @escaping @Sendable (String, Int?) -> Void) { store.observe(changed) }
  public func close() { store.close() }
}

extension ContinuousClock.Instant {
  fileprivate var elapsed: Double { duration(to: .now) / .seconds(1) }
}
