import SpanMessage

/// One request on its way through a connection: what is known of it between the calls of the parser.
struct Exchange {
  /// What the parser calls about next.
  enum Stage {
    /// The target was read; the head comes.
    case head
    /// The head was accepted; the body comes, and then the answer is due.
    case body(RequestHead, RequestBody)
    /// The head was refused, but the body is short: it is thrown away and the connection lives on.
    case refused(Response, RequestHead)
    /// The answer is on its way.
    case answered
  }

  var stage: Stage
  let target: Result<RequestTarget, Fault>
}
