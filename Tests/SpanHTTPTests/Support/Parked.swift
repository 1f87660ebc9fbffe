import SpanHTTP
import SpanMessage
import Testing

/// Answers later, when a test says so, but for `/now` and `/ready`.
final class Parked: Responder {
  private struct State {
    var waiting: [(request: Request, deferred: Deferred)] = []
    var faults: [String] = []
  }

  private let state = Locked(State())

  /// Requests whose answer the test still has to give.
  var count: Int { state.withLock { $0.waiting.count } }

  /// Codes of the faults the server asked an answer for.
  var faults: [String] { state.withLock { $0.faults } }

  /// Hands over the answers that are still to be given, in the order the requests came.
  func takeAll() -> [(request: Request, deferred: Deferred)] {
    state.withLock { state in
      defer { state.waiting = [] }
      return state.waiting
    }
  }

  func completeAll() { for (request, deferred) in takeAll() { deferred.complete(with: Self.answer(to: request)) } }

  /// Names the request: no answer may go to another one.
  static func answer(to request: Request) -> Response {
    let body = ByteBuffer("later \(request.head.target.rawPath) ")
    unsafe body.append(request.body.bytes)
    return Response(status: 200, headers: ["Content-Type": "text/plain"], body: body, route: "/later")
  }

  func refusal(of head: RequestHead) -> Response? { nil }

  func respond(to request: Request) -> Response { Response(status: 200, body: ByteBuffer("now")) }

  func reply(to request: Request) -> Reply {
    switch request.head.target.segments {
    case ["now"]: return .now(respond(to: request))
    case ["ready"]:
      let deferred = Deferred()
      deferred.complete(with: Self.answer(to: request))
      return .later(deferred)
    default:
      let deferred = Deferred()
      state.withLock { $0.waiting.append((request, deferred)) }
      return .later(deferred)
    }
  }

  func answer(
    toFault status: Int, code: String, detail: String, headers: HeaderFields, requestID: String
  ) -> Response {
    state.withLock { $0.faults.append(code) }
    return .toFault(status, code, of: headers)
  }
}

/// A started server that answers later, stopped at the end of the body.
func withParked(
  threads: Int = 1, limits: Server.Limits = .init(), observer: Observer? = nil, _ body: (Server, Parked) throws -> Void
) throws {
  let responder = Parked()
  let server = Server(
    .init(address: SocketAddress(host: "127.0.0.1", port: 0), threads: threads, limits: limits), responder: responder,
    observer: observer)
  try server.start()
  defer { server.finish(deadline: .milliseconds(100)) }
  try body(server, responder)
}
