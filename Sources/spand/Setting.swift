import SpanAPI
import SpanHTTP
import SpanStore

/// One thing that can be set by a flag or an environment variable.
package struct Setting: Sendable {
  /// Without the dashes; the variable is `SPAN_` and the same in capitals.
  let name: String
  let value: String
  let help: String
  /// The text may hold a password, and a fault in it must not show it.
  var isSecret = false
  /// nil: taken over; else what is wrong with the text.
  let apply: @Sendable (String, inout Configuration) -> String?
  /// What is set, for `--print-config`; secrets masked.
  package let show: @Sendable (Configuration) -> String

  package var flag: String { "--" + name }
  package var variable: String { "SPAN_" + name.uppercased().map { $0 == "-" ? "_" : String($0) }.joined() }

  /// - Parameter origin: the flag or the variable, for the message.
  /// - Returns: nil when the text was taken over, else a line that says what is wrong with it.
  func take(_ text: String, from origin: String, into configuration: inout Configuration) -> String? {
    guard let fault = apply(text, &configuration) else { return nil }
    return "\(origin): \(isSecret ? "the value" : "\"\(text)\"") \(fault)"
  }
}

extension Setting {
  package static let all: [Setting] = [
    Setting(
      name: "listen", value: "HOST:PORT", help: "where clients are answered",
      apply: { text, configuration in
        guard let address = SocketAddress(text) else { return "is no HOST:PORT such as 127.0.0.1:8080" }
        configuration.listen = address
        return nil
      }, show: { $0.listen.description }),
    Setting(
      name: "admin-listen", value: "HOST:PORT|off", help: "where probes and metrics are answered",
      apply: { text, configuration in
        if text == "off" {
          configuration.adminListen = nil
          return nil
        }
        guard let address = SocketAddress(text) else {
          return "is neither \"off\" nor a HOST:PORT such as 127.0.0.1:9090"
        }
        configuration.adminListen = address
        return nil
      }, show: { $0.adminListen?.description ?? "off" }),
    Setting(
      name: "store", value: "FILE|memory:|postgresql://…", help: "where sessions are kept", isSecret: true,
      apply: { text, configuration in
        guard let store = Store(text) else { return "is neither a file, nor memory:, nor postgresql://…" }
        configuration.store = store
        return nil
      }, show: { $0.store?.description ?? "" }),
    .seconds("session-ttl", 0...1e9, "until a session that nobody changes is erased; 0: never", \.sessionLifetime),
    .integer("session-cache", 0...(1 << 40), "sessions in memory, bytes; others are read anew", \.sessionCache),
    .integer(
      "session-snapshot", 1...1_000_000, "events from one snapshot of a session to the next", \.snapshotInterval),
    .toggle("session-compact", "give up the events of a session that a snapshot stands for", \.compactsSessions),
    .integer("threads", 1...1024, "threads that read sockets and answer", \.threads),
    .integer("max-body", 1024...(1 << 30), "largest request body, bytes, after unpacking", \.limits.bodyBytes),
    .integer(
      "max-body-in-flight", 1024...(1 << 40), "request bodies in memory over all connections, bytes",
      \.limits.bodyBytesInFlight),
    .integer("max-header", (4 << 10)...(1 << 20), "request line and header fields, bytes", \.limits.headBytes),
    .integer("max-target", 128...(1 << 16), "longest request target, bytes", \.limits.targetBytes),
    .integer("max-connections", 1...1_000_000, "open connections", \.limits.connections),
    .integer(
      "max-streams", 0...1_000_000, "open event streams, at most three quarters of the connections", \.limits.streams),
    .seconds("header-timeout", 0.1...3600, "for the head of a request", \.limits.headDeadline),
    .seconds("body-timeout", 0.1...3600, "for the body of a request", \.limits.bodyDeadline),
    .seconds("answer-timeout", 0.1...3600, "for a client to take its answer", \.limits.answerDeadline),
    .seconds("idle-timeout", 1...86_400, "until a silent connection is closed", \.limits.idleTimeout),
    Setting(
      name: "cors-origins", value: "ORIGIN,…|*", help: "origins whose pages may call; none if empty",
      apply: { text, configuration in
        let origins = text.split(separator: ",").map { $0.filter { $0 != " " } }
        guard origins.allSatisfy(isOrigin) else {
          return "is no list of origins such as https://example.org, in lower case and without a path"
        }
        configuration.corsOrigins = origins
        return nil
      }, show: { $0.corsOrigins.joined(separator: ",") }),
    .file("api-keys", "JSON with the keys that are let in, read anew on SIGHUP", \.apiKeys),
    Setting(
      name: "auth", value: "keys|none",
      help: "whether keys are asked for; has to be said where others can reach the service",
      apply: { text, configuration in
        guard let authentication = Configuration.Authentication(rawValue: text) else {
          return text.isEmpty ? nil : "is neither \"keys\" nor \"none\""
        }
        configuration.authentication = authentication
        return nil
      }, show: { $0.authentication?.rawValue ?? "" }),
    Setting(
      name: "key-rate", value: "N", help: "requests a second with one key, in the long run; 0: no limit",
      apply: { text, configuration in
        let range = KeyLimits.leastRate...KeyLimits.mostRate
        guard let rate = Double(text), rate == 0 || range.contains(rate) else {
          return "is neither 0 nor a number from \(range.lowerBound) to \(range.upperBound)"
        }
        configuration.keyLimits.rate = rate
        return nil
      }, show: { "\($0.keyLimits.rate)" }),
    .integer(
      "key-burst", 0...KeyLimits.mostBurst, "requests at once with one key; 0: what the rate gives in a second",
      \.keyLimits.burst),
    .integer(
      "key-concurrency", 0...KeyLimits.mostBurst, "requests and streams of one key being answered; 0: no limit",
      \.keyLimits.concurrency),
    .integer("tenant-sessions", 0...(1 << 40), "sessions of one tenant; 0: no limit", \.tenantQuota.sessions),
    .integer("tenant-events", 0...(1 << 40), "events in the sessions of one tenant; 0: no limit", \.tenantQuota.events),
    .integer("tenant-bytes", 0...(1 << 50), "bytes of those events; 0: no limit", \.tenantQuota.bytes),
    Setting(
      name: "log-level", value: LogLevel.allCases.map(\.rawValue).joined(separator: "|"),
      help: "what is written to the standard output, a line of JSON each",
      apply: { text, configuration in
        guard let level = LogLevel(rawValue: text) else {
          return "is none of \(LogLevel.allCases.map(\.rawValue).joined(separator: ", "))"
        }
        configuration.logLevel = level
        return nil
      }, show: { $0.logLevel.rawValue }),
    .file("profiles", "JSON with noise profiles that add to the built-in ones or replace them", \.profiles),
    .toggle("web", "serve the pages too: playground, session viewer, API reference", \.servesPages),
    .seconds("drain-delay", 0...600, "between \"not ready\" and the last accepted connection", \.drainDelay),
    .seconds("drain-timeout", 0...3600, "for requests in flight when stopping", \.drainTimeout),
  ]

