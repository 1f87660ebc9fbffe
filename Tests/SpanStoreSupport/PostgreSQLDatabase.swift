import Foundation
package import SpanStore

/// A schema of its own on a server. A pooler knows nothing of schemas, so whoever comes through one is a user whose schema
/// it is. Both go with the server.
package struct PostgreSQLDatabase: Sendable {
  /// How stores get there, and what they find.
  package enum Access: String, Sendable {
    case direct = "PostgreSQL"
    case pooled = "PostgreSQL behind pgbouncer"
    /// By a user who may not lock or write rows of two sessions with one statement, as in a database that is spread over
    /// many machines.
    case spread = "PostgreSQL with tables in many parts"

    /// Those that can be had here.
    package static let all: [Access] =
      (PostgreSQLServer.obstacle == nil ? [direct, spread] : [])
      + (PostgreSQLServer.poolerObstacle == nil ? [pooled] : [])
  }

  /// By it the server tells its connections too.
  private let name: String
  package let url: String
  /// That of the user whose schema it is, where there is one.
  package let userURL: String?

  /// - Parameter isEmpty: there are no tables in it.
  package init(_ access: Access = .direct, on server: PostgreSQLServer? = nil, isEmpty: Bool = false) throws {
    let server = try server ?? PostgreSQLServer.shared.get()
    let name = "span_" + UUID().uuidString.lowercased().filter { $0 != "-" }
    self.name = name
    let administrator = try PostgreSQLConnection.beside(server.url)
    _ = try administrator.rows("CREATE SCHEMA \(name)")
    if access != .direct {
      _ = try administrator.rows("CREATE ROLE \(name) LOGIN \(access == .pooled ? "SUPERUSER" : "")")
      _ = try administrator.rows("ALTER ROLE \(name) SET search_path = \(name)")
    }
    func here(_ url: String, isUser: Bool) throws -> String {
      guard var parts = URLComponents(string: url) else { throw NoURL() }
      if isUser { parts.user = name }
      let options = isUser ? [] : [URLQueryItem(name: "options", value: "-csearch_path=\(name)")]
      parts.queryItems = (parts.queryItems ?? []) + options + [URLQueryItem(name: "application_name", value: name)]
      // URLComponents leaves a second equals sign as it is, which libpq does not.
      return (parts.string ?? "").replacing("search_path=", with: "search_path%3D")
    }
    url = try here(server.url, isUser: false)
    userURL =
      switch access {
      case .direct: nil
      case .pooled: try server.pooledURL.map { try here($0, isUser: true) }
      case .spread: try here(server.url, isUser: true)
      }
    if !isEmpty { try PostgreSQLEventStore.migrate(url) }
    if access == .spread { try Spreading.run(PostgreSQLConnection.beside(url), user: name) }
  }

  private struct NoURL: Error {}

  /// A store in this database, impatient where tests wait for it, and patient where a busy machine may be slow.
  package func open(
    _ change: (inout PostgreSQLEventStore.Options) -> Void = { _ in }
  ) throws -> PostgreSQLEventStore {
    try Self.open(userURL ?? url, change)
  }

  package static func open(
    _ url: String, _ change: (inout PostgreSQLEventStore.Options) -> Void = { _ in }
  ) throws -> PostgreSQLEventStore {
    var options = PostgreSQLEventStore.Options()
    options.clock = { 0 }
    options.pauses = 20...200
    // A transaction that a test holds may stay open for twice as long, while others keep all its threads busy.
    options.statementTimeout = 300_000
    options.connectTimeout = 30
    change(&options)
    return try PostgreSQLEventStore(url, options: options)
  }

  /// The first column of the first row.
  package func integer(_ sql: String) throws -> Int {
    try PostgreSQLConnection.beside(url).rows(sql).first?.integer(0) ?? 0
  }

  /// Runs a statement beside those who use it.
  package func execute(_ sql: String) throws { _ = try PostgreSQLConnection.beside(url).rows(sql) }

  /// Makes the tables of an older schema, with the rows that it had.
  package func load(schema version: Int) throws {
    let file = URL(fileURLWithPath: #filePath).appendingPathComponent("../../Fixtures/postgresql-\(version).sql")
    let text = try String(contentsOf: file.standardizedFileURL, encoding: .utf8)
    let connection = try PostgreSQLConnection.beside(url)
    for statement in text.split(separator: ";\n") { _ = try connection.rows(String(statement)) }
  }

  /// Ends the connections that the server says this of, as an administrator would.
  package func terminate(_ condition: String) throws {
    try execute("SELECT pg_terminate_backend(pid, 10000) \(backends(condition))")
  }

  /// How many connections the server says this of.
  package func connections(_ condition: String) throws -> Int { try integer("SELECT count(*) \(backends(condition))") }

  private func backends(_ condition: String) -> String {
    "FROM pg_stat_activity WHERE application_name = '\(name)' AND pid <> pg_backend_pid() AND \(condition)"
  }

  /// How many rows there are.
  package func rows(_ table: String) throws -> Int { try integer("SELECT count(*) FROM span_\(table)") }
}

extension PostgreSQLConnection {
  /// Looks into a database from beside.
  package static func beside(_ url: String) throws -> PostgreSQLConnection {
    try PostgreSQLConnection(PostgreSQLAddress(url), connectTimeout: 60, patience: 60_000)
  }
}
