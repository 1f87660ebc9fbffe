import SpanStore
import SpanStoreSupport
import Testing

@Suite("The tables of a PostgreSQL store", .enabled(if: PostgreSQLServer.obstacle == nil))
struct MigrationTests {
  @Test("are made once, also by many at the same time")
  func together() async throws {
    let database = try PostgreSQLDatabase(isEmpty: true)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<8 { group.addTask { try PostgreSQLEventStore.migrate(database.url) } }
      try await group.waitForAll()
    }
    try PostgreSQLEventStore.migrate(database.url)
    #expect(try database.rows("schema_version") == 1)
    let store = try database.open()
    defer { store.close() }
    try await store.append(.create("a"))
    try PostgreSQLEventStore.migrate(database.url)
    #expect(try store.head(of: "a")?.version == 1)
  }

  @Test("are made by a store that is asked to, and by no other")
  func missing() throws {
    let database = try PostgreSQLDatabase(isEmpty: true)
    let error = #expect(throws: StoreOpeningError.self) { try database.open() }
    #expect(error?.description.hasSuffix("there are no tables of spand: \"spand store migrate\" makes them") == true)
    try database.open { $0.migrates = true }.close()
    try database.open().close()
  }

  @Test("of a newer version are left alone")
  func newer() throws {
    let database = try PostgreSQLDatabase()
    try database.execute("UPDATE span_schema_version SET version = 99")
    let words = "its schema is version 99, from a newer spand; this one knows up to version 3"
    for attempt in [{ try database.open().close() }, { try PostgreSQLEventStore.migrate(database.url) }] {
      let error = #expect(throws: StoreOpeningError.self) { try attempt() }
      #expect(error?.description.hasSuffix(words) == true)
    }
    #expect(try database.integer("SELECT version FROM span_schema_version") == 99)
    #expect(try database.rows("writers") == 0)
  }

  @Test("of a newer version end the work of a store that meets them when it comes back")
  func newerLater() async throws {
    let database = try PostgreSQLDatabase()
    let store = try database.open { $0.probeInterval = 50 }
    defer { store.close() }
    try database.execute("UPDATE span_schema_version SET version = 99")
    try database.terminate("true")
    try await eventually { !store.isReachable }
    guard case .unavailable(let reason) = await store.fault(of: .create("a")) else {
      return #expect(Bool(false), "it was appended")
    }
    #expect(reason.hasSuffix("this one knows up to version 3"))
  }
}
