import SpanMessage
import SpanStore
import SpanStoreSupport
import Testing

@Suite("A PostgreSQL store lets go of what has had its time", .enabled(if: PostgreSQLServer.obstacle == nil))
struct UpkeepTests {
  private static let day: Int64 = 24 * 60 * 60 * 1000
  private static let accesses: [PostgreSQLDatabase.Access] = [.direct, .spread]

  @Test("thousands of old sessions go in slices, with all that belongs to them, whoever does it", arguments: accesses)
  func sessions(access: PostgreSQLDatabase.Access) async throws {
    let database = try PostgreSQLDatabase(access)
    let stores = try (0..<2).map { _ in
      try database.open { options in
        options.clock = { 10_000 }
        options.timeToLive = 1_000
        options.retentionInterval = 250
      }
    }
    defer { for store in stores { store.close() } }
    let outcomes = Outcomes()
    outcomes.append(
      (0..<3_000).map { .create("old \($0)", 3, at: 1, answers: [.example("\($0)")]) } + [.create("new", at: 9_500)],
      to: stores[0])
    try await eventually { outcomes.count == 3_001 }
    try await eventually { try stores[1].sessions(before: nil, limit: 9).map(\.id) == ["new"] }
    try await eventually { try database.rows("purges") == 0 }
    #expect(try database.rows("events") == 1)
    #expect(try database.rows("answers") == 0)
    #expect(try database.rows("sessions") == 1)
  }

  @Test("events behind a snapshot go, also many of them, and those before it stay", arguments: accesses)
  func compaction(access: PostgreSQLDatabase.Access) async throws {
    let database = try PostgreSQLDatabase(access)
    let store = try database.open { $0.retentionInterval = 250 }
    defer { store.close() }
    try await store.append(.create("a", 5_000))
    try await store.append(
      .extend("a", from: 5_000, 2, snapshot: Snapshot(version: 4_990, data: [1]), compacts: true))
    try await eventually { try database.rows("purges") == 0 }
    #expect(try database.rows("events") == 12)
    #expect(try store.events(of: "a", after: 4_990, limit: 99).map(\.sequence) == Array(4_991...5_002))
  }

  @Test("a round that fails is told, and the next does what it left")
  func failure() async throws {
    let database = try PostgreSQLDatabase()
    let reasons = Locked<[String]>([])
    let store = try database.open { options in
      options.clock = { 10_000 }
      options.timeToLive = 1_000
      options.retentionInterval = 250
      options.upkeepFailed = { reason in reasons.withLock { $0.append(reason) } }
    }
    defer { store.close() }
    try database.execute("ALTER TABLE span_purges RENAME TO hidden")
    try await eventually { reasons.withLock { $0.count >= 2 } }
    #expect(reasons.withLock { $0.allSatisfy { $0.contains("span_purges") } })
    try database.execute("ALTER TABLE hidden RENAME TO span_purges")
    try await store.append(.create("old", at: 1))
    try await eventually { try store.head(of: "old") == nil }
  }

  @Test("answers go after a day, sessions without a time to live never", arguments: accesses)
  func answers(access: PostgreSQLDatabase.Access) async throws {
    let database = try PostgreSQLDatabase(access)
    let now = Locked<Int64>(0)
    let store = try database.open { options in
      options.clock = { now.withLock { $0 } }
      options.retentionInterval = 250
    }
    defer { store.close() }
    try await store.append(.create("a", at: 0, answers: [.example("old")]))
    try await store.append(.extend("a", from: 1, at: 5, answers: [.example("new")]))
    now.withLock { $0 = Self.day }
    try await eventually { try database.rows("answers") == 1 }
    #expect(try store.answer(to: "new", in: "a") == .example("new"))
    now.withLock { $0 = 1_000 * Self.day }
    try await eventually { try database.rows("answers") == 0 }
    #expect(try store.head(of: "a")?.version == 2)
    // Its row among those who write went too, and is made anew.
    try await store.append(.extend("a", from: 2))
  }
}
