import SpanMessage
import SpanStore
import SpanStoreSupport
import Testing

@Suite("Two stores on one PostgreSQL database")
struct SharingTests {
  private func open(_ access: PostgreSQLDatabase.Access) throws -> (
    here: PostgreSQLEventStore, there: PostgreSQLEventStore
  ) {
    let database = try PostgreSQLDatabase(access)
    return (try database.open(), try database.open())
  }

  @Test("see what the other wrote, and conflict with it", arguments: PostgreSQLDatabase.Access.all)
  func conflict(access: PostgreSQLDatabase.Access) async throws {
    let (here, there) = try open(access)
    defer {
      here.close()
      there.close()
    }
    #expect(here.isShared)
    try await here.append(.create("a"))
    try await there.append(.extend("a", from: 1, 2))
    #expect(await here.fault(of: .extend("a", from: 1)) == .conflict)
    #expect(try here.versions(of: ["a", "b"]) == ["a": 3])
    #expect(try here.events(of: "a", after: 1, limit: 9).map(\.sequence) == [2, 3])
    try await here.append(.extend("a", from: 3))
    #expect(try there.head(of: "a")?.version == 4)
  }

  @Test("see what the other erased", arguments: PostgreSQLDatabase.Access.all)
  func erasure(access: PostgreSQLDatabase.Access) async throws {
    let (here, there) = try open(access)
    defer {
      here.close()
      there.close()
    }
    try await here.append(.create("a", 3, answers: [.example("k")]))
    try await there.append(.erase("a", at: 3))
    #expect(try here.versions(of: ["a"]) == [:])
    #expect(try here.head(of: "a") == nil)
    #expect(try here.events(of: "a", after: 0, limit: 9) == [])
    #expect(await here.fault(of: .extend("a", from: 3)) == .conflict)
    try await here.append(.create("a", answers: [.example("k", "again")]))
    #expect(try there.answer(to: "k", in: "") == .example("k", "again"))
  }

  @Test("make a session once, and answer a request once", arguments: PostgreSQLDatabase.Access.all)
  func once(access: PostgreSQLDatabase.Access) async throws {
    let (here, there) = try open(access)
    defer {
      here.close()
      there.close()
    }
    let (first, second) = (Outcomes(), Outcomes())
    let count = 300
    first.append(
      (0..<count).map { .create("here \($0)", answers: [.example("\($0)")]) } + (0..<count).map { .create("\($0)") },
      to: here)
    second.append(
      (0..<count).reversed().map { .create("there \($0)", answers: [.example("\($0)")]) }
        + (0..<count).reversed().map { .create("\($0)") },
      to: there)
    try await eventually { first.count == 2 * count && second.count == 2 * count }
    for number in 0..<count {
      let answers = [first[number], second[count - 1 - number]]
      #expect(answers.contains(nil) && answers.contains(.answered), "key \(number): \(answers)")
      let sessions = [first[count + number], second[2 * count - 1 - number]]
      #expect(sessions.contains(nil) && sessions.contains(.conflict), "session \(number): \(sessions)")
    }
    #expect(try here.sessions(before: nil, limit: .max).count == 2 * count)
  }

  @Test(
    "take 64 writers on one session: no gap, and every success exactly once", arguments: PostgreSQLDatabase.Access.all)
  func crowd(access: PostgreSQLDatabase.Access) async throws {
    let (here, there) = try open(access)
    defer {
      here.close()
      there.close()
    }
    try await here.append(.create("a", 0))
    let turns = 10
    let acknowledged = try await withThrowingTaskGroup(of: [String].self) { group in
      for writer in 0..<64 {
        group.addTask { try await Self.write(to: writer % 2 == 0 ? here : there, as: writer, turns) }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
    let events = try here.events(of: "a", after: 0, limit: .max)
    #expect(events.map(\.sequence) == Array(1...64 * turns))
    #expect(Set(events.map { String(decoding: $0.data, as: UTF8.self) }) == Set(acknowledged))
    #expect(acknowledged.count == 64 * turns)
  }

  /// Appends again and again from the version that is there, until it has succeeded so many times.
  private static func write(to store: PostgreSQLEventStore, as writer: Int, _ turns: Int) async throws -> [String] {
    var written: [String] = []
    while written.count < turns {
      let version = try store.head(of: "a")?.version ?? 0
      let name = "\(writer): \(written.count)"
      var append = Append.extend("a", from: version)
      append.events[0].data = Array(name.utf8)
      switch await store.fault(of: append) {
      case nil: written.append(name)
      case .conflict: continue
      case let fault?: throw fault
      }
    }
    return written
  }
}

@Suite("Changes are told to other stores on the database")
struct HintTests {
  /// What was heard.
  private final class Ear: Sendable {
    private let heard = Locked<[String]>([])

    var words: [String] { heard.withLock { $0 } }

    func listen(to store: any EventStore) {
      store.observe { session, version in
        self.heard.withLock { $0.append("\(session) \(version.map(String.init) ?? "erased")") }
      }
    }
  }

  private static let listens = "query LIKE 'LISTEN%'"

  @Test("but not to the one that made them", .enabled(if: PostgreSQLServer.obstacle == nil))
  func hints() async throws {
    let database = try PostgreSQLDatabase()
    let (here, there) = (try database.open(), try database.open())
    defer {
      here.close()
      there.close()
    }
    let (ownEar, ear) = (Ear(), Ear())
    ownEar.listen(to: here)
    ear.listen(to: there)
    try await eventually { try database.connections(Self.listens) == 2 }
    try await here.append(.create("a", 2))
    try await here.append(.create("not visible\0"))
    try await here.append(.extend("a", from: 2))
    try await here.append(.erase("a", at: 3))
    try await eventually { ear.words == ["a 2", "a 3", "a erased"] }
    #expect(ownEar.words == [])
  }

  @Test("also after the connection was lost", .enabled(if: PostgreSQLServer.obstacle == nil))
  func reconnection() async throws {
    let database = try PostgreSQLDatabase()
    let (here, there) = (try database.open(), try database.open())
    defer {
      here.close()
      there.close()
    }
    let ear = Ear()
    ear.listen(to: there)
    try await eventually { try database.connections(Self.listens) == 1 }
    try database.terminate(Self.listens)
    try await eventually { try database.connections(Self.listens) == 1 }
    try await here.append(.create("a"))
    try await eventually { ear.words == ["a 1"] }
  }

  @Test("not through a pooler, where nobody would hear them", .enabled(if: PostgreSQLServer.poolerObstacle == nil))
  func pooler() async throws {
    let database = try PostgreSQLDatabase(.pooled)
    let store = try database.open()
    let ear = Ear()
    ear.listen(to: store)
    try await store.append(.create("a"))
    store.close()
    #expect(try database.connections(Self.listens) == 0)
    #expect(ear.words == [])
  }
}
