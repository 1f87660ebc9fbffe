import SpanAPI
import SpanHTTP

extension Metrics {
  /// Renders what the server saw into counts.
  func record(_ observation: Observation) {
    switch observation {
    case .finished(let request):
      finished(route: request.route, method: request.method, status: request.status, seconds: request.seconds)
    case .refused(_, let code): refused(code: code)
    case .answeredByLibrary(let status): answeredByLibrary(status: status)
    case .cut(let phase): cut(phase: "\(phase)")
    }
  }
}
