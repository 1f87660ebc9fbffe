import SpanMessage

/// The request that is on a connection: what is known of it between the calls of the parser. One per connection, used
/// for one request after the other.
final class Exchange {
  /// What the parser calls about next.
  enum Stage {
    /// Between two requests.
    case idle
    /// The target was read; the head comes.
    case head
    /// The head was accepted; the body comes, and then the answer is due.
    case body
    /// The answer comes later, and the connection sleeps until then.
    case parked
    /// The head was refused and the body is short: it is thrown away, and the connection lives on.
    case refused
    /// The answer is on its way, or there will be none.
    case answered
  }

  var stage = Stage.idle
  var target = Result<RequestTarget, Fault>.failure(.targetLength)
  /// Length of the target as it was received.
  var targetSize = 0
  /// Rather than HTTP/1.0.
  var isVersion11 = false
  /// From ``Stage/body`` and ``Stage/refused`` on.
  var head: RequestHead?
  var body: RequestBody?
  var refusal: Response?
  /// From ``Stage/parked`` on: the answer that comes later.
  var awaited: Awaited?
  /// The stream that is open.
  var outflow: Outflow?

  // For whoever observes.
  var id = ""
  var trace: TraceContext?
  var method = ""
  var headEnd: UInt64 = 0
  var bytesIn = 0
  var status = 0
  var bytesOut = 0
  var route: String?
  var code: String?
  var marks: [String] = []
  var caller: Caller?

  func begin(target: Result<RequestTarget, Fault>, targetSize: Int) {
    stage = .head
    self.target = target
    self.targetSize = targetSize
    method = ""
    bytesIn = 0
    status = 0
  }

  /// Remembers what is reported of a request.
  func note(_ head: MessageHead, id: String) {
    self.id = id
    // Of several none is sure.
    let parents = head.fields.values(of: "traceparent")
    trace = parents.count == 1 ? TraceContext(traceparent: parents[0]) : nil
  }

  /// Remembers what is reported of an answer.
  func note(_ response: Response) {
    status = response.status
    bytesOut = response.body?.count ?? 0
    route = response.route
    code = response.code
    marks = response.marks
    caller = response.caller
  }

  /// Lets go of all memory.
  func end() {
    stage = .idle
    head = nil
    body = nil
    refusal = nil
    awaited = nil
    outflow = nil
    route = nil
    trace = nil
    marks = []
    caller = nil
  }

  /// What is to be reported, if there was an answer.
  func report(isSent: Bool) -> FinishedRequest? {
    guard status != 0 else { return nil }
    return FinishedRequest(
      id: id, trace: trace, caller: caller, method: method, status: status, route: route, code: code, marks: marks,
      isStream: outflow != nil, seconds: Double(Clock.nanoseconds() &- headEnd) / 1e9, bytesIn: bytesIn,
      bytesOut: bytesOut, isComplete: isSent)
  }
}
