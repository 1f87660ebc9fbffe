import SpanStoreSupport
import Testing

/// Says aloud when the tests above it were left out.
@Suite("There is something to test a PostgreSQL store with")
struct ServerTests {
  @Test("a server", .enabled(if: PostgreSQLServer.obstacle == nil, "\(PostgreSQLServer.obstacle ?? "")"))
  func server() { #expect(PostgreSQLDatabase.Access.all.contains(.direct)) }

  @Test("a pooler", .enabled(if: PostgreSQLServer.poolerObstacle == nil, "\(PostgreSQLServer.poolerObstacle ?? "")"))
  func pooler() { #expect(PostgreSQLDatabase.Access.all.contains(.pooled)) }
}
