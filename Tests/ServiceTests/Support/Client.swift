import SpanAPI
import SpanHTTP
import SpanMessage
import SpanTestSupport
import Testing

/// Asks a responder, in one of two forms behind one face: called directly, or over a socket.
struct Client: Sendable, CustomTestStringConvertible {
  /// The service with its default settings, called directly.
  static let direct = Client(Service(), isRecorded: true)
  /// The same behind a server on a port of its own.
  static let live = Client(Service(), serverLimits: Server.Limits(), isRecorded: true)
  static let both = [direct, live]

  static func both(_ settings: Service.Settings) -> [Client] {
    let service = Service(settings)
    return [Client(service, isRecorded: true), Client(service, serverLimits: Server.Limits(), isRecorded: true)]
  }

  private let responder: any Responder
  private let server: LazyServer?
  /// Whether `openapi.yaml` describes what is asked here.
  private let isRecorded: Bool
  /// Sent with every request.
  private var standing: [(String, String)] = []

  /// - Parameter serverLimits: of the server between; nil: no server.
  init(_ responder: any Responder, serverLimits: Server.Limits? = nil, isRecorded: Bool = false) {
    self.responder = responder
    server = serverLimits.map { LazyServer(responder, $0) }
    self.isRecorded = isRecorded
  }

  /// The same client with a key in its hand.
  func showing(_ key: String) -> Client {
    var client = self
    client.standing = [("Authorization", "Bearer \(key)")]
    return client
  }

  var testDescription: String { server == nil ? "direct" : "live" }

  /// Of the server, for those who speak HTTP themselves; nil: there is none.
  var port: UInt16? { get throws { try server?.port() } }

  @discardableResult
  func send(
    _ method: String, _ target: String, _ fields: [(String, String)] = [], body: String? = nil
  ) throws -> Answer {
    let fields = standing + fields
    let answer =
      if let server {
        try Self.exchange(over: server, method, target, fields, Array((body ?? "").utf8), hasBody: body != nil)
      } else {
        try call(method, target, fields, body ?? "")
      }
    if isRecorded {
      Recorder.shared?.record(
        Exchange(
          form: testDescription, method: method, target: target, fields: fields, body: body ?? "", answer: answer))
    }
    return answer
  }

  func get(_ target: String, _ fields: [(String, String)] = []) throws -> Answer { try send("GET", target, fields) }

  /// Posts JSON.
  func post(_ target: String, _ body: String, _ fields: [(String, String)] = []) throws -> Answer {
    try send("POST", target, [("Content-Type", "application/json")] + fields, body: body)
  }

  /// Sends JSON, if anything.
  func send(
    _ method: String, _ target: String, json: String?, _ fields: [(String, String)] = []
  ) throws -> Answer {
    try send(
      method, target, (json == nil ? [] : [("Content-Type", "application/json")]) + fields, body: json)
  }

  /// Posts JSON that is answered with 200, and reads the answer.
  func ask(_ target: String, _ body: String, sourceLocation: SourceLocation = #_sourceLocation) throws -> JSON {
    let answer = try post(target, body)
    #expect(answer.status == 200, "\(answer.body)", sourceLocation: sourceLocation)
    return try answer.json
  }
}

extension Client {
  /// What the server does, without it: ids are settled, `HEAD` loses its body.
  private func call(_ method: String, _ target: String, _ fields: [(String, String)], _ body: String) throws -> Answer {
    var headers = HeaderFields()
    for (name, value) in fields { headers.append(name, value) }
    let head = RequestHead(
      method: method, target: try RequestTarget(target), headers: headers, id: headers["X-Request-Id"] ?? "direct")
    let response =
      responder.refusal(of: head) ?? responder.respond(to: Request(head: head, body: ByteBuffer(body)))
    return Answer(
      status: response.status,
      fields: response.headers.fields.map { ($0.name, $0.value) } + [("X-Request-Id", head.id)],
      body: method == "HEAD" ? "" : response.body?.text ?? "")
  }

  private static func exchange(
    over server: LazyServer, _ method: String, _ target: String, _ fields: [(String, String)], _ body: [UInt8],
    hasBody: Bool
  ) throws -> Answer {
    var head = "\(method) \(target) HTTP/1.1\r\nHost: 127.0.0.1\r\n"
    for (name, value) in fields { head += "\(name): \(value)\r\n" }
    if hasBody { head += "Content-Length: \(body.count)\r\n" }
    let wire = try Wire(port: try server.port())
    try wire.send(Array("\(head)\r\n".utf8) + body)
    let answer = try wire.answer(isToHead: method == "HEAD")
    return Answer(status: answer.status, fields: answer.fields, body: String(decoding: answer.body, as: UTF8.self))
  }
}

/// A server that starts with its first request.
private final class LazyServer: Sendable {
  private let server: Server
  private let isStarted = Locked(false)

  init(_ responder: any Responder, _ limits: Server.Limits) {
    server = Server(
      Server.Configuration(address: SocketAddress(host: "127.0.0.1", port: 0), limits: limits), responder: responder)
  }

  func port() throws -> UInt16 {
    try isStarted.withLock { isStarted in
      if !isStarted { try server.start() }
      isStarted = true
    }
    return server.boundPort
  }

  deinit {
    if isStarted.withLock({ $0 }) { server.finish(deadline: .milliseconds(100)) }
  }
}
