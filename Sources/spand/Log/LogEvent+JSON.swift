import SpanAPI
import SpanHTTP
package import SpanMessage

extension LogEvent {
  /// Appends one line of JSON, with its end. Nothing in it is longer than a pipe takes at once.
  /// - Parameter time: milliseconds since 1970.
  package func write(onto buffer: ByteBuffer, at time: Int64) {
    var json = JSONWriter(onto: buffer)
    json.beginObject()
    json.member("time", Timestamp.text(time))
    json.member("level", level.rawValue)
    write(onto: &json)
    json.endObject()
    json.finish()
    buffer.append(UInt8(ascii: "\n"))
  }

  private func write(onto json: inout JSONWriter) {
    switch self {
    case .request(let request, let isAdmin):
      json.member("event", text: "request")
      if isAdmin { json.member("listener", text: "admin") }
      json.request(request)
    case .answeredByLibrary(let status):
      json.member("event", text: "answeredByLibrary")
      json.member("status", status)
    case .cut(let phase):
      json.member("event", text: "cut")
      json.member("phase", phase)
    case .keysLoaded(let count):
      json.member("event", text: "keysLoaded")
      json.member("keys", count)
    case .keysRefused(let reason):
      json.member("event", text: "keysRefused")
      json.reason(reason)
    case .storeFailed(let reason):
      json.member("event", text: "storeFailed")
      json.reason(reason)
    case .storeRecovered: json.member("event", text: "storeRecovered")
    case .stopping: json.member("event", text: "stopping")
    }
  }
}

extension JSONWriter {
  /// No body, no query, no path but its template, no field but two ids that the caller made for this.
  fileprivate mutating func request(_ request: FinishedRequest) {
    member("requestId", request.id)
    if let trace = request.trace {
      member("traceId", trace.traceID)
      member("spanId", trace.spanID)
    }
    member("method", Metrics.folded(request.method))
    member("route", request.route ?? "none")
    member("status", request.status)
    if let code = request.code { member("code", code) }
    member("seconds", request.seconds)
    member("bytesIn", request.bytesIn)
    member("bytesOut", request.bytesOut)
    if request.isStream { member("stream", true) }
    if !request.isComplete { member("complete", false) }
    if let key = request.caller?.key {
      member("tenant", request.caller?.tenant ?? "")
      member("key", key)
    }
  }

  /// Words of the system or of a file, cut to a length that fits.
  fileprivate mutating func reason(_ reason: String) {
    member("reason", String(String.UnicodeScalarView(reason.unicodeScalars.prefix(longestReason))))
  }
}

/// Scalars: each takes six bytes at most, when it is escaped.
private let longestReason = 500
