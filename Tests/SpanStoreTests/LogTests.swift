import SpanStore
import Testing

@Suite("Logs, in memory and in SQLite")
struct LogTests {
  @Test("a new log has what its creation brought", arguments: StoreKind.allCases)
  func creation(kind: StoreKind) async throws {
    let store = try kind.open()
    defer { store.close() }
    try await store.append(.create("a", 2, at: 7, summary: "first"))
    #expect(
      try store.head(of: "a")
        == SessionHead(id: "a", version: 2, createdAt: 7, updatedAt: 7, summary: Array("first".utf8)))
    #expect(try store.events(of: "a", after: 0, limit: 10) == .numbered(1, 2, at: 7))
    #expect(try store.snapshot(of: "a") == nil)
  }

  @Test("a log grows from the version it has, and from no other", arguments: StoreKind.allCases)
  func growth(kind: StoreKind) async throws {
    let store = try kind.open()
    defer { store.close() }
    try await store.append(.create("a", 1, at: 1))
    try await store.append(.extend("a", from: 1, 3, at: 9, summary: "more"))
    #expect(await store.fault(of: .extend("a", from: 1)) == .conflict)
    #expect(await store.fault(of: .extend("a", from: 5)) == .conflict)
    #expect(await store.fault(of: .extend("b", from: 0)) == .conflict)
    #expect(await store.fault(of: .create("a")) == .conflict)
    #expect(
      try store.head(of: "a")
        == SessionHead(id: "a", version: 4, createdAt: 1, updatedAt: 9, summary: Array("more".utf8)))
    #expect(try store.events(of: "a", after: 0, limit: 10).map(\.sequence) == [1, 2, 3, 4])
  }

  @Test("events that are not numbered on are refused", arguments: StoreKind.allCases)
  func numbering(kind: StoreKind) async throws {
    let store = try kind.open()
    defer { store.close() }
    try await store.append(.create("a"))
    var gap = Append.extend("a", from: 1)
    gap.events = .numbered(3, 1)
    #expect(await store.fault(of: gap) == .conflict)
    #expect(try store.head(of: "a")?.version == 1)
  }

  @Test("an append without events changes summary and time only", arguments: StoreKind.allCases)
  func nothingNew(kind: StoreKind) async throws {
    let store = try kind.open()
    defer { store.close() }
    try await store.append(.create("a", 0))
    try await store.append(.extend("a", from: 0, 0, at: 5, summary: "renamed"))
    #expect(
      try store.head(of: "a")
        == SessionHead(id: "a", version: 0, createdAt: 1, updatedAt: 5, summary: Array("renamed".utf8)))
  }

  @Test("events are read in pages", arguments: StoreKind.allCases)
  func pages(kind: StoreKind) async throws {
    let store = try kind.open()
    defer { store.close() }
    try await store.append(.create("a", 10))
    #expect(try store.events(of: "a", after: 0, limit: 4).map(\.sequence) == [1, 2, 3, 4])
    #expect(try store.events(of: "a", after: 8, limit: 4).map(\.sequence) == [9, 10])
    #expect(try store.events(of: "a", after: 10, limit: 4) == [])
    #expect(try store.events(of: "a", after: 99, limit: 4) == [])
    #expect(try store.events(of: "a", after: -1, limit: 1).map(\.sequence) == [1])
    #expect(try store.events(of: "a", after: 0, limit: 0) == [])
    #expect(try store.events(of: "unknown", after: 0, limit: 4) == [])
  }

  @Test("a page takes no further event once it is large", arguments: StoreKind.allCases)
  func largePages(kind: StoreKind) async throws {
    let store = try kind.open()
    defer { store.close() }
    var append = Append.create("a", 4)
    for place in 0..<3 { append.events[place].data = [UInt8](repeating: 0x20, count: 5 << 20) }
    try await store.append(append)
    let first = try store.events(of: "a", after: 0, limit: 9)
    #expect(first.map(\.sequence) == [1, 2] && !first.isLastPage(of: 9))
    let second = try store.events(of: "a", after: 2, limit: 9)
    #expect(second.map(\.sequence) == [3, 4] && second.isLastPage(of: 9))
    #expect(try !store.events(of: "a", after: 2, limit: 2).isLastPage(of: 2))
  }

  @Test("sessions are listed from the greatest id down", arguments: StoreKind.allCases)
  func listing(kind: StoreKind) async throws {
    let store = try kind.open()
    defer { store.close() }
    for id in ["b", "d", "a", "c"] { try await store.append(.create(id)) }
    #expect(try store.sessions(before: nil, limit: 2).map(\.id) == ["d", "c"])
    #expect(try store.sessions(before: "c", limit: 2).map(\.id) == ["b", "a"])
    #expect(try store.sessions(before: "bb", limit: 9).map(\.id) == ["b", "a"])
    #expect(try store.sessions(before: "a", limit: 2) == [])
    try await store.append(.erase("c", at: 1))
    #expect(try store.sessions(before: nil, limit: 9).map(\.id) == ["d", "b", "a"])
  }

  @Test("an erased log is gone, and its id is free", arguments: StoreKind.allCases)
  func erasure(kind: StoreKind) async throws {
    let store = try kind.open()
    defer { store.close() }
    try await store.append(.create("a", 3))
    #expect(await store.fault(of: .erase("a", at: 2)) == .conflict)
    try await store.append(.erase("a", at: 3))
    #expect(try store.head(of: "a") == nil)
    #expect(try store.snapshot(of: "a") == nil)
    #expect(try store.events(of: "a", after: 0, limit: 9) == [])
    #expect(await store.fault(of: .extend("a", from: 3)) == .conflict)
    #expect(await store.fault(of: .erase("a", at: 3)) == .conflict)
    try await store.append(.create("a", 1))
    #expect(try store.events(of: "a", after: 0, limit: 9).count == 1)
  }

  @Test("no more sessions than there is room for", arguments: [StoreKind.memory, .sqlite])
  func room(kind: StoreKind) async throws {
    let store = try kind.open(maximumSessions: 2)
    defer { store.close() }
    try await store.append(.create("a"))
    #expect(await store.fault(of: .create("a")) == .conflict)
    try await store.append(.create("b"))
    #expect(await store.fault(of: .create("c")) == .tooManySessions)
    try await store.append(.extend("a", from: 1))
    try await store.append(.erase("a", at: 2))
    try await store.append(.create("c"))
  }

  @Test(
    "texts come back byte by byte, and are told apart by their bytes",
    arguments: StoreKind.allCases,
    [["a\0", "a", "a\0b"], ["é", "e\u{301}"], ["", " "], ["🦆/%2F+..", "🦆"], ["Ä", "ä"], ["'", "''", "\"; --"]])
  func texts(kind: StoreKind, ids: [String]) async throws {
    let store = try kind.open()
    defer { store.close() }
    for id in ids {
      var append = Append.create(id, summary: id, answers: [.example(id, id)])
      append.events[0].type = id
      append.events[0].data = Array(id.utf8)
      try await store.append(append)
    }
    for id in ids {
      let bytes = Array(id.utf8)
      let head = try #require(try store.head(of: id))
      #expect(Array(head.id.utf8) == bytes && head.summary == bytes)
      let event = try #require(try store.events(of: id, after: 0, limit: 1).first)
      #expect(Array(event.type.utf8) == bytes && event.data == bytes)
      let answer = try #require(try store.answer(to: id, in: ""))
      #expect(Array(answer.key.utf8) == bytes && answer.body == bytes)
    }
    let order = ids.map { Array($0.utf8) }.sorted { $1.lexicographicallyPrecedes($0) }
    #expect(try store.sessions(before: nil, limit: 9).map { Array($0.id.utf8) } == order)
  }

  @Test("a closed store does nothing and says so", arguments: StoreKind.allCases)
  func closed(kind: StoreKind) async throws {
    let store = try kind.open()
    try await store.append(.create("a"))
    #expect(store.isReachable)
    store.close()
    store.close()
    let closed = StoreFault.unavailable("the store is closed")
    #expect(!store.isReachable)
    #expect(await store.fault(of: .create("b")) == closed)
    #expect(throws: closed) { try store.head(of: "a") }
    #expect(throws: closed) { try store.events(of: "a", after: 0, limit: 1) }
  }
}
