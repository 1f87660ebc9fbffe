import SpanMessage
import SpanStore
import Testing

@Suite("Sessions are kept as long as they are updated often enough, in memory and in SQLite")
struct RetentionTests {
  private let now = Locked<Int64>(0)

  private func open(_ kind: StoreKind) throws -> any EventStore {
    let now = now
    return try kind.open(timeToLive: 1_000_000, clock: { now.withLock { $0 } })
  }

  @Test("those that were not are erased, the others stay", arguments: StoreKind.allCases)
  func retention(kind: StoreKind) async throws {
    let store = try open(kind)
    defer { store.close() }
    for id in ["a", "b", "c"] { try await store.append(.create(id, at: 0, answers: [.example(id)])) }
    try await store.append(.extend("b", from: 1, at: 500_000))
    now.withLock { $0 = 1_000_000 }
    try await store.append(.create("other", at: 1_000_000))
    #expect(try store.sessions(before: nil, limit: 9).map(\.id) == ["other", "c", "b", "a"])

    now.withLock { $0 = 1_100_000 }
    var version = 1
    try await eventually {
      store.append(.extend("other", from: version, at: 1_100_000)) { _ in }
      version += 1
      return try store.sessions(before: nil, limit: 9).map(\.id) == ["other", "b"]
    }
    #expect(try store.answer(to: "a", in: "") == nil)
    #expect(try store.answer(to: "b", in: "") == .example("b"))
    #expect(await store.fault(of: .extend("a", from: 1)) == .conflict)
    try await store.append(.create("a", at: 1_100_000))
  }
}

@Suite("A SQLite store lets go of what has had its time")
struct RoundTests {
  private static let day: Int64 = 24 * 60 * 60 * 1000

  @Test("thousands of old sessions go in slices, with all that belongs to them, and make room")
  func sessions() async throws {
    let directory = try TemporaryDirectory()
    let transactions = Locked(0)
    let store = try SQLiteEventStore.open(in: directory) { options in
      options.clock = { 10_000 }
      options.timeToLive = 1_000
      options.maximumSessions = 5_001
      options.retentionInterval = 250
      options.willCommit = { _ in transactions.withLock { $0 += 1 } }
    }
    defer { store.close() }
    let outcomes = Outcomes()
    outcomes.append(
      (0..<5_000).map { .create("old \($0)", 3, at: 1, answers: [.example("\($0)")]) } + [.create("new", at: 9_500)],
      to: store)
    try await eventually { outcomes.count == 5_001 }
    try await eventually { try store.sessions(before: nil, limit: 9).map(\.id) == ["new"] }
    let file = try SQLiteConnection.beside(directory)
    try await eventually { try file.rows("purges") == 0 }
    #expect(try file.rows("events") == 1)
    #expect(try file.rows("answers") == 0)
    #expect(transactions.withLock { $0 } > 15)
    let more = Outcomes()
    more.append((0..<5_001).map { .create("more \($0)", at: 9_500) }, to: store)
    try await eventually { more.count == 5_001 }
    #expect((0..<5_000).allSatisfy { more[$0] == nil })
    #expect(more[5_000] == .tooManySessions)
  }

  @Test("answers go after a day, sessions without a time to live never")
  func answers() async throws {
    let directory = try TemporaryDirectory()
    let now = Locked<Int64>(0)
    let store = try SQLiteEventStore.open(in: directory) { options in
      options.clock = { now.withLock { $0 } }
      options.retentionInterval = 250
    }
    defer { store.close() }
    let file = try SQLiteConnection.beside(directory)
    try await store.append(.create("a", at: 0, answers: [.example("old")]))
    try await store.append(.extend("a", from: 1, at: 5, answers: [.example("new")]))
    now.withLock { $0 = Self.day }
    try await eventually { try file.rows("answers") == 1 }
    #expect(try store.answer(to: "new", in: "a") == .example("new"))
    now.withLock { $0 = 1_000 * Self.day }
    try await eventually { try file.rows("answers") == 0 }
    #expect(try store.head(of: "a")?.version == 2)
  }
}
