import Foundation
import SpanStore

/// A place of its own on a server: a schema, or to go through a pooler, which knows nothing of those, a database. It goes
/// with the server.
struct PostgreSQLDatabase: Sendable {
  /// By it the server tells its connections too.
  private let name: String
  let url: String
  private let pooledURL: String?

  /// - Parameter isEmpty: there are no tables in it.
  init(_ kind: StoreKind = .postgreSQL, on server: PostgreSQLServer? = nil, isEmpty: Bool = false) throws {
    let server = try server ?? PostgreSQLServer.shared.get()
    let name = "span_" + UUID().uuidString.lowercased().filter { $0 != "-" }
    self.name = name
    let isPooled = kind == .pgBouncer
    _ = try PostgreSQLConnection.beside(server.url).rows("CREATE \(isPooled ? "DATABASE" : "SCHEMA") \(name)")
    func here(_ url: String) throws -> String {
      guard var parts = URLComponents(string: url) else { throw NoURL() }
      if isPooled { parts.path = "/" + name }
      let options = isPooled ? [] : [URLQueryItem(name: "options", value: "-csearch_path=\(name)")]
      parts.queryItems = (parts.queryItems ?? []) + options + [URLQueryItem(name: "application_name", value: name)]
      // URLComponents leaves a second equals sign as it is, which libpq does not.
      return (parts.string ?? "").replacing("search_path=", with: "search_path%3D")
    }
    url = try here(server.url)
    pooledURL = isPooled ? try server.pooledURL.map(here) : nil
    if !isEmpty { try PostgreSQLEventStore.migrate(url) }
  }

  private struct NoURL: Error {}

  /// A store in this database, impatient where tests wait for it, and patient where a busy machine may be slow.
  func open(
    _ change: (inout PostgreSQLEventStore.Options) -> Void = { _ in }
  ) throws -> PostgreSQLEventStore {
    try Self.open(pooledURL ?? url, change)
  }

  static func open(
    _ url: String, _ change: (inout PostgreSQLEventStore.Options) -> Void = { _ in }
  ) throws -> PostgreSQLEventStore {
    var options = PostgreSQLEventStore.Options()
    options.clock = { 0 }
    options.pauses = 20...200
    options.statementTimeout = 30_000
    options.connectTimeout = 30
    change(&options)
    return try PostgreSQLEventStore(url, options: options)
  }

  /// The first column of the first row.
  func integer(_ sql: String) throws -> Int {
    try PostgreSQLConnection.beside(url).rows(sql).first?.integer(0) ?? 0
  }

  /// Runs a statement beside those who use it.
  func execute(_ sql: String) throws { _ = try PostgreSQLConnection.beside(url).rows(sql) }

  /// Ends the connections that the server says this of, as an administrator would.
  func terminate(_ condition: String) throws {
    try execute("SELECT pg_terminate_backend(pid, 10000) \(backends(condition))")
  }

  /// How many connections the server says this of.
  func connections(_ condition: String) throws -> Int { try integer("SELECT count(*) \(backends(condition))") }

  private func backends(_ condition: String) -> String {
    "FROM pg_stat_activity WHERE application_name = '\(name)' AND pid <> pg_backend_pid() AND \(condition)"
  }

  /// How many rows there are.
  func rows(_ table: String) throws -> Int { try integer("SELECT count(*) FROM span_\(table)") }
}

extension PostgreSQLConnection {
  /// Looks into a database from beside.
  static func beside(_ url: String) throws -> PostgreSQLConnection {
    try PostgreSQLConnection(PostgreSQLAddress(url), connectTimeout: 5, patience: 60_000)
  }
}
