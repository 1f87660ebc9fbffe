import SpanAPI
import SpanHTTP
import SpanStore

extension Metrics {
  /// Renders what the server saw into counts.
  func record(_ observation: Observation) {
    switch observation {
    case .finished(let request):
      finished(
        Request(
          route: request.route, method: request.method, status: request.status, seconds: request.seconds,
          isStream: request.isStream, code: request.code, marks: request.marks))
    case .refused(_, let code): refused(code: code)
    case .answeredByLibrary(let status): answeredByLibrary(status: status)
    case .cut(let phase): cut(phase: "\(phase)")
    }
  }

  /// The same for what the store saw.
  func record(_ observation: StoreObservation) {
    switch observation {
    case .appended(let seconds): appended(seconds: seconds)
    case .read(let seconds): read(seconds: seconds)
    case .committing(let appends): committing(appends: appends)
    case .failed: storeFailed()
    case .recovered: break
    }
  }
}
