package import SpanMessage

/// Counts of what the service did, for Prometheus. How many series there are depends on the routes alone, never on
/// what clients send.
package final class Metrics: Sendable {
  private let state = Locked(State())

  /// Upper bounds of the duration buckets, seconds: from 50 µs up.
  static let bounds = [
    50e-6, 100e-6, 250e-6, 500e-6, 1e-3, 2.5e-3, 5e-3, 10e-3, 25e-3, 50e-3, 100e-3, 250e-3, 1, 5,
  ]
  private static let methods: Set<String> = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]

  struct Series: Hashable {
    var route: String
    var method: String
    var status: Int
  }

  struct Durations {
    /// One more than the bounds: the last is what exceeds them all.
    var counts = [UInt64](repeating: 0, count: Metrics.bounds.count + 1)
    var sum = 0.0

    mutating func add(_ seconds: Double) {
      counts[Metrics.bounds.firstIndex { seconds <= $0 } ?? Metrics.bounds.count] &+= 1
      sum += seconds
    }
  }

  private struct State {
    var requests: [Series: Durations] = [:]
    var refused: [String: UInt64] = [:]
    var library: [Int: UInt64] = [:]
    var cut: [String: UInt64] = [:]
  }

  package init() {}

  /// - Parameter route: the template; nil when no route answered.
  package func finished(route: String?, method: String, status: Int, seconds: Double) {
    let series = Series(
      route: route ?? "none", method: Self.methods.contains(method) ? method : "_OTHER", status: status)
    state.withLock { $0.requests[series, default: Durations()].add(seconds) }
  }

  /// A request refused below the routes, by the code of its problem.
  package func refused(code: String) { state.withLock { $0.refused[code, default: 0] &+= 1 } }

  /// An error page that the HTTP library sent by itself.
  package func answeredByLibrary(status: Int) { state.withLock { $0.library[status, default: 0] &+= 1 } }

  /// A connection that was cut because its client was too slow.
  package func cut(phase: String) { state.withLock { $0.cut[phase, default: 0] &+= 1 } }

  /// The exposition format of Prometheus, version 0.0.4.
  /// - Parameters:
  ///   - inFlight: requests whose answer is not out yet.
  ///   - connections: open at the main listener.
  package func exposition(inFlight: Int, connections: Int) -> ByteBuffer {
    let (requests, refused, library, cut) = state.withLock { ($0.requests, $0.refused, $0.library, $0.cut) }
    let page = Exposition()
    page.family("span_build_info", "gauge", "Always 1; which Span this is.")
    page.sample("span_build_info", [("version", Version.number)], 1)
    page.family("http_server_active_requests", "gauge", "Requests whose answer is not out yet.")
    page.sample("http_server_active_requests", [], Double(inFlight))
    page.family("http_server_open_connections", "gauge", "Open connections.")
    page.sample("http_server_open_connections", [], Double(connections))
    page.family(
      "http_server_request_duration_seconds", "histogram", "From the end of the head to the end of the answer.")
    for (series, durations) in requests.sorted(by: { Self.precedes($0.key, $1.key) }) {
      page.histogram("http_server_request_duration_seconds", Self.labels(series), durations)
    }
    page.family("span_refused_requests_total", "counter", "Requests refused below the routes, by code.")
    for (code, count) in refused.sorted(by: { $0.key < $1.key }) {
      page.sample("span_refused_requests_total", [("code", code)], Double(count))
    }
    page.family("span_library_answers_total", "counter", "Error pages that the HTTP library sent by itself.")
    for (status, count) in library.sorted(by: { $0.key < $1.key }) {
      page.sample("span_library_answers_total", [("status", "\(status)")], Double(count))
    }
    page.family("span_cut_connections_total", "counter", "Connections cut because the client was too slow, by phase.")
    for (phase, count) in cut.sorted(by: { $0.key < $1.key }) {
      page.sample("span_cut_connections_total", [("phase", phase)], Double(count))
    }
    return page.buffer
  }

  private static func labels(_ series: Series) -> [(String, String)] {
    [
      ("http_route", series.route), ("http_request_method", series.method),
      ("http_response_status_code", "\(series.status)"),
    ]
  }

  private static func precedes(_ a: Series, _ b: Series) -> Bool {
    (a.route, a.method, a.status) < (b.route, b.method, b.status)
  }
}

/// Writes the text format of Prometheus.
private struct Exposition {
  let buffer = ByteBuffer(minimumCapacity: 4096)

  func family(_ name: String, _ type: String, _ help: String) {
    buffer.append("# HELP \(name) \(help)\n# TYPE \(name) \(type)\n")
  }

  func sample(_ name: String, _ labels: [(String, String)], _ value: Double) {
    buffer.append(name)
    if !labels.isEmpty {
      buffer.append("{\(labels.map { "\($0.0)=\"\($0.1)\"" }.joined(separator: ","))}")
    }
    buffer.append(" \(value)\n")
  }

  func histogram(_ name: String, _ labels: [(String, String)], _ durations: Metrics.Durations) {
    var cumulative: UInt64 = 0
    for (place, count) in durations.counts.enumerated() {
      cumulative &+= count
      let bound = place < Metrics.bounds.count ? "\(Metrics.bounds[place])" : "+Inf"
      sample(name + "_bucket", labels + [("le", bound)], Double(cumulative))
    }
    sample(name + "_sum", labels, durations.sum)
    sample(name + "_count", labels, Double(cumulative))
  }
}
