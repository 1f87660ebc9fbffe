import SpanMessage

/// One request on its way through a connection: what is known of it between the calls of the parser.
struct Exchange {
  /// What the parser calls about next.
  enum Stage {
    /// The target was read; the head comes.
    case head
    /// The head was accepted; the body comes, and then the answer is due.
    case body(RequestHead, RequestBody)
    /// The head was refused and the body is short: it is thrown away, and the connection lives on.
    case refused(RequestHead, Response)
    /// The answer is on its way, or there will be none.
    case answered
  }

  var stage = Stage.head
  let target: Result<RequestTarget, Fault>
  /// Length of the target as it was received.
  let targetSize: Int

  // For whoever observes.
  var method = ""
  var headEnd: UInt64 = 0
  var bytesIn = 0
  var status = 0
  var bytesOut = 0
  var route: String?

  init(target: Result<RequestTarget, Fault>, targetSize: Int) {
    self.target = target
    self.targetSize = targetSize
  }
}
