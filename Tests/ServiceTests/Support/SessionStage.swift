import SpanAPI
import SpanHTTP
import SpanMessage
import SpanStore
import SpanTestSupport
import Testing

/// A session with a bit of everything in it, in a store that can be brought into trouble: a plane `floor`, the anchors
/// `a` and `b`, the measurement `m` of them, and something to redo. It is at version 8.
struct SessionStage {
  let client: Client
  let service: Service
  let store: TroubledStore
  let id: String
  var address: String { "/v1/sessions/\(id)" }

  init(isLive: Bool = false, largestBody: Int? = nil, mostSessions: Int = 100) throws {
    let store = TroubledStore(maximumSessions: mostSessions)
    let (service, client) = Self.open(store, isLive, largestBody) { _ in }
    let id = try #require(client.post("/v1/sessions", #"{"name": "stage"}"#).json.string("/id"))
    (self.client, self.service, self.store, self.id) = (client, service, store, id)
    for (method, path, body) in [
      ("PATCH", "/planes", "{\"upsert\": [\(Body.plane("floor"))]}"),
      ("POST", "/taps", #"{"ray": {"origin": [0, 1, 0], "direction": [0, -1, 0]}, "anchorId": "a"}"#),
      ("POST", "/anchors", #"{"id": "b", "position": [1, 0, 0]}"#),
      ("POST", "/measurements", #"{"id": "m", "kind": "distance", "points": ["a", "b"]}"#),
      ("POST", "/anchors", #"{"id": "c", "position": [2, 0, 0]}"#), ("POST", "/undo", "{}"),
      ("PATCH", "/anchors", #"{"updates": [{"id": "b", "position": [1.02, 0, 0]}]}"#),
    ] {
      let answer = try client.send(method, address + path, [("Content-Type", "application/json")], body: body)
      try #require(answer.status < 300, "\(method) \(path): \(answer.body)")
    }
  }

  private init(_ service: Service, _ client: Client, _ store: TroubledStore, _ id: String) {
    (self.service, self.client, self.store, self.id) = (service, client, store, id)
  }

  /// The same store behind another service, which has read nothing yet.
  func again(_ change: (inout Service.Settings) -> Void = { _ in }) throws -> SessionStage {
    let (service, client) = Self.open(store, false, nil, change)
    return SessionStage(service, client, store, id)
  }

  private static func open(
    _ store: TroubledStore, _ isLive: Bool, _ largestBody: Int?, _ change: (inout Service.Settings) -> Void
  ) -> (Service, Client) {
    var settings = Service.Settings()
    settings.store = store
    change(&settings)
    var limits = Server.Limits()
    if let largestBody { limits.bodyBytes = largestBody }
    let service = Service(settings)
    return (service, Client(service, serverLimits: isLive ? limits : nil, isRecorded: true))
  }

  @discardableResult
  func ask(
    _ operation: SessionOperation, _ fields: [(String, String)] = [], body: String? = nil
  ) throws -> Answer {
    try client.send(
      operation.method, address + operation.path, operation.fields + fields, body: body ?? operation.body)
  }

  /// Sends a request and does not wait for its answer.
  func start(_ operation: SessionOperation, at target: String? = nil, key: String? = nil) -> Deferred {
    var headers = HeaderFields()
    for (name, value) in operation.fields { headers.append(name, value) }
    if let key { headers.append("Idempotency-Key", key) }
    guard let target = try? RequestTarget(target ?? address + operation.path) else { return Deferred() }
    let head = RequestHead(method: operation.method, target: target, headers: headers, id: "first")
    let reply = service.reply(to: Request(head: head, body: ByteBuffer(operation.body ?? "")))
    guard case .later(let deferred) = reply else { return Deferred() }
    return deferred
  }
}

/// One operation of `openapi.yaml` on a session, with a request that a ``SessionStage`` answers well.
struct SessionOperation: Sendable, CustomTestStringConvertible {
  let method: String
  /// Behind the address of the session.
  let path: String
  let body: String?
  /// Of the good answers.
  let statuses: [Int]
  /// A request that is answered with the second of them.
  let otherBody: String?

  init(_ method: String, _ path: String, body: String? = nil, _ statuses: [Int] = [200], otherBody: String? = nil) {
    (self.method, self.path, self.body, self.statuses) = (method, path, body, statuses)
    self.otherBody = otherBody
  }

  var testDescription: String { "\(method) …\(path)" }
  var isChange: Bool { method != "GET" }
  /// It becomes an event.
  var isLogged: Bool { isChange && !(method == "DELETE" && path.isEmpty) }
  var fields: [(String, String)] { body == nil ? [] : [("Content-Type", "application/json")] }
  /// What the path names in the session.
  var item: Substring? { path.split(separator: "/").dropFirst().first }

  static let ray = #""ray": {"origin": [2, 1, 2], "direction": [0, -1, 0]}"#
  private static let plane = Body.plane("new", at: 0.7, half: 0.5)

  static let all =
    [
      SessionOperation("GET", ""), SessionOperation("PATCH", "", body: #"{"unit": "cm"}"#),
      SessionOperation("DELETE", "", [204]), SessionOperation("GET", "/planes"),
      SessionOperation("PATCH", "/planes", body: #"{"remove": ["floor"]}"#), SessionOperation("GET", "/planes/floor"),
      SessionOperation("PUT", "/planes/new", body: plane, [201, 200], otherBody: plane),
      SessionOperation("DELETE", "/planes/floor", [204]),
      SessionOperation("POST", "/taps", body: "{\(ray)}", [201, 200], otherBody: "{\(ray), \"preview\": true}"),
      SessionOperation("GET", "/anchors"),
      SessionOperation("POST", "/anchors", body: #"{"position": [0, 1, 0]}"#, [201]),
      SessionOperation("PATCH", "/anchors", body: #"{"updates": [{"id": "a", "position": [0, 0.02, 0]}]}"#),
      SessionOperation("GET", "/anchors/a"), SessionOperation("DELETE", "/anchors/a", [204]),
      SessionOperation("GET", "/drift"), SessionOperation("GET", "/path"), SessionOperation("GET", "/measurements"),
      SessionOperation("POST", "/measurements", body: #"{"kind": "height", "points": ["a", "b"]}"#, [201]),
      SessionOperation("GET", "/measurements/m"), SessionOperation("DELETE", "/measurements/m", [204]),
      SessionOperation("POST", "/undo", body: "{}"), SessionOperation("POST", "/redo", body: "{}"),
      SessionOperation("POST", "/reset", body: "{}"), SessionOperation("GET", "/events"),
    ] + ReportTests.formats.map { SessionOperation("GET", "/report.\($0)") }
}
