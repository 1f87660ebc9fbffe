import Glibc
import SpanHTTP
import SpanMessage
import Testing

/// Answers with what it got, and keeps a list of it: a smuggled request would show up there.
///
/// `/refuse` is refused before its body is read; `/large` answers with a megabyte.
final class Echo: Responder {
  private let log = Locked<[String]>([])

  /// `METHOD target` of every request that reached the responder.
  var requests: [String] { log.withLock { $0 } }

  func refusal(of head: RequestHead) -> Response? {
    guard head.target.segments == ["refuse"] else { return nil }
    note(head)
    return Response(status: 404, headers: ["X-Refused": "early"], body: ByteBuffer("refused"), route: "/refuse")
  }

  func respond(to request: Request) -> Response {
    note(request.head)
    if request.head.target.segments == ["large"] {
      return Response(status: 200, body: ByteBuffer(String(repeating: "0123456789abcdef", count: 1 << 16)))
    }
    let body = ByteBuffer()
    body.append("\(request.head.method) \(request.head.target.segments) ")
    unsafe body.append(request.body.bytes)
    return Response(status: 200, headers: ["Content-Type": "text/plain"], body: body, route: "/echo")
  }

  func answer(
    toFault status: Int, code: String, detail: String, headers: HeaderFields, requestID: String
  ) -> Response {
    .toFault(status, "{\"status\":\(status),\"code\":\"\(code)\",\"instance\":\"\(requestID)\"}", of: headers)
  }

  private func note(_ head: RequestHead) {
    log.withLock { $0.append("\(head.method) \(head.target.rawPath)") }
  }
}

extension Response {
  /// How the responders here answer a fault; `X-From` is the origin among the fields of the request.
  static func toFault(_ status: Int, _ body: String, of request: HeaderFields) -> Response {
    Response(
      status: status,
      headers: ["Content-Type": "application/problem+json", "X-From": request["Origin"] ?? "nowhere"],
      body: ByteBuffer(body))
  }
}

/// A started server on a port of its own, stopped at the end of the body.
@discardableResult
func withServer<Result>(
  threads: Int = 1, host: String = "127.0.0.1", limits: Server.Limits = .init(), _ body: (Server, Echo) throws -> Result
) throws -> Result {
  let echo = Echo()
  let server = Server(
    .init(address: SocketAddress(host: host, port: 0), threads: threads, limits: limits), responder: echo)
  try server.start()
  defer { server.finish(deadline: .milliseconds(100)) }
  return try body(server, echo)
}

/// Sends raw bytes on a connection of their own and reads the first answer.
func answer(to raw: String, port: UInt16) throws -> Answer {
  let client = try RawClient(port: port)
  try client.send(raw)
  return try client.answer(toHead: raw.hasPrefix("HEAD"))
}

/// Waits until `condition` holds, up to twenty seconds, and expects that it does.
func eventually(_ condition: () -> Bool, sourceLocation: SourceLocation = #_sourceLocation) {
  for _ in 0..<2_000 {
    if condition() { return }
    usleep(10_000)
  }
  Issue.record("did not happen within twenty seconds", sourceLocation: sourceLocation)
}
