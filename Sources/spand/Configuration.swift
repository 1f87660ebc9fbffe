import SpanHTTP

/// Everything an operator can set, with its defaults.
struct Configuration: Sendable {
  var listen = SocketAddress(host: "127.0.0.1", port: 8080)
  /// nil: no admin listener.
  var adminListen: SocketAddress? = SocketAddress(host: "127.0.0.1", port: 9090)
  var store = Store.defaultLocation
  var threads = Processors.available
  var limits = Server.Limits()
  /// Origins whose pages may call; empty: no CORS headers at all.
  var corsOrigins: [String] = []
  /// Between "not ready" and the last accepted connection, so that a load balancer can look away first.
  var drainDelay = Duration.seconds(0)
  /// For requests in flight, after that.
  var drainTimeout = Duration.seconds(30)
}

/// Where sessions are kept.
enum Store: Equatable, Sendable {
  case memory
  case file(String)
  /// `postgresql://…`
  case postgreSQL(String)

  init?(_ text: String) {
    if text == "memory:" {
      self = .memory
    } else if text.hasPrefix("postgresql://") || text.hasPrefix("postgres://") {
      self = .postgreSQL(text)
    } else if !text.isEmpty, !text.contains("\0"), !text.contains("://"), !text.hasSuffix("/") {
      self = .file(text)
    } else {
      return nil
    }
  }

  /// A file in the user's data directory (XDG base directories).
  static var defaultLocation: Store {
    if let data = Environment["XDG_DATA_HOME"], data.hasPrefix("/") { return .file("\(data)/span/sessions.db") }
    guard let home = Environment["HOME"], home.hasPrefix("/") else { return .memory }
    return .file("\(home)/.local/share/span/sessions.db")
  }

  /// Without the password of a connection string.
  var description: String {
    switch self {
    case .memory: return "memory:"
    case .file(let path): return path
    case .postgreSQL(let url):
      guard let schemeEnd = url.firstRange(of: "://"), let at = url.lastIndex(of: "@"), schemeEnd.upperBound < at,
        let colon = url[schemeEnd.upperBound..<at].firstIndex(of: ":")
      else { return url }
      return "\(url[...colon])***\(url[at...])"
    }
  }
}
