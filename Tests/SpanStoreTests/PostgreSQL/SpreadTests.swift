import SpanStore
import SpanStoreSupport
import Testing

@Suite("A database that is spread over machines, for tests", .enabled(if: PostgreSQLServer.obstacle == nil))
struct SpreadTests {
  @Test(
    "takes statements that lock or write rows of one session, and none for two",
    arguments: [
      "SELECT FROM span_sessions WHERE id = ANY($1) FOR UPDATE",
      "UPDATE span_sessions SET horizon = 0 WHERE id = ANY($1)",
      "DELETE FROM span_events WHERE session = ANY($1)",
      "INSERT INTO span_purges(through, whole, session) SELECT 0, true, * FROM unnest($1)",
      """
      INSERT INTO span_snapshots(version, data, session) SELECT 1, '', * FROM unnest($1)
      ON CONFLICT (session) DO UPDATE SET version = 1
      """,
    ])
  func refusal(sql: String) async throws {
    let database = try PostgreSQLDatabase(.spread)
    let store = try database.open()
    defer { store.close() }
    for session in ["a", "b"] { try await store.append(.create(session)) }
    let user = try PostgreSQLConnection.beside(#require(database.userURL))
    func run(_ sessions: [String]) throws {
      _ = try user.rows(sql, .byteStrings(sessions.map { Array($0.utf8) }))
    }
    let error = #expect(throws: PostgreSQLError.self) { try run(["a", "b"]) }
    #expect(error?.message == "one statement for two sessions")
    for session in ["a", "b"] { try run([session]) }
  }
}
