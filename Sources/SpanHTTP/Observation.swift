public import SpanMessage

/// Something worth counting or logging that happened in a server; whoever listens renders it.
public enum Observation: Sendable {
  /// An answer was sent, or its connection broke on the way.
  case finished(FinishedRequest)
  /// The server refused a request below the routes (framing, target, limits, encoding, overload).
  case refused(status: Int, code: String)
  /// The HTTP library answered by itself, with an HTML page, before the server saw the request.
  case answeredByLibrary(status: Int)
  /// A client was too slow and its connection was cut.
  case cut(SlowPhase)

  /// What a client was too slow with.
  public enum SlowPhase: Sendable, Equatable, CaseIterable {
    /// Sending the head of a request.
    case head
    /// Sending the body.
    case body
    /// Taking the answer.
    case answer
  }
}

/// A request that is done.
public struct FinishedRequest: Sendable {
  /// The caller's, if it was sane, else one that the server made.
  public var id: String
  /// As the caller says, in a way that is understood.
  public var trace: TraceContext?
  /// As whoever answered says.
  public var caller: Caller?
  /// As sent: any token. Whoever counts by it must fold what is unknown, or clients make up labels without end.
  public var method: String
  public var status: Int
  /// The template of the route that answered, if the response named one.
  public var route: String?
  /// What was wrong, if the response named it.
  public var code: String?
  /// ``Response/marks``.
  public var marks: [String]
  /// The answer was a stream: its end was not waited for.
  public var isStream: Bool
  /// From the end of the head to the end of the answer.
  public var seconds: Double
  /// Body bytes as they came, before unpacking.
  public var bytesIn: Int
  /// Body bytes of the answer.
  public var bytesOut: Int
  /// False when the client went away, or was cut, before it had the whole answer.
  public var isComplete: Bool

  package init(
    id: String, trace: TraceContext? = nil, caller: Caller? = nil, method: String, status: Int, route: String? = nil,
    code: String? = nil, marks: [String] = [], isStream: Bool = false, seconds: Double, bytesIn: Int = 0,
    bytesOut: Int = 0, isComplete: Bool = true
  ) {
    self.id = id
    self.trace = trace
    self.caller = caller
    self.method = method
    self.status = status
    self.route = route
    self.code = code
    self.marks = marks
    self.isStream = isStream
    self.seconds = seconds
    self.bytesIn = bytesIn
    self.bytesOut = bytesOut
    self.isComplete = isComplete
  }
}

/// Takes observations, on the thread where they happen; must be quick and must not block.
public typealias Observer = @Sendable (Observation) -> Void
