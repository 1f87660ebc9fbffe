import SpanAPI
import SpanHTTP
import SpanMessage
import SpanStore
import SpanTestSupport
import Testing

/// Each test brings about one status for every operation that can answer it. `scripts/validate-responses` then holds
/// the answers against `openapi.yaml`, where no other statuses may stand.
@Suite("Every status of every operation on sessions")
struct SessionStatusTests {
  @Test("done", arguments: SessionOperation.all)
  func done(operation: SessionOperation) throws {
    let stage = try SessionStage()
    let answer = try stage.ask(operation)
    #expect(operation.statuses.contains(answer.status), "\(answer.body)")
    if answer.status == 204 { #expect(answer.body.isEmpty) }
    if let second = operation.otherBody {
      let other = try stage.ask(operation, body: second)
      #expect(operation.statuses == [answer.status, other.status], "\(other.body)")
    }
  }

  @Test("400: the path, the query, the key or the body cannot be read", arguments: SessionOperation.all)
  func malformed(operation: SessionOperation) throws {
    let stage = try SessionStage(isLive: true)
    let address = "/v1/sessions/%zz" + operation.path
    try stage.client.send(operation.method, address, operation.fields, body: operation.body).expectProblem(400)
    guard operation.isChange else { return }
    let key = try stage.ask(operation, [("Idempotency-Key", "two words")])
    try key.expectProblem(400)
    #expect(try key.json.string("/code") == "idempotency.invalid")
    if operation.body != nil { try stage.ask(operation, body: "{").expectProblem(400) }
  }

  @Test("404: no such session; nothing of that name in it", arguments: SessionOperation.all)
  func unknown(operation: SessionOperation) throws {
    let stage = try SessionStage()
    let nowhere = "/v1/sessions/0199a0c2-7d4e-7c1a-9f3b-2f6d8e5a4b17" + operation.path
    try stage.client.send(operation.method, nowhere, operation.fields, body: operation.body).expectProblem(404)
    if let item = operation.item, operation.method != "PUT" {
      let other = stage.address + operation.path.dropLast(item.count) + "nobody"
      try stage.client.send(operation.method, other).expectProblem(404)
    }
  }

  @Test("406: the answer is not acceptable; one without a body always is", arguments: SessionOperation.all)
  func notAcceptable(operation: SessionOperation) throws {
    let answer = try SessionStage().ask(operation, [("Accept", "application/problem+json")])
    if operation.method == "DELETE" { #expect(answer.status == 204) } else { try answer.expectProblem(406) }
  }

  @Test("409: the same key is being worked on", arguments: SessionOperation.all.filter(\.isChange))
  func inFlight(operation: SessionOperation) throws {
    let stage = try SessionStage()
    stage.store.isHolding = true
    let first = stage.start(operation, key: "one")
    let second = try stage.ask(operation, [("Idempotency-Key", "one")])
    try second.expectProblem(409)
    #expect(try second.json.string("/code") == "idempotency.inFlight")
    #expect(second["Retry-After"] == "1")
    stage.store.isHolding = false
    #expect(first.awaited.outcome != nil)
  }

  @Test("409: what is new is there already, nothing is left to undo or redo")
  func conflict() throws {
    let stage = try SessionStage()
    let ray = SessionOperation.ray
    for (path, body, code) in [
      ("/anchors", #"{"id": "a", "position": [5, 0, 5]}"#, "id.duplicate"),
      ("/taps", "{\(ray), \"anchorId\": \"a\"}", "id.duplicate"),
      ("/measurements", #"{"id": "m", "kind": "distance", "points": ["a", "b"]}"#, "id.duplicate"),
      ("/reset", "{}", ""), ("/redo", "{}", "redo.nothing"),
    ] {
      let answer = try stage.client.post(stage.address + path, body)
      if code.isEmpty { continue }
      try answer.expectProblem(409)
      #expect(try answer.json.string("/code") == code)
    }
    var answer = try stage.client.post(stage.address + "/undo", "")
    while answer.status == 200 { answer = try stage.client.post(stage.address + "/undo", "") }
    try answer.expectProblem(409)
    #expect(try answer.json.string("/code") == "undo.nothing")
  }

  @Test("400: a query or a place in the stream that is none", arguments: ["after=-1", "after=%2B1", "limit=1001", "x"])
  func malformedEvents(query: String) throws {
    let stage = try SessionStage()
    try stage.client.get(stage.address + "/events?" + query).expectProblem(400)
    for place in ["-1", "+1", "a"] {
      try stage.client.get(stage.address + "/events", [("Last-Event-ID", place)]).expectProblem(400)
    }
  }

  @Test("410: events that are not kept any more")
  func gone() throws {
    let stage = try SessionStage()
    stage.store.compact(stage.id)
    let answer = try stage.client.get(stage.address + "/events")
    try answer.expectProblem(410)
    #expect(try answer.json.string("/code") == "events.gone")
  }

  @Test("412: another version than If-Match names", arguments: SessionOperation.all.filter(\.isChange))
  func preconditionFailed(operation: SessionOperation) throws {
    let stage = try SessionStage()
    for tag in ["\"1\"", "W/\"8\"", "8", "\"9\", \"x\"", ""] {
      let answer = try stage.ask(operation, [("If-Match", tag)])
      try answer.expectProblem(412)
      #expect(answer["ETag"] == "\"8\"")
    }
    #expect(try stage.ask(operation, [("If-Match", "\"7\", \"8\"")]).status < 300)
  }

  @Test("a preview changes nothing: any version is right, and any key that is one")
  func preview() throws {
    let stage = try SessionStage()
    let body = "{\(SessionOperation.ray), \"preview\": true}"
    let fields = [("If-Match", "\"7\""), ("Idempotency-Key", "word")]
    for _ in 0..<2 { #expect(try stage.client.post(stage.address + "/taps", body, fields).status == 200) }
    try stage.client.post(stage.address + "/taps", body, [("Idempotency-Key", "two words")]).expectProblem(400)
  }

  @Test("413: the body is too large", arguments: SessionOperation.all.filter { $0.body != nil })
  func tooLarge(operation: SessionOperation) throws {
    let stage = try SessionStage(isLive: true, largestBody: 4000)
    try stage.ask(operation, body: String(repeating: " ", count: 4001)).expectProblem(413)
  }

  @Test("415: the body is no JSON by its type", arguments: SessionOperation.all.filter { $0.body != nil })
  func mediaType(operation: SessionOperation) throws {
    let stage = try SessionStage()
    let answer = try stage.client.send(
      operation.method, stage.address + operation.path, [("Content-Type", "text/plain")], body: operation.body)
    try answer.expectProblem(415)
    #expect(answer["Accept"] == "application/json")
  }

  @Test("422: understood but wrong; the key of another request", arguments: SessionOperation.all.filter(\.isChange))
  func wrong(operation: SessionOperation) throws {
    let stage = try SessionStage()
    if operation.body != nil {
      #expect(try stage.ask(operation, body: #"{"nonsense": 1}"#).faults.contains("/nonsense: member.unknown"))
    }
    let key = [("Idempotency-Key", "one")]
    #expect(try stage.client.post(stage.address + "/anchors", #"{"position": [9, 9, 9]}"#, key).status == 201)
    #expect(try stage.ask(operation, key).faults == [": idempotency.mismatch"])
  }

  @Test("500: a log that cannot be read", arguments: SessionOperation.all)
  func unreadable(operation: SessionOperation) throws {
    let stage = try SessionStage()
    let other = stage.store.addNonsense()
    let answer = try stage.client.send(
      operation.method, "/v1/sessions/\(other)" + operation.path, operation.fields, body: operation.body)
    try answer.expectProblem(500)
    #expect(try answer.json.string("/code") == "log.unreadable")
  }

  @Test("503: the store cannot be reached", arguments: SessionOperation.all)
  func unavailable(operation: SessionOperation) throws {
    // One that has the session in memory does not notice until it has to write.
    let stage = operation.isChange ? try SessionStage() : try SessionStage().again()
    stage.store.isDown = true
    let answer = try stage.ask(operation)
    try answer.expectProblem(503)
    #expect(try answer.json.string("/code") == "store.unavailable")
    #expect(answer["Retry-After"].flatMap { Int($0) }.map { 1...5 ~= $0 } == true)
    stage.store.isDown = false
    #expect(try stage.ask(operation).status < 300)
  }

  @Test("507: the log is full", arguments: SessionOperation.all.filter(\.isLogged))
  func full(operation: SessionOperation) throws {
    let stage = try SessionStage().again { $0.limits.eventsInSession = 8 }
    let answer = try stage.ask(operation)
    try answer.expectProblem(507)
    #expect(try answer.json.string("/code") == "events.full")
  }
}

@Suite("Every status of the list of sessions")
struct SessionListStatusTests {
  private static let path = "/v1/sessions"

  @Test("made, and listed")
  func done() throws {
    let client = try SessionStage().client
    #expect(try client.send("POST", Self.path).status == 201)
    #expect(try client.post(Self.path, "{}").status == 201)
    #expect(try client.get(Self.path + "?limit=2").json.count("/items") == 2)
  }

  @Test(
    "400: what cannot be read",
    arguments: ["limit=0", "limit=%2B1", "limit=201", "limit=", "cursor=x", "limit=1&limit=1", "x=1"])
  func malformed(query: String) throws {
    let client = try SessionStage().client
    let answer = try client.get(Self.path + "?" + query)
    try answer.expectProblem(400)
    #expect(try answer.json.string("/code") == "query.invalid")
    try client.post(Self.path, "{").expectProblem(400)
    try client.post(Self.path, "{}", [("Idempotency-Key", "")]).expectProblem(400)
  }

  @Test("406, 413, 415, 422: as everywhere")
  func refused() throws {
    let client = try SessionStage(isLive: true, largestBody: 4000).client
    try client.get(Self.path, [("Accept", "image/png")]).expectProblem(406)
    try client.post(Self.path, "{}", [("Accept", "image/png")]).expectProblem(406)
    try client.post(Self.path, String(repeating: " ", count: 4001)).expectProblem(413)
    try client.send("POST", Self.path, [("Content-Type", "text/plain")], body: "{}").expectProblem(415)
    #expect(try client.post(Self.path, #"{"mode": "square"}"#).faults == ["/mode: value.unknown"])
  }

  @Test("409: the same key is being worked on")
  func inFlight() throws {
    let stage = try SessionStage()
    stage.store.isHolding = true
    let creation = SessionOperation("POST", "", body: "{}")
    let first = stage.start(creation, at: Self.path, key: "one")
    try stage.client.post(Self.path, "{}", [("Idempotency-Key", "one")]).expectProblem(409)
    stage.store.isHolding = false
    #expect(first.awaited.outcome != nil)
  }

  @Test("503: the store cannot be reached")
  func unavailable() throws {
    let stage = try SessionStage()
    stage.store.isDown = true
    try stage.client.get(Self.path).expectProblem(503)
    try stage.client.post(Self.path, "{}").expectProblem(503)
  }

  @Test("507: as many sessions as there may be")
  func full() throws {
    let stage = try SessionStage(mostSessions: 1)
    let answer = try stage.client.post(Self.path, "{}")
    try answer.expectProblem(507)
    #expect(try answer.json.string("/code") == "sessions.full")
  }
}
