import SpanMessage

/// A fault the server finds below the routes; the responder turns it into a problem document.
package struct Fault: Error, Sendable, Equatable {
  package let status: Int
  package let code: String
  package let detail: String

  init(_ status: Int, _ code: String, _ detail: String) {
    self.status = status
    self.code = code
    self.detail = detail
  }
}

extension Fault {
  static let version = Fault(505, "http.version", "This server speaks HTTP/1.1 and HTTP/1.0.")
  static let headerName = Fault(400, "header.name", "A header field name holds a byte that is not allowed in it.")
  static let headerSyntax = Fault(
    400, "header.syntax", "The request head holds a folded line, a control character, or a line end other than CR LF.")
  static let method = Fault(400, "method.invalid", "The method must be a token of at most 32 characters.")
  static let host = Fault(
    400, "header.host", "A request must carry exactly one Host header field, a host name and perhaps a port.")
  static let contentLength = Fault(
    400, "header.contentLength", "Content-Length must occur at most once and be a plain decimal number.")
  static let transferEncoding = Fault(
    400, "header.transferEncoding", "Transfer-Encoding must occur at most once, on HTTP/1.1, and be exactly chunked.")
  static let ambiguousLength = Fault(
    400, "header.ambiguousLength", "Content-Length and Transfer-Encoding must not occur together.")
  static let expectation = Fault(417, "header.expect", "The only expectation this server meets is 100-continue.")

  static let targetLength = Fault(414, "target.length", "The request target is too long.")
  static func target(_ fault: RequestTarget.Fault) -> Fault {
    switch fault {
    case .form: Fault(400, "target.form", "The request target must be a path, a full http URI, or *.")
    case .character: Fault(400, "target.character", "The request target holds a byte that must be percent-encoded.")
    case .escape: Fault(400, "target.escape", "The request target holds a % without two hexadecimal digits.")
    case .null: Fault(400, "target.null", "The request target holds %00.")
    case .encoding: Fault(400, "target.encoding", "A path segment is not UTF-8 once decoded.")
    }
  }

  static let contentEncoding = Fault(415, "body.encoding", "Content-Encoding must be gzip, or be left out.")
  static let malformedGzip = Fault(400, "body.gzip", "The body is not a whole, sound gzip stream.")
  static let overload = Fault(503, "server.overload", "Too many request bodies are being read; try again later.")
  static let streams = Fault(503, "server.streams", "Too many streams are open; try again later.")
  static let dropped = Fault(500, "server.failed", "The work on this request ended without an answer.")
  static let overdue = Fault(503, "server.overdue", "The answer took too long; try again later.")
  static let stopping = Fault(503, "server.stopping", "The server stops before the answer is ready; try again.")
  static func bodyTooLarge(limit: Int) -> Fault {
    Fault(413, "body.tooLarge", "The request body is larger than \(limit) bytes.")
  }
}
