import CPostgreSQL

/// Where a server is and how to get in: `postgresql://user:password@host:port/database?…`, as libpq understands it.
package struct PostgreSQLAddress: Sendable {
  package let url: String
  /// For messages: host, port and database.
  package let description: String
  private let password: String

  package init(_ url: String) throws(StoreOpeningError) {
    guard url.hasPrefix("postgresql://") || url.hasPrefix("postgres://"), !url.utf8.contains(0) else {
      throw StoreOpeningError("the address of a PostgreSQL store begins with postgresql://")
    }
    var complaint: UnsafeMutablePointer<CChar>?
    let options = unsafe PQconninfoParse(url, &complaint)
    defer {
      unsafe PQconninfoFree(options)
      unsafe PQfreemem(complaint)
    }
    guard let options = unsafe options else {
      // libpq's own words may repeat all of it.
      throw StoreOpeningError(
        "the address of the PostgreSQL store is not one that libpq reads: "
          + "it wants postgresql://user:password@host:port/database?option=value, with special characters as %XX")
    }
    let parts = unsafe Self.parts(options)
    self.url = url
    password = parts["password"] ?? ""
    let host = parts["host"] ?? parts["hostaddr"] ?? "localhost"
    let port = parts["port"].map { ":" + $0 } ?? ""
    description = "PostgreSQL at \(host)\(port)/\(parts["dbname"] ?? "")"
  }

  /// The first line of somebody else's words, without the password.
  func redacted(_ words: String) -> String {
    password.isEmpty ? words.firstLine : words.firstLine.replacing(password, with: "…")
  }

  @unsafe private static func parts(_ options: UnsafeMutablePointer<PQconninfoOption>) -> [String: String] {
    var parts: [String: String] = [:]
    var option = unsafe options
    while let keyword = unsafe option.pointee.keyword {
      if let value = unsafe option.pointee.val {
        unsafe parts[String(cString: keyword)] = unsafe String(cString: value)
      }
      unsafe option += 1
    }
    return parts
  }
}
