import Foundation
import SpanMessage
import SpanStore
import SpanStoreSupport
import Testing

@Suite("A PostgreSQL store in trouble says so, loses nothing, and goes on by itself", .serialized)
struct OutageTests {
  private static let isPossible = PostgreSQLServer.obstacle == nil

  private func isUnavailable(_ fault: StoreFault?) -> Bool {
    guard case .unavailable = fault else { return false }
    return true
  }

  @Test(
    "when the server is restarted under load", .enabled(if: isPossible), arguments: ["-m fast", "-m immediate"])
  func restart(mode: String) async throws {
    let server = try PostgreSQLServer()
    let database = try PostgreSQLDatabase(on: server)
    let store = try database.open { options in
      options.pauses = 100...2_000
      options.probeInterval = 200
    }
    defer { store.close() }
    let isOver = Locked(false)
    let writers = (0..<8).map { writer in
      Task {
        var acknowledged = 0
        try await store.append(.create("\(writer)", 0))
        while !isOver.withLock({ $0 }) {
          // What was not acknowledged may be there all the same, unless it says that it is not.
          let fault = await store.fault(of: .extend("\(writer)", from: acknowledged))
          if fault == nil { acknowledged += 1 } else { try await Task.sleep(for: .milliseconds(5)) }
        }
        return acknowledged
      }
    }
    try await eventually { try store.versions(of: (0..<8).map(String.init)).values.count { $0 > 5 } == 8 }
    try server.order("stop \(mode)")
    try await eventually { !store.isReachable }
    #expect(isUnavailable(await store.fault(of: .create("during"))))
    #expect(throws: StoreFault.self) { try store.head(of: "0") }
    try server.order("start")
    // On this very thread: others may wait for one.
    for _ in 0..<2_000 where !store.isReachable { usleep(10_000) }
    #expect(store.isReachable)
    try await store.append(.create("after"))
    isOver.withLock { $0 = true }
    for (writer, task) in writers.enumerated() {
      let acknowledged = try await task.value
      #expect(try store.head(of: "\(writer)")?.version == acknowledged)
      let events = try store.events(of: "\(writer)", after: 0, limit: .max)
      #expect(events.map(\.sequence) == Array(1..<acknowledged + 1))
    }
    #expect(try store.head(of: "during") == nil)
  }

  @Test("when only those who read notice", .enabled(if: isPossible))
  func readers() async throws {
    let server = try PostgreSQLServer()
    let store = try PostgreSQLDatabase(on: server).open { $0.probeInterval = 3_600_000 }
    defer { store.close() }
    try await store.append(.create("a"))
    try server.order("stop -m fast")
    #expect(store.isReachable)
    #expect(throws: StoreFault.self) { try store.head(of: "a") }
    try await eventually { !store.isReachable }
    try server.order("start")
    try await eventually { store.isReachable }
    #expect(try store.head(of: "a")?.version == 1)
  }

  @Test("when its connection is killed before a commit", .enabled(if: isPossible))
  func killed() async throws {
    let database = try PostgreSQLDatabase()
    let isArmed = Locked(false)
    let store = try database.open { options in
      options.willCommit = { _ in
        guard isArmed.withLock({ $0 }) else { return }
        try? database.terminate("state = 'idle in transaction'")
      }
    }
    defer { store.close() }
    try await store.append(.create("a"))
    isArmed.withLock { $0 = true }
    #expect(isUnavailable(await store.fault(of: .extend("a", from: 1))))
    #expect(try store.head(of: "a")?.version == 1)
    isArmed.withLock { $0 = false }
    try await store.append(.extend("a", from: 1))
    #expect(try store.events(of: "a", after: 0, limit: 9).count == 2)
  }

  @Test("when its idle connections are killed: nobody notices", .enabled(if: isPossible))
  func killedIdle() async throws {
    let database = try PostgreSQLDatabase()
    let store = try database.open()
    defer { store.close() }
    try await store.append(.create("a"))
    #expect(try store.head(of: "a") != nil)
    try database.terminate("true")
    #expect(try store.head(of: "a")?.version == 1)
    try await store.append(.extend("a", from: 1))
  }

