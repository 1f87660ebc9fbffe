import SpanAPI
import SpanStore
import SpanStoreSupport
import SpanTestSupport
import Testing

@Suite("What an older Span kept in PostgreSQL", .enabled(if: PostgreSQLServer.obstacle == nil))
struct OldRowsTests {
  /// A file of Tests/Fixtures, and what is known of the session in it. When it was written there were no tenants yet, or
  /// it is a tenant's.
  struct Past: Sendable, CustomTestStringConvertible {
    var schema: Int
    var session: String
    var hasTenant: Bool

    var testDescription: String { "schema \(schema)" }
  }

  static let pasts = [
    Past(schema: 1, session: "01a22cf6-e4b4-75c6-890c-3a7d1565b5dd", hasTenant: false),
    Past(schema: 2, session: "01a22cf6-e883-73e6-acd1-5f7a85cf8725", hasTenant: true),
  ]
  /// Milliseconds since 1970, a few seconds after the files were written: answers are kept for a day.
  private static let time: Int64 = 1_796_050_720_000

  @Test("is all there after the migration, also when two do it at once, and once more", arguments: pasts)
  func migration(past: Past) async throws {
    let database = try PostgreSQLDatabase(isEmpty: true)
    try database.load(schema: past.schema)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<2 { group.addTask { try PostgreSQLEventStore.migrate(database.url) } }
      try await group.waitForAll()
    }
    try PostgreSQLEventStore.migrate(database.url)
    #expect(try database.integer("SELECT version FROM span_schema_version") == 3)
    #expect(try database.rows("schema_version") == 1)
    // Of the data of its six events, counted in the file.
    #expect(try database.integer("SELECT bytes FROM span_sessions") == 1_592)

    let store = try database.open { $0.clock = { Self.time } }
    defer { store.close() }
    let session = session(past, in: store)
    #expect(try session.client.get("/v1/sessions").json.strings("/items", "/id") == [past.session])
    #expect(try session.version == 6)
    #expect(try session.anchorIDs == ["anchor-1", "anchor-2"])
    // From (0, 0, 0) to (3, 0, 4), where it was corrected to.
    #expect(try session.read("/measurements").number("/items/0/value") == 5)

    let repeated = try session.send("POST", "/taps", Self.tap, [("Idempotency-Key", "tapped")])
    #expect(repeated.status == 201)
    #expect(try repeated.json.string("/tap/id") == "tap-1" && repeated.json.number("/version") == 4)
    try session.anchor("new", [0, 0, 1])
    #expect(try session.version == 7)
    #expect(try store.events(of: past.session, after: 0, limit: 99).map(\.sequence) == Array(1...7))
  }

  /// The second tap of the file.
  private static let tap = #"{"ray":{"origin":[3,1.5,0],"direction":[0,-1,0]}}"#

  private func session(_ past: Past, in store: PostgreSQLEventStore) -> SessionClient {
    let keys = Keys()
    var settings = Service.Settings()
    settings.store = store
    if past.hasTenant { settings.gate = keys.gate }
    let client = Client(Service(settings))
    return SessionClient(client: past.hasTenant ? client.showing(keys.owner.secret) : client, id: past.session)
  }
}
