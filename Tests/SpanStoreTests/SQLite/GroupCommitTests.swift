import SpanStore
import Testing

@Suite("Group commit: what waits while one transaction commits goes into the next")
struct GroupCommitTests {
  private let directory: TemporaryDirectory
  private let held: HeldStore
  private var store: any EventStore { held.store }

  init() throws {
    let directory = try TemporaryDirectory()
    held = try HeldStore { willCommit in try SQLiteEventStore.open(in: directory) { $0.willCommit = willCommit } }
    self.directory = directory
  }

  @Test("five hundred appends are one transaction")
  func grouping() async throws {
    defer { store.close() }
    let outcomes = try await held.append((0..<500).map { .create("session \($0)") })
    #expect((0..<500).allSatisfy { outcomes[$0] == nil })
    #expect(held.transactions == [1, 500])
  }

  @Test("but not more than two thousand")
  func bound() async throws {
    defer { store.close() }
    _ = try await held.append((0..<2_500).map { .create("session \($0)") })
    #expect(held.transactions == [1, 2_000, 500])
  }

  @Test("nor more than eight megabytes, unless it is one")
  func bytes() async throws {
    defer { store.close() }
    let appends = [5, 2, 2, 20].enumerated().map { place, megabytes in
      var append = Append.create("session \(place)")
      append.events[0].data = [UInt8](repeating: 1, count: megabytes << 20)
      return append
    }
    let outcomes = try await held.append(appends)
    #expect(held.transactions == [1, 2, 1, 1])
    #expect((0..<4).allSatisfy { outcomes[$0] == nil })
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
    ])
    #expect(held.transactions == [1, 12])
    for place in [0, 3, 5, 7, 9, 11] { #expect(outcomes[place] == nil, "\(place)") }
    for place in [1, 4, 8, 10] { #expect(outcomes[place] == .conflict, "\(place)") }
    for place in [2, 6] { #expect(outcomes[place] == .answered, "\(place)") }
    #expect(try store.events(of: "a", after: 0, limit: 99).map(\.sequence) == Array(1...6))
    #expect(try store.events(of: "b", after: 0, limit: 99).map(\.sequence) == Array(1...4))
  }
}