  /// `scheme://host` or `scheme://host:port`, as browsers send it (RFC 6454 §6.2), or `*`.
  private static func isOrigin(_ text: String) -> Bool {
    guard text != "*" else { return true }
    guard let slashes = text.firstRange(of: "://"), slashes.lowerBound > text.startIndex else { return false }
    let host = text[slashes.upperBound...]
    return !host.isEmpty && host.utf8.allSatisfy { 0x21...0x7E ~= $0 } && !host.contains { "/?#@\\".contains($0) }
      && text == text.lowercased()
  }

  private static func toggle(
    _ name: String, _ help: String, _ path: any WritableKeyPath<Configuration, Bool> & Sendable
  ) -> Setting {
    Setting(
      name: name, value: "on|off", help: help,
      apply: { text, configuration in
        guard text == "on" || text == "off" else { return "is neither \"on\" nor \"off\"" }
        configuration[keyPath: path] = text == "on"
        return nil
      }, show: { $0[keyPath: path] ? "on" : "off" })
  }

  private static func integer(
    _ name: String, _ range: ClosedRange<Int>, _ help: String,
    _ path: any WritableKeyPath<Configuration, Int> & Sendable
  ) -> Setting {
    Setting(
      name: name, value: "N", help: help,
      apply: { text, configuration in
        guard let number = Int(text), range.contains(number) else {
          return "is no whole number from \(range.lowerBound) to \(range.upperBound)"
        }
        configuration[keyPath: path] = number
        return nil
      }, show: { String($0[keyPath: path]) })
  }

  private static func file(
    _ name: String, _ help: String, _ path: any WritableKeyPath<Configuration, String?> & Sendable
  ) -> Setting {
    Setting(
      name: name, value: "FILE", help: help,
      apply: { text, configuration in
        guard !text.contains("\0") else { return "is no file" }
        configuration[keyPath: path] = text.isEmpty ? nil : text
        return nil
      }, show: { $0[keyPath: path] ?? "" })
  }

  private static func seconds(
    _ name: String, _ range: ClosedRange<Double>, _ help: String,
    _ path: any WritableKeyPath<Configuration, Duration> & Sendable
  ) -> Setting {
    Setting(
      name: name, value: "SECONDS", help: "time " + help,
      apply: { text, configuration in
        guard let number = Double(text), range.contains(number) else {
          return "is no number of seconds from \(range.lowerBound) to \(range.upperBound)"
        }
        let milliseconds = Int((number * 1000).rounded())
        guard milliseconds > 0 || number == 0 else { return "is less than a millisecond" }
        configuration[keyPath: path] = .milliseconds(milliseconds)
        return nil
      },
      show: {
        let (seconds, attoseconds) = $0[keyPath: path].components
        return "\(Double(seconds) + Double(attoseconds) / 1e18)"
      })
  }
}
