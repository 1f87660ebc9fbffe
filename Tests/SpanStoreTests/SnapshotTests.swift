import SpanStore
import Testing

@Suite("Snapshots and compaction, in memory and in SQLite")
struct SnapshotTests {
  @Test("a snapshot is kept with the append, and replaced by the next", arguments: StoreKind.allCases)
  func replacement(kind: StoreKind) async throws {
    let store = try kind.open()
    defer { store.close() }
    try await store.append(.create("a", 2))
    try await store.append(.extend("a", from: 2, snapshot: Snapshot(version: 3, data: [1])))
    #expect(try store.snapshot(of: "a") == Snapshot(version: 3, data: [1]))
    try await store.append(.extend("a", from: 3))
    #expect(try store.snapshot(of: "a") == Snapshot(version: 3, data: [1]))
    try await store.append(.extend("a", from: 4, snapshot: Snapshot(version: 4, data: [2, 0])))
    #expect(try store.snapshot(of: "a") == Snapshot(version: 4, data: [2, 0]))
    #expect(try store.events(of: "a", after: 0, limit: 9).count == 5)
  }

  @Test("a snapshot of what is not in the log is refused", arguments: StoreKind.allCases)
  func beyond(kind: StoreKind) async throws {
    let store = try kind.open()
    defer { store.close() }
    try await store.append(.create("a"))
    #expect(await store.fault(of: .extend("a", from: 1, snapshot: Snapshot(version: 3, data: []))) == .conflict)
    #expect(await store.fault(of: .extend("a", from: 1, snapshot: Snapshot(version: -1, data: []))) == .conflict)
  }

  @Test("compaction leaves the events behind the snapshot", arguments: StoreKind.allCases)
  func compaction(kind: StoreKind) async throws {
    let store = try kind.open()
    defer { store.close() }
    try await store.append(.create("a", 5))
    try await store.append(.extend("a", from: 5, 2, snapshot: Snapshot(version: 6, data: [6]), compacts: true))
    #expect(try store.events(of: "a", after: 6, limit: 9).map(\.sequence) == [7])
    for sequence in [0, 5] {
      #expect(throws: StoreFault.compacted(horizon: 6)) { try store.events(of: "a", after: sequence, limit: 9) }
    }
    #expect(await store.fault(of: .extend("a", from: 7, snapshot: Snapshot(version: 5, data: []))) == .conflict)
    try await store.append(.extend("a", from: 7, snapshot: Snapshot(version: 6, data: [6, 6]), compacts: true))
    #expect(try store.snapshot(of: "a") == Snapshot(version: 6, data: [6, 6]))
    try await store.append(.extend("a", from: 8, 0, snapshot: Snapshot(version: 8, data: [8]), compacts: true))
    #expect(try store.events(of: "a", after: 8, limit: 9) == [])
    #expect(throws: StoreFault.compacted(horizon: 8)) { try store.events(of: "a", after: 6, limit: 9) }
    #expect(try store.head(of: "a")?.version == 8)
    try await store.append(.erase("a", at: 8))
    #expect(try store.events(of: "a", after: 0, limit: 9) == [])
  }
}
