internal import SpanMessage

/// Which pages of other origins may call, and how their browsers are told (Fetch standard, §3.3 "HTTP extensions").
struct CrossOrigin: Sendable {
  private let origins: [String]
  private let isOpenToAll: Bool

  /// Fields a page may send; fixed, so that nothing a client says comes back to it.
  private static let requestFields =
    "Authorization, Content-Encoding, Content-Type, Idempotency-Key, If-Match, Last-Event-ID, traceparent, tracestate,"
    + " X-Request-Id"
  /// Fields a page may read beside those that are always readable.
  private static let exposedFields = "ETag, Location, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id"
  /// How long a preflight counts, seconds; browsers take no more.
  private static let maximumAge = "7200"

  /// - Parameter origins: as browsers send them (`https://example.org`), or `*` for all; nil if there are none.
  init?(origins: [String]) {
    guard !origins.isEmpty else { return nil }
    self.origins = origins
    isOpenToAll = origins.contains("*")
  }

  /// Whether pages of the origin may call.
  func admits(_ origin: String?) -> Bool { isOpenToAll || origin.map(origins.contains) ?? false }

  /// Adds what the browser behind a request needs to know.
  func describe(_ response: inout Response, to head: RequestHead) {
    guard head.method == "OPTIONS", head.headers["Access-Control-Request-Method"] != nil else {
      return describe(&response, toRequestWith: head.headers)
    }
    guard admit(head.headers["Origin"], to: &response), let methods = response.headers["Allow"] else { return }
    response.headers.append("Access-Control-Allow-Methods", methods)
    response.headers.append("Access-Control-Allow-Headers", Self.requestFields)
    response.headers.append("Access-Control-Max-Age", Self.maximumAge)
  }

  /// The same, if it is no preflight.
  func describe(_ response: inout Response, toRequestWith headers: HeaderFields) {
    guard admit(headers["Origin"], to: &response) else { return }
    response.headers.append("Access-Control-Expose-Headers", Self.exposedFields)
  }

  /// Whether pages of the origin may read the response, which is told in it.
  private func admit(_ origin: String?, to response: inout Response) -> Bool {
    guard !isOpenToAll else {
      response.headers.append("Access-Control-Allow-Origin", "*")
      return true
    }
    // Also for those that may not call: what a cache keeps for one origin is wrong for another.
    response.headers.append("Vary", "Origin")
    guard let origin, admits(origin) else { return false }
    response.headers.append("Access-Control-Allow-Origin", origin)
    return true
  }
}
