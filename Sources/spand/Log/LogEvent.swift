package import SpanHTTP

/// Something that is logged. There is no other text in the log than what is made of these.
package enum LogEvent: Sendable {
  case request(FinishedRequest, isAdmin: Bool)
  /// The HTTP library answered by itself.
  case answeredByLibrary(status: Int)
  /// A client was too slow.
  case cut(phase: String)
  /// The file of keys was read anew.
  case keysLoaded(count: Int)
  /// It was not, for this reason.
  case keysRefused(reason: String)
  case storeFailed(reason: String)
  case storeRecovered
  case stopping

  package var level: LogLevel {
    switch self {
    case .request(let request, let isAdmin):
      // The service's own faults; others with five hundred and something are what clients are told.
      isAdmin ? .debug : [500, 503].contains(request.status) ? .error : .info
    case .answeredByLibrary, .cut, .keysLoaded, .storeRecovered, .stopping: .info
    case .keysRefused, .storeFailed: .error
    }
  }

  /// It can wait a moment for others.
  var isGathered: Bool {
    if case .request = self { level > .error } else { false }
  }

  init?(_ observation: Observation, isAdmin: Bool = false) {
    switch observation {
    case .finished(let request): self = .request(request, isAdmin: isAdmin)
    // Its answer is logged.
    case .refused: return nil
    case .answeredByLibrary(let status): self = .answeredByLibrary(status: status)
    case .cut(let phase): self = .cut(phase: "\(phase)")
    }
  }
}
