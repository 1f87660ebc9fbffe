/// An answer: status, fields in the order they are sent, and a body that is sent without a copy, or as it is made.
public struct Response: Sendable {
  public var status: Int
  public var headers: HeaderFields
  public var body: ByteBuffer?
  /// A body that is made over time, instead of ``body``: sent in chunks, to HTTP/1.0 until the connection closes. It is
  /// not started for `HEAD`.
  public var stream: ByteStream?
  /// The template of the route that answered (`/v1/sessions/{sid}`), for counts; not sent.
  public var route: String?
  /// The machine-readable name of the problem that it tells of, if any; for logs and counts, it stands in the body too.
  public var code: String?
  /// Names of what happened that is worth counting, one for each time; not sent.
  public var marks: [String]
  /// Whom it is for, as far as that is known; for logs, not sent.
  public var caller: Caller?

  public init(
    status: Int, headers: HeaderFields = [:], body: ByteBuffer? = nil, stream: ByteStream? = nil, route: String? = nil,
    marks: [String] = []
  ) {
    self.status = status
    self.headers = headers
    self.body = body
    self.stream = stream
    self.route = route
    self.marks = marks
  }
}

/// Whoever answers requests. Called on the thread that read the socket; must not block.
public protocol Responder: Sendable {
  /// A refusal that needs no body (401, 404, 405, 413, 415, …), asked for before the body is read.
  /// nil: read the body and call ``respond(to:)``.
  func refusal(of head: RequestHead) -> Response?

  func respond(to request: Request) -> Response

  /// What the server asks: as ``respond(to:)``, which is what it does unless a responder knows better, but the answer
  /// may come later, from another thread.
  func reply(to request: Request) -> Reply

  /// The answer to a fault that the server found below the routes: bad framing (400), body too large (413),
  /// a bad encoding (400, 415), overload (503). `code` and `detail` go into the problem document; `headers` are those of
  /// the request, of which the rest may be unreadable.
  func answer(toFault status: Int, code: String, detail: String, headers: HeaderFields, requestID: String) -> Response
}

extension Responder {
  public func reply(to request: Request) -> Reply { .now(respond(to: request)) }
}
