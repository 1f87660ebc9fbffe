import SpanMessage
import SpanStore
import SpanStoreSupport
import Testing

@Suite("Group commit on PostgreSQL", .enabled(if: PostgreSQLServer.obstacle == nil))
struct BatchTests {
  private let database: PostgreSQLDatabase
  private let held: HeldStore
  private var store: any EventStore { held.store }

  init() throws {
    let database = try PostgreSQLDatabase(.spread)
    held = try HeldStore { willCommit in try database.open { $0.willCommit = willCommit } }
    self.database = database
  }

  @Test("five hundred appends are one transaction")
  func grouping() async throws {
    defer { store.close() }
    let outcomes = try await held.append((0..<500).map { .create("session \($0)", 2) })
    #expect((0..<500).allSatisfy { outcomes[$0] == nil })
    #expect(held.transactions == [1, 500])
    let events = try database.rows("events")
    #expect(events == 1_001)
  }

  @Test("whoever takes long over what was written holds up nobody else's transaction")
  func delivery() async throws {
    store.close()
    let deliveries = Locked<[@Sendable () -> Void]>([])
    let store = try database.open { options in
      options.deliver = { delivery in deliveries.withLock { $0.append(delivery) } }
    }
    defer { store.close() }
    let (first, second) = (Outcomes(), Outcomes())
    first.append([.create("a")], to: store)
    try await eventually { deliveries.withLock { $0.count } == 1 }
    second.append([.create("b")], to: store)
    try await eventually { deliveries.withLock { $0.count } == 2 }
    #expect(try database.rows("events") == 2)
    #expect(first.count == 0 && second.count == 0)
    for delivery in deliveries.withLock({ $0 }) { delivery() }
    #expect(first.count == 1 && first[0] == nil)
    #expect(second.count == 1 && second[0] == nil)
  }

  @Test("several appends to one log follow each other; those that do not fit harm no other")
  func conflicts() async throws {
    defer { store.close() }
    let key = [StoredAnswer.example("k")]
    let outcomes = try await held.append([
      .create("a", 2, answers: key),  // 0
      .create("a"),
      .create("b", answers: key),
      .extend("a", from: 2, 3),  // 3
      .extend("a", from: 2),
      .extend("a", from: 5, 1, answers: key),  // 5
      .extend("a", from: 6, 1, answers: key),
      .create("b"),  // 7
      .erase("b", at: 2),
      .erase("b", at: 1),  // 9
      .extend("b", from: 1),
      .create("b", 4),  // 11
      .erase("a", at: 6),  // 12
      .create("c", answers: key),  // 13
    ])
    // An erasure is not in one transaction with other changes of its log.
    #expect(held.transactions == [1, 8, 2, 3, 1] || held.transactions == [1, 8, 2, 4], "\(held.transactions)")
    for place in [0, 3, 5, 7, 9, 11, 12, 13] { #expect(outcomes[place] == nil, "\(place)") }
    for place in [1, 4, 8, 10] { #expect(outcomes[place] == .conflict, "\(place)") }
    for place in [2, 6] { #expect(outcomes[place] == .answered, "\(place)") }
    #expect(try store.head(of: "a") == nil)
    #expect(try store.events(of: "b", after: 0, limit: 99).map(\.sequence) == Array(1...4))
    #expect(try store.head(of: "c")?.version == 1)
  }
}
