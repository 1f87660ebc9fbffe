import Foundation
import SpanStore
import Testing

@Suite("What a SQLite store said is there when it is opened again")
struct DurabilityTests {
  @Test("logs, snapshots, answers and horizons come back")
  func reopened() async throws {
    let directory = try TemporaryDirectory()
    var store = try SQLiteEventStore.open(in: directory)
    try await store.append(.create("a", 3, answers: [.example("k")]))
    try await store.append(.extend("a", from: 3, 2, snapshot: Snapshot(version: 4, data: [4]), compacts: true))
    try await store.append(.create("b", 1))
    try await store.append(.erase("b", at: 1))
    store.close()

    store = try SQLiteEventStore.open(in: directory)
    defer { store.close() }
    #expect(try store.head(of: "a")?.version == 5)
    #expect(try store.events(of: "a", after: 4, limit: 9) == .numbered(5, 1, at: 2))
    #expect(throws: StoreFault.compacted(horizon: 4)) { try store.events(of: "a", after: 3, limit: 9) }
    #expect(try store.snapshot(of: "a") == Snapshot(version: 4, data: [4]))
    #expect(try store.answer(to: "k", in: "") == .example("k"))
    #expect(try store.head(of: "b") == nil)
    #expect(await store.fault(of: .extend("a", from: 4)) == .conflict)
    try await store.append(.extend("a", from: 5))
  }

  @Test("closing does first what was asked for before, and leaves one file beside the lock")
  func closing() async throws {
    let directory = try TemporaryDirectory()
    var store = try SQLiteEventStore.open(in: directory)
    let outcomes = Outcomes()
    outcomes.append((0..<500).map { .create("session \($0)") }, to: store)
    store.close()
    #expect(outcomes.count == 500)
    #expect((0..<500).allSatisfy { outcomes[$0] == nil })
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: directory.path).sorted() == ["span.db", "span.db.lock"])

    store = try SQLiteEventStore.open(in: directory)
    defer { store.close() }
    #expect(try store.sessions(before: nil, limit: 1_000).count == 500)
  }

  @Test("each of many appends is told once what became of it, also when the store is closed meanwhile")
  func closingAmidst() async throws {
    let directory = try TemporaryDirectory()
    var store = try SQLiteEventStore.open(in: directory)
    let outcomes = [Outcomes(), Outcomes(), Outcomes()]
    await withTaskGroup { [store] group in
      for (place, outcomes) in outcomes.enumerated() {
        group.addTask { outcomes.append((0..<1_000).map { .create("\(place) \($0)") }, to: store) }
      }
      group.addTask { store.close() }
    }
    let done = outcomes.enumerated().flatMap { place, outcomes in
      (0..<1_000).filter { outcomes[$0] == nil }.map { "\(place) \($0)" }
    }
    #expect(outcomes.allSatisfy { $0.count == 1_000 })

    store = try SQLiteEventStore.open(in: directory)
    defer { store.close() }
    #expect(try Set(store.sessions(before: nil, limit: .max).map(\.id)) == Set(done))
  }

  @Test("room for sessions is counted on")
  func room() async throws {
    let directory = try TemporaryDirectory()
    var store = try SQLiteEventStore.open(in: directory)
    try await store.append(.create("a"))
    try await store.append(.create("b"))
    store.close()

    store = try SQLiteEventStore.open(in: directory) { $0.maximumSessions = 2 }
    defer { store.close() }
    #expect(await store.fault(of: .create("c")) == .tooManySessions)
    try await store.append(.erase("a", at: 1))
    try await store.append(.create("c"))
  }

  @Test("what a completion says can be read when it is called")
  func completion() async throws {
    let directory = try TemporaryDirectory()
    let store = try SQLiteEventStore.open(in: directory)
    defer { store.close() }
    let version: Int? = try await withCheckedThrowingContinuation { continuation in
      store.append(.create("a", 7)) { _ in
        continuation.resume(with: Result { try store.head(of: "a")?.version })
      }
    }
    #expect(version == 7)
  }
}
