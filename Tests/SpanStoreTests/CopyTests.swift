import SpanStore
import Testing

@Suite("All sessions of one store are taken to another")
struct CopyTests {
  private func fill(_ store: any EventStore) async throws {
    for number in 0..<70 { try await store.append(.create("small \(number)", number % 3, at: 5)) }
    try await store.append(.create("long", 1_000, at: 1))
    try await store.append(
      .extend("long", from: 1_000, 100, at: 9, summary: "end", snapshot: Snapshot(version: 1_050, data: [7])))
    try await store.append(.create("cut", 10))
    try await store.append(.extend("cut", from: 10, 5, snapshot: Snapshot(version: 8, data: [8]), compacts: true))
    try await store.append(.extend("cut", from: 15, 1, snapshot: Snapshot(version: 12, data: [12])))
    try await store.append(.create("empty", 0))
  }

  private func all(_ store: any EventReader) throws -> [SessionHead] { try store.sessions(before: nil, limit: 999) }

  @Test("as they are, and a second time not at all", arguments: StoreKind.allCases, StoreKind.allCases)
  func copy(from: StoreKind, to: StoreKind) async throws {
    let (source, target) = (try from.open(), try to.open())
    defer {
      source.close()
      target.close()
    }
    try await fill(source)
    let report = try StoreCopy.copy(from: source, to: target)
    // Of the small ones a third has no event, the others have one or two; eight are cut off.
    #expect(report.copied == 73 && report.skipped == 0 && report.differing == 0 && report.faults == [])
    #expect(report.events == 23 + 2 * 23 + 1_100 + 16 - 8)
    #expect(try all(target) == all(source))
    for id in ["small 2", "long", "empty"] {
      #expect(try target.events(of: id, after: 0, limit: .max) == source.events(of: id, after: 0, limit: .max))
    }
    #expect(try target.snapshot(of: "long") == Snapshot(version: 1_050, data: [7]))
    #expect(throws: StoreFault.compacted(horizon: 8)) { try target.events(of: "cut", after: 0, limit: 1) }
    #expect(try target.events(of: "cut", after: 8, limit: 99).map(\.sequence) == Array(9...16))
    #expect(try target.snapshot(of: "cut") == Snapshot(version: 12, data: [12]))
    let again = try StoreCopy.copy(from: source, to: target)
    #expect(again.copied == 0 && again.skipped == 73 && again.events == report.events && again.faults == [])
    try await target.append(.extend("cut", from: 16))
  }

  @Test("from where a copy was interrupted", arguments: StoreKind.allCases)
  func resumption(kind: StoreKind) async throws {
    let (source, target) = (MemoryEventStore(), try kind.open())
    defer {
      source.close()
      target.close()
    }
    try await fill(source)
    try await target.append(.create("long", 256, at: 1, summary: "end"))
    try await target.append(.create("small 1", 1, at: 5, summary: "another"))
    var other = Append.create("small 2", 1, at: 5)
    other.events[0].data = [1]
    try await target.append(other)
    let report = try StoreCopy.copy(from: source, to: target)
    #expect(report.copied == 73 && report.skipped == 0 && report.faults == [])
    #expect(try all(target) == all(source))
    #expect(try target.events(of: "long", after: 0, limit: .max) == source.events(of: "long", after: 0, limit: .max))
  }

  @Test("a log that was cut has no snapshot of later events, however far the copy came", arguments: StoreKind.allCases)
  func interruption(kind: StoreKind) async throws {
    let (source, target) = (MemoryEventStore(), try kind.open())
    defer {
      source.close()
      target.close()
    }
    try await source.append(.create("cut", 10))
    try await source.append(.extend("cut", from: 10, 1_000, snapshot: Snapshot(version: 8, data: [8]), compacts: true))
    try await source.append(.extend("cut", from: 1_010, 1, snapshot: Snapshot(version: 1_005, data: [5])))
    // A first part, three more, and the snapshot.
    for writes in 1..<5 {
      #expect(throws: StoreFault.unavailable("enough")) {
        try StoreCopy.copy(from: source, to: WearyStore(target, writes: writes))
      }
      #expect(try target.snapshot(of: "cut") == Snapshot(version: 8, data: []))
      try await target.append(.erase("cut", at: try #require(target.head(of: "cut")).version))
    }
    #expect(try StoreCopy.copy(from: source, to: WearyStore(target, writes: 5)).faults == [])
    #expect(try target.snapshot(of: "cut") == Snapshot(version: 1_005, data: [5]))
  }

  @Test("and what the caller finds wrong with a session that was copied is told; of many faults the first")
  func examination() async throws {
    let (source, target) = (MemoryEventStore(), MemoryEventStore())
    for number in 0..<150 { try await source.append(.create("\(number)")) }
    let report = try StoreCopy.copy(from: source, to: target) { $0 == "7" ? nil : "is not to be trusted" }
    #expect(report.copied == 150 && report.differing == 149 && report.faults.count == 100)
    #expect(report.faults.first == "session 99: is not to be trusted")
  }

  @Test("but what is another session under the same id is left alone", arguments: StoreKind.allCases)
  func difference(kind: StoreKind) async throws {
    let (source, target) = (MemoryEventStore(), try kind.open())
    defer {
      source.close()
      target.close()
    }
    for id in ["a", "b", "c"] { try await source.append(.create(id, 2)) }
    try await target.append(.create("a", 3))
    var other = Append.create("b", 2)
    other.events[1].data = [1]
    try await target.append(other)
    let report = try StoreCopy.copy(from: source, to: target)
    #expect(report.faults == ["session b: has other events", "session a: has version 3, not 2"])
    #expect(report.copied == 1 && report.skipped == 2 && report.differing == 2)
    #expect(try target.events(of: "b", after: 1, limit: 1).first?.data == [1])
  }
}
