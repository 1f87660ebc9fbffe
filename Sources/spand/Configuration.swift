package import SpanAPI
package import SpanHTTP
package import SpanStore

/// Everything an operator can set, with its defaults.
package struct Configuration: Sendable {
  package var listen = SocketAddress(host: "127.0.0.1", port: 8080)
  /// nil: no admin listener.
  package var adminListen: SocketAddress? = SocketAddress(host: "127.0.0.1", port: 9090)
  /// nil: none was named, and the user has no directory for data.
  package var store: Store?
  /// Sessions not updated for so long are erased; zero: never.
  package var sessionLifetime = Duration.zero
  /// Bytes of sessions in memory, about.
  package var sessionCache = 256 << 20
  /// Events from one snapshot of a session to the next.
  package var snapshotInterval = 1000
  /// Events before a snapshot are given up.
  package var compactsSessions = false
  package var threads = Processors.available
  package var limits = Server.Limits()
  /// Origins whose pages may call; empty: no CORS headers at all.
  package var corsOrigins: [String] = []
  /// The pages that people look at are served too.
  package var servesPages = true
  /// nil: as it follows from the other settings.
  package var authentication: Authentication?
  /// A file with the keys that are let in.
  package var apiKeys: String?
  /// Of keys that have none of their own.
  package var keyLimits = KeyLimits()
  /// Of each tenant; 0: as much as comes.
  package var tenantQuota = TenantQuota()
  package var logLevel = LogLevel.info
  /// A file with further noise profiles; nil: only the built-in ones.
  package var profiles: String?
  /// Between "not ready" and the last accepted connection, so that a load balancer can look away first.
  package var drainDelay = Duration.seconds(0)
  /// For requests in flight, after that.
  package var drainTimeout = Duration.seconds(30)

  /// - Parameter environment: the values of variables.
  package init(environment: (String) -> String? = { Environment[$0] }) {
    store = .defaultLocation(environment)
  }
}

/// Where sessions are kept.
package enum Store: Equatable, Sendable {
  case memory
  case file(String)
  /// `postgresql://…`
  case postgreSQL(String)

  package init?(_ text: String) {
    if text == "memory:" {
      self = .memory
    } else if text.hasPrefix("postgresql://") || text.hasPrefix("postgres://") {
      self = .postgreSQL(text)
    } else if !text.isEmpty, !text.contains("\0"), !text.contains(":/"), !text.hasSuffix("/") {
      self = .file(text)
    } else {
      return nil
    }
  }

  /// A file in the user's data directory (XDG base directories); nil: there is none.
  fileprivate static func defaultLocation(_ environment: (String) -> String?) -> Store? {
    if let data = environment("XDG_DATA_HOME"), data.hasPrefix("/") { return .file("\(data)/span/sessions.db") }
    guard let home = environment("HOME"), home.hasPrefix("/") else { return nil }
    return .file("\(home)/.local/share/span/sessions.db")
  }

  /// Without the password of a connection string.
  package var description: String {
    switch self {
    case .memory: "memory:"
    case .file(let path): path
    case .postgreSQL(let url): Self.masked(url)
    }
  }

  /// Passwords stand before the host, `//user:password@host`, or among the parameters, `?password=…`. Rather too much
  /// is hidden than too little.
  private static func masked(_ url: String) -> String {
    var text = url
    if let slashes = text.firstRange(of: "://"), let at = text.lastIndex(of: "@"), slashes.upperBound < at,
      let colon = text[slashes.upperBound..<at].firstIndex(of: ":")
    {
      text = "\(text[...colon])***\(text[at...])"
    }
    let parts = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { return text }
    let parameters = parts[1].split(separator: "&", omittingEmptySubsequences: false).map { parameter in
      guard let end = parameter.firstIndex(of: "="), parameter[..<end].lowercased().contains("password") else {
        return String(parameter)
      }
      return "\(parameter[...end])***"
    }
    return "\(parts[0])?\(parameters.joined(separator: "&"))"
  }
}
