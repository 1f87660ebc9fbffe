internal import SpanMessage

/// Counts of what the service did, for Prometheus. How many series there are depends on the routes and the codes of
/// problems alone, never on what clients send.
package final class Metrics: Sendable {
  private let state = Locked(State())

  private static let methods: Set<String> = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]

  struct Series: Hashable {
    var route: String
    var method: String
    var status: Int
  }

  struct State {
    var requests: [Series: Histogram] = [:]
    /// Of streams that have ended.
    var streams: [Series: UInt64] = [:]
    var refused: [String: UInt64] = [:]
    var library: [Int: UInt64] = [:]
    var cut: [String: UInt64] = [:]
    var missed = Dictionary(uniqueKeysWithValues: MissCode.allCases.map { ($0.text, UInt64(0)) })
    var drifted: UInt64 = 0
    var appends = Histogram(Histogram.durations)
    var reads = Histogram(Histogram.durations)
    var commits = Histogram(Histogram.counts)
    var storeFailures: UInt64 = 0
  }

  package init() {}

  /// What ``finished(_:)`` counts.
  package struct Request: Sendable {
    /// The template; nil when no route answered.
    package var route: String?
    package var method: String
    package var status: Int
    package var seconds: Double
    package var isStream: Bool
    /// Of the problem that it was answered with.
    package var code: String?
    /// Of the response.
    package var marks: [String]

    package init(
      route: String?, method: String, status: Int, seconds: Double, isStream: Bool = false, code: String? = nil,
      marks: [String] = []
    ) {
      self.route = route
      self.method = method
      self.status = status
      self.seconds = seconds
      self.isStream = isStream
      self.code = code
      self.marks = marks
    }
  }

  /// Of a stream only that it was: it lasts as long as its client likes.
  package func finished(_ request: Request) {
    let series = Series(
      route: request.route ?? "none", method: Self.folded(request.method), status: request.status)
    state.withLock { state in
      if request.isStream {
        state.streams[series, default: 0] &+= 1
      } else {
        state.requests[series, default: Histogram(Histogram.durations)].add(request.seconds)
      }
      // Who may not, or not more: other refusals are counted where they happen.
      if [401, 403, 429, 507].contains(request.status), let code = request.code {
        state.refused[code, default: 0] &+= 1
      }
      for mark in request.marks {
        if mark == Mark.drift { state.drifted &+= 1 } else { state.missed[mark]? &+= 1 }
      }
    }
  }

  /// Methods that nobody knows are one.
  package static func folded(_ method: String) -> String { methods.contains(method) ? method : "_OTHER" }

  /// A request refused below the routes, by the code of its problem.
  package func refused(code: String) { state.withLock { $0.refused[code, default: 0] &+= 1 } }

  /// An error page that the HTTP library sent by itself.
  package func answeredByLibrary(status: Int) { state.withLock { $0.library[status, default: 0] &+= 1 } }

  /// A connection that was cut because its client was too slow.
  package func cut(phase: String) { state.withLock { $0.cut[phase, default: 0] &+= 1 } }

  package func appended(seconds: Double) { state.withLock { $0.appends.add(seconds) } }
  package func read(seconds: Double) { state.withLock { $0.reads.add(seconds) } }
  package func committing(appends: Int) { state.withLock { $0.commits.add(Double(appends)) } }
  package func storeFailed() { state.withLock { $0.storeFailures &+= 1 } }

  /// All of it at one moment, while the lock is held: who keeps a copy shares its storage with those who count on.
  func read(_ body: (State) -> Void) { state.withLock { body($0) } }
}
