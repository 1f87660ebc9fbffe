import Foundation
import SpanMessage
import SpanStore
import Testing

@Suite("A store's file can be checked and copied while a service runs on it")
struct ToolTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func refusal(_ body: () throws -> Void) throws -> String {
    try #require(#expect(throws: StoreOpeningError.self) { try body() }).description
  }

  /// Writes as fast as it goes until `body` is done.
  private func whileWriting(to store: SQLiteEventStore, _ body: () async throws -> Void) async throws {
    let isDone = Locked(false)
    async let writing: Int = {
      try await store.append(.create("busy", 0))
      var version = 0
      while !isDone.withLock({ $0 }) {
        try await store.append(.extend("busy", from: version, 10))
        version += 10
      }
      return version
    }()
    try await eventually { try store.head(of: "busy") != nil }
    try await body()
    isDone.withLock { $0 = true }
    let version = try await writing
    #expect(try store.events(of: "busy", after: 0, limit: .max).count == version)
  }

  @Test("what it counts and that nothing is wrong")
  func sound() async throws {
    let store = try SQLiteEventStore.open(in: directory)
    defer { store.close() }
    try await store.append(.create("a", 5, answers: [.example("k")]))
    try await store.append(.extend("a", from: 5, 2, snapshot: Snapshot(version: 6, data: []), compacts: true))
    try await store.append(.create("b", 3))
    try await store.append(.create("c", 0))
    let report = try SQLiteFile.check(directory.file())
    #expect((report.sessions, report.events, report.answers) == (3, 4, 1))
    #expect(report.faults == [])
  }

  @Test("also while it is written to")
  func live() async throws {
    let store = try SQLiteEventStore.open(in: directory)
    defer { store.close() }
    try await store.append(.create("a", 50_000))
    try await whileWriting(to: store) {
      for number in 0..<5 {
        #expect(try SQLiteFile.check(directory.file()).faults == [])
        let copy = directory.file("copy \(number)")
        try SQLiteFile.copy(from: directory.file(), to: copy)
        let report = try SQLiteFile.check(copy)
        #expect(report.faults == [])
        #expect(report.sessions == 2)
        #expect(report.events >= 50_000)
      }
    }
  }

  @Test("a copy is a store")
  func copy() async throws {
    let store = try SQLiteEventStore.open(in: directory)
    defer { store.close() }
    try await store.append(.create("a", 5, answers: [.example("k")]))
    try SQLiteFile.copy(from: directory.file(), to: directory.file("copy.db"))
    try await store.append(.extend("a", from: 5))

    let copy = try SQLiteEventStore(path: directory.file("copy.db"))
    defer { copy.close() }
    #expect(try copy.events(of: "a", after: 0, limit: 9) == .numbered(1, 5))
    try await copy.append(.extend("a", from: 5, 3))
    #expect(try store.head(of: "a")?.version == 6)
    let mode = try FileManager.default.attributesOfItem(atPath: directory.file("copy.db"))[.posixPermissions] as? Int
    #expect(mode == 0o600)
  }

  @Test("its logs can be read")
  func reading() async throws {
    let store = try SQLiteEventStore.open(in: directory)
    try await store.append(.create("a", 5, answers: [.example("k")]))
    let reader = try SQLiteEventReader(path: directory.file())
    try await store.append(.extend("a", from: 5, snapshot: Snapshot(version: 6, data: [6])))
    #expect(try reader.head(of: "a") == store.head(of: "a"))
    #expect(try reader.events(of: "a", after: 4, limit: 9).map(\.sequence) == [5, 6])
    #expect(try reader.snapshot(of: "a") == Snapshot(version: 6, data: [6]))
    #expect(try reader.sessions(before: nil, limit: 9).map(\.id) == ["a"])
    store.close()
    #expect(try reader.head(of: "a")?.version == 6)
  }

  @Test("nothing is copied onto what is there, or from what is not a store")
  func refusals() throws {
    let store = try SQLiteEventStore.open(in: directory)
    defer { store.close() }
    let path = directory.file()
    #expect(
      try refusal { try SQLiteFile.copy(from: path, to: path) } == "\(path) cannot be created: File exists")
    let missing = directory.file("missing")
    #expect(try refusal { _ = try SQLiteFile.check(missing) } == "\(missing) does not exist")
    let empty = directory.file("empty")
    try Data().write(to: URL(fileURLWithPath: empty))
    #expect(try refusal { _ = try SQLiteFile.check(empty) } == "\(empty) is empty")
    let text = directory.file("text")
    try Data(repeating: 65, count: 5_000).write(to: URL(fileURLWithPath: text))
    #expect(
      try refusal { try SQLiteFile.copy(from: text, to: missing) } == "\(text) is not a SQLite database")
    #expect(!FileManager.default.fileExists(atPath: missing))
  }

  @Test("a copy that does not fit leaves nothing", .enabled(if: SmallFileSystem.isPossible, "needs root"))
  func noSpace() async throws {
    let store = try SQLiteEventStore.open(in: directory)
    defer { store.close() }
    try await store.append(.create("a", 50_000))
    let disk = try SmallFileSystem(bytes: 1 << 20)
    let copy = disk.directory.file("copy.db")
    #expect(
      try refusal { try SQLiteFile.copy(from: directory.file(), to: copy) } == "no space left for \(copy)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: disk.directory.path) == [])
  }

  @Test(
    "what is wrong is found",
    arguments: [
      ("DELETE FROM events WHERE key & 16777215 = 3", "session a: has 4 events up to 5, not 5 up to 5"),
      ("UPDATE events SET key = key + 4 WHERE key & 16777215 = 5", "session a: has 5 events up to 9, not 5 up to 5"),
      ("UPDATE sessions SET horizon = 2", "session a: has no snapshot for the events up to 2"),
      (
        "UPDATE sessions SET horizon = -9223372036854775807",
        "session a: has events from -9223372036854775807 to 5, which cannot be"
      ),
      (
        "UPDATE sessions SET horizon = 2; UPDATE snapshots SET version = 2",
        "session a: has 2 events that nobody will delete"
      ),
      ("UPDATE snapshots SET version = 8", "session a: has a snapshot of version 8 beyond its version 5"),
      ("UPDATE snapshots SET session = 7", "snapshots of a session that is not there"),
      ("UPDATE answers SET owner = 7", "answers of a session that is not there"),
      ("DELETE FROM sessions", "events of a session that is not there"),
    ])
  func faults(damage: String, fault: String) async throws {
    let store = try SQLiteEventStore.open(in: directory)
    defer { store.close() }
    try await store.append(.create("a", 5, answers: [.example("k")]))
    try await store.append(.extend("a", from: 5, 0, snapshot: Snapshot(version: 1, data: [])))
    try SQLiteConnection.beside(directory, .readWrite).execute(damage)
    #expect(try SQLiteFile.check(directory.file()).faults.first == fault)
  }

  @Test("so are damaged pages")
  func damage() async throws {
    let store = try SQLiteEventStore.open(in: directory)
    try await store.append(.create("a", 5_000))
    store.close()
    let file = try #require(FileHandle(forUpdatingAtPath: directory.file()))
    try file.seek(toOffset: 100_000)
    try file.write(contentsOf: [UInt8](repeating: 0xA5, count: 20_000))
    try file.close()
    #expect(try SQLiteFile.check(directory.file()).faults.count > 0)
  }
}
