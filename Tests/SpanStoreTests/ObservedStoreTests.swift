import SpanMessage
import SpanStore
import Testing

@Suite("Who looks on at a store")
struct ObservedStoreTests {
  /// What was told, without the times, which are all above zero.
  private final class Notes: Sendable {
    private let state = Locked<[String]>([])
    var lines: [String] { state.withLock { $0 } }

    func add(_ observation: StoreObservation) {
      let line =
        switch observation {
        case .appended(let seconds): seconds > 0 && seconds < 60 ? "appended" : "\(seconds) s"
        case .read(let seconds): seconds > 0 && seconds < 60 ? "read" : "\(seconds) s"
        case .committing(let appends): "committing \(appends)"
        case .failed(let reason): "failed: \(reason)"
        case .recovered: "recovered"
        }
      state.withLock { $0.append(line) }
    }
  }

  @Test("sees each append and each question, and changes nothing", arguments: StoreKind.allCases)
  func sees(kind: StoreKind) async throws {
    let notes = Notes()
    let store = ObservedEventStore(try kind.open(), observer: notes.add)
    defer { store.close() }
    try await store.append(.create("a", 2, answers: [.example("k")]))
    #expect(await store.fault(of: .create("a")) == .conflict)
    #expect(notes.lines == ["appended", "appended"])
    #expect(try store.head(of: "a")?.version == 2)
    #expect(try store.versions(of: ["a", "b"]) == ["a": 2])
    #expect(try store.snapshot(of: "a") == nil)
    #expect(try store.events(of: "a", after: 0, limit: 9).count == 2)
    #expect(try store.sessions(of: "", before: nil, limit: 9).count == 1)
    #expect(try store.answer(to: "k", in: "") == .example("k"))
    #expect(notes.lines.dropFirst(2) == ["read", "read", "read", "read", "read", "read"])
    #expect(store.isReachable)
  }

  @Test("is told once when it fails, and once when it is well again")
  func failures() async throws {
    let notes = Notes()
    let memory = Moody()
    let store = ObservedEventStore(memory, observer: notes.add)
    try await store.append(.create("a"))
    for isDown in [true, true, false, false, true] {
      memory.isDown.withLock { $0 = isDown }
      _ = await store.fault(of: .create("b"))
    }
    #expect(notes.lines.filter { $0 != "appended" } == ["failed: no space", "recovered", "failed: no space"])
  }
}

/// A store that takes appends on good days.
private final class Moody: EventStore {
  let isDown = Locked(false)
  private let store = MemoryEventStore()

  func append(_ append: Append, completion: @escaping @Sendable (Result<Void, StoreFault>) -> Void) {
    guard !isDown.withLock({ $0 }) else { return completion(.failure(.unavailable("no space"))) }
    store.append(append, completion: completion)
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
  var isReachable: Bool { true }
  func close() { store.close() }
}
