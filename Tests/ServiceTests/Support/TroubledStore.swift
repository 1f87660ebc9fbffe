import SpanMessage
import SpanStore

/// Keeps logs in memory, and does what stores do on bad days.
final class TroubledStore: EventStore {
  private struct State {
    var isDown = false
    var isHolding = false
    var held: [@Sendable () -> Void] = []
  }

  private let logs: MemoryEventStore
  private let state = Locked(State())

  init(maximumSessions: Int) { logs = MemoryEventStore(maximumSessions: maximumSessions) }

  /// Neither reads nor writes.
  var isDown: Bool {
    get { state.withLock { $0.isDown } }
    set { state.withLock { $0.isDown = newValue } }
  }

  /// Says nothing of what it has written until it is let go of.
  var isHolding: Bool {
    get { state.withLock { $0.isHolding } }
    set {
      state.withLock { $0.isHolding = newValue }
      if !newValue { letGo() }
    }
  }

  /// Says what it has written until now.
  func letGo(lastFirst: Bool = false) {
    let held = state.withLock { state in
      defer { state.held = [] }
      return state.held
    }
    for tell in lastFirst ? held.reversed() : held { tell() }
  }

  /// A log that no version can read.
  /// - Returns: its id.
  func addNonsense() -> String {
    let id = "0199a0c2-7d4e-7c1a-9f3b-000000000000"
    let event = StoredEvent(sequence: 1, type: "nonsense", at: 0, data: Array("{}".utf8))
    logs.append(Append(session: id, change: .create, at: 0, events: [event], summary: Array("{}".utf8))) { _ in }
    return id
  }

  /// Gives up all events of a log.
  func compact(_ session: String) {
    guard let head = try? logs.head(of: session) else { return }
    let snapshot = Snapshot(version: head.version, data: Array("{}".utf8))
    logs.append(
      Append(
        session: session, change: .extend(from: head.version), at: head.updatedAt, summary: head.summary,
        snapshot: snapshot, compacts: true)
    ) { _ in }
  }

  // MARK: EventStore

  private func check() throws(StoreFault) {
    if isDown { throw .unavailable("it is one of those days") }
  }

  func append(_ append: Append, completion: @escaping @Sendable (Result<Void, StoreFault>) -> Void) {
    guard !isDown else { return completion(.failure(.unavailable("it is one of those days"))) }
    logs.append(append) { result in
      let isHeld = self.state.withLock { state -> Bool in
        if state.isHolding { state.held.append { completion(result) } }
        return state.isHolding
      }
      if !isHeld { completion(result) }
    }
  }

  func head(of session: String) throws(StoreFault) -> SessionHead? {
    try check()
    return try logs.head(of: session)
  }

  func snapshot(of session: String) throws(StoreFault) -> Snapshot? {
    try check()
    return try logs.snapshot(of: session)
  }

  func events(of session: String, after sequence: Int, limit: Int) throws(StoreFault) -> [StoredEvent] {
    try check()
    return try logs.events(of: session, after: sequence, limit: limit)
  }

  func sessions(of tenant: String?, before id: String?, limit: Int) throws(StoreFault) -> [SessionHead] {
    try check()
    return try logs.sessions(of: tenant, before: id, limit: limit)
  }

  func answer(to key: String, in scope: String) throws(StoreFault) -> StoredAnswer? {
    try check()
    return try logs.answer(to: key, in: scope)
  }

  var isReachable: Bool { !isDown }
  func close() { logs.close() }
}