  @Test("when the answer to a commit is lost: what was stored is a success", .enabled(if: isPossible))
  func lostAnswer() async throws {
    let database = try PostgreSQLDatabase()
    let thief = try AnswerThief(to: database.url)
    defer { thief.close() }
    let store = try PostgreSQLDatabase.open(thief.url)
    defer { store.close() }
    try await store.append(.create("a"))
    for version in 1...5 {
      thief.stealCommit()
      let outcomes = Outcomes()
      outcomes.append([.extend("a", from: version), .extend("a", from: 99), .create("b \(version)")], to: store)
      try await eventually { outcomes.count == 3 }
      #expect(outcomes[0] == nil && outcomes[1] == .conflict && outcomes[2] == nil)
      #expect(thief.stolen == version)
    }
    #expect(try store.events(of: "a", after: 0, limit: 99).map(\.sequence) == Array(1...6))
  }

  @Test("when nobody can be asked what became of a commit: it says so", .enabled(if: isPossible))
  func doubt() async throws {
    let database = try PostgreSQLDatabase()
    let thief = try AnswerThief(to: database.url)
    let store = try PostgreSQLDatabase.open(thief.url) { $0.doubtLimit = 300 }
    defer { store.close() }
    try await store.append(.create("a"))
    // Those who are connected stay so.
    thief.close()
    thief.stealCommit()
    guard case .unavailable(let reason) = await store.fault(of: .extend("a", from: 1)) else {
      return #expect(Bool(false), "it was told as a success")
    }
    #expect(reason.hasSuffix("the connection was lost during a commit, of which nothing is known"))
    #expect(try database.rows("events") == 2)
  }

  @Test("when the server takes no writes any more, until it does", .enabled(if: isPossible))
  func readOnly() async throws {
    let server = try PostgreSQLServer()
    let database = try PostgreSQLDatabase(on: server)
    let admin = try PostgreSQLConnection.beside(server.url)
    _ = try admin.rows("SET default_transaction_read_only = off")
    let store = try database.open()
    defer { store.close() }
    try await store.append(.create("a"))
    func setReadOnly(_ value: String) throws {
      _ = try admin.rows("ALTER SYSTEM SET default_transaction_read_only = \(value)")
      _ = try admin.rows("SELECT pg_reload_conf()")
    }
    try setReadOnly("on")
    var version = 1
    try await eventually {
      store.append(.extend("a", from: version)) { _ in }
      version = (try? store.head(of: "a"))??.version ?? version
      return !store.isReachable
    }
    #expect(isUnavailable(await store.fault(of: .create("b"))))
    try setReadOnly("off")
    try await eventually { store.isReachable }
    try await store.append(.create("b"))
  }

  @Test("when a statement takes too long", .enabled(if: isPossible))
  func timeout() async throws {
    let database = try PostgreSQLDatabase()
    let store = try database.open { $0.statementTimeout = 200 }
    defer { store.close() }
    try await store.append(.create("a"))
    let other = try PostgreSQLConnection.beside(database.url)
    _ = try other.rows("BEGIN")
    _ = try other.rows("LOCK TABLE span_sessions")
    guard case .unavailable(let reason) = await store.fault(of: .extend("a", from: 1)) else {
      return #expect(Bool(false), "it was appended")
    }
    #expect(reason.hasSuffix("canceling statement due to statement timeout"))
    #expect(throws: StoreFault.self) { try store.head(of: "a") }
    _ = try other.rows("ROLLBACK")
    try await eventually { store.isReachable }
    try await store.append(.extend("a", from: 1))
  }

  @Test("when nobody is there, in one line and without the password")
  func nobody() throws {
    for url in ["postgresql://span:se%20cret@127.0.0.1:1/span", "postgresql://span:se%20cret@127.0.0.1:x/span"] {
      let error = #expect(throws: StoreOpeningError.self) { try PostgreSQLEventStore(url) }
      let words = error?.description ?? ""
      #expect(!words.contains("cret") && !words.contains("\n") && words.contains("PostgreSQL"))
    }
  }
}
