import Glibc
import SpanStore
import Testing

@Suite("What erased and compacted logs leave is deleted in slices that nobody waits for")
struct PurgeTests {
  private let directory: TemporaryDirectory
  /// Where transactions wait that have nothing else to do.
  private let gate = Gate()

  init() throws {
    directory = try TemporaryDirectory()
    gate.open()
  }

  private func open() throws -> SQLiteEventStore {
    let gate = gate
    return try .open(in: directory) { options in
      options.willCommit = { appends in
        guard appends == 0 else { return }
        gate.pass(0)
        // Long enough for others to come in between, also on a busy machine.
        usleep(10_000)
      }
    }
  }

  /// A log with a hundred thousand events and some answers.
  private func fill(_ store: SQLiteEventStore) async throws {
    try await store.append(.create("large", 10_000, answers: [.example("k")]))
    for version in stride(from: 10_000, to: 100_000, by: 10_000) {
      try await store.append(.extend("large", from: version, 10_000, answers: [.example("k\(version)")]))
    }
  }

  @Test("an erased log is gone at once, its rows by and by; others are written and read meanwhile")
  func erasure() async throws {
    let store = try open()
    defer { store.close() }
    try await fill(store)
    try await store.append(.create("small"))
    let file = try SQLiteConnection.beside(directory)
    gate.close()
    try await store.append(.erase("large", at: 100_000))
    #expect(try store.head(of: "large") == nil)
    #expect(try store.events(of: "large", after: 0, limit: 9) == [])
    #expect(try store.answer(to: "k10000", in: "large") == nil)
    #expect(try file.rows("events") == 99_501)

    gate.open()
    try await store.append(.create("large", 2, answers: [.example("k", "new")]))
    var version = 1
    while try file.rows("purges") > 0 {
      try await store.append(.extend("small", from: version))
      version += 1
      #expect(try store.head(of: "small")?.version == version)
    }
    #expect(version > 1)
    #expect(try file.rows("events") == version + 2)
    #expect(try file.rows("answers") == 1)
    #expect(try store.events(of: "large", after: 0, limit: 9) == .numbered(1, 2))
    #expect(try store.answer(to: "k", in: "") == .example("k", "new"))
  }

  @Test("also after a restart in the middle")
  func restart() async throws {
    let first = try open()
    try await fill(first)
    gate.close()
    try await first.append(.erase("large", at: 100_000))
    async let closing: Void = first.close()
    try await eventually { !first.isReachable }
    gate.open()
    await closing
    let file = try SQLiteConnection.beside(directory)
    #expect(try file.rows("events") >= 99_000)
    #expect(try SQLiteFile.check(directory.file()).faults == [])

    let store = try open()
    defer { store.close() }
    #expect(try store.head(of: "large") == nil)
    try await eventually { try file.rows("purges") == 0 }
    #expect(try file.rows("events") == 0)
    #expect(try file.rows("answers") == 0)
  }

  @Test("a large log is compacted with its snapshot at once, its events go by and by")
  func compaction() async throws {
    let store = try open()
    defer { store.close() }
    try await fill(store)
    let file = try SQLiteConnection.beside(directory)
    gate.close()
    try await store.append(
      .extend("large", from: 100_000, snapshot: Snapshot(version: 100_000, data: [1]), compacts: true))
    #expect(throws: StoreFault.compacted(horizon: 100_000)) {
      try store.events(of: "large", after: 99_999, limit: 9)
    }
    #expect(try file.rows("events") == 99_501)
    #expect(try SQLiteFile.check(directory.file()).faults == [])
    gate.open()
    try await eventually { try file.rows("purges") == 0 }
    #expect(try file.rows("events") == 1)
    #expect(try store.events(of: "large", after: 100_000, limit: 9).map(\.sequence) == [100_001])
  }

  @Test("a small one in the transaction that erases it")
  func small() async throws {
    let store = try open()
    defer { store.close() }
    let file = try SQLiteConnection.beside(directory)
    try await store.append(.create("a", 100, answers: [.example("k")]))
    try await store.append(.extend("a", from: 100, snapshot: Snapshot(version: 7, data: [7])))
    try await store.append(.erase("a", at: 101))
    for table in ["sessions", "events", "snapshots", "answers", "purges"] {
      #expect(try file.rows(table) == 0, "\(table)")
    }
  }
}
