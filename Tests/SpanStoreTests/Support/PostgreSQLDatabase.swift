import Foundation
import SpanStore

/// A new database on a server. It goes with the server: dropping one takes longer than that.
struct PostgreSQLDatabase: Sendable {
  let url: String
  /// Through a pooler, if there is one.
  let pooledURL: String?

  /// - Parameter isEmpty: there are no tables in it.
  init(on server: PostgreSQLServer? = nil, isEmpty: Bool = false) throws {
    let server = try server ?? PostgreSQLServer.shared.get()
    let name = "span_" + UUID().uuidString.lowercased().filter { $0 != "-" }
    _ = try PostgreSQLConnection.beside(server.url).rows("CREATE DATABASE \(name)")
    url = try Self.url(server.url, database: name)
    pooledURL = try server.pooledURL.map { try Self.url($0, database: name) }
    if !isEmpty { try PostgreSQLEventStore.migrate(url) }
  }

  private struct NoURL: Error {}

  private static func url(_ url: String, database: String) throws -> String {
    guard var parts = URLComponents(string: url) else { throw NoURL() }
    parts.path = "/" + database
    guard let url = parts.string else { throw NoURL() }
    return url
  }

  /// A store in this database, impatient so that tests are quick.
  func open(_ change: (inout PostgreSQLEventStore.Options) -> Void = { _ in }) throws -> PostgreSQLEventStore {
    try Self.open(url, change)
  }

  static func open(
    _ url: String, _ change: (inout PostgreSQLEventStore.Options) -> Void = { _ in }
  ) throws -> PostgreSQLEventStore {
    var options = PostgreSQLEventStore.Options()
    options.clock = { 0 }
    options.pauses = 20...200
    options.probeInterval = 50
    options.retentionInterval = 20
    change(&options)
    return try PostgreSQLEventStore(url, options: options)
  }

  /// The first column of the first row.
  func integer(_ sql: String) throws -> Int {
    try PostgreSQLConnection.beside(url).rows(sql).first?.integer(0) ?? 0
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
