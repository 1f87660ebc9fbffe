import SpanMessage
import SpanTestSupport
import Testing

@Suite("Idempotency-Key")
struct IdempotencyTests {
  private static func key(_ text: String) -> [(String, String)] { [("Idempotency-Key", text)] }

  /// The same to the last byte, in what matters to a client.
  private func expectSame(_ a: Answer, _ b: Answer, sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(a.status == b.status && a.body == b.body, sourceLocation: sourceLocation)
    for name in ["ETag", "Location", "Content-Type", "Cache-Control"] {
      #expect(a.all(name) == b.all(name), sourceLocation: sourceLocation)
    }
  }

  @Test("a repeat of any write gets the stored answer, and is done once", arguments: Host.Form.allCases)
  func everyWrite(form: Host.Form) throws {
    let session = try Host(form).floored()
    try session.anchor("b", [0, 0, 1])
    let writes: [(String, String, String?)] = [
      ("PATCH", "", "{\"name\": \"n\"}"),
      ("PUT", "/planes/table", Body.plane("table", at: 0.7, half: 0.3)),
      ("PATCH", "/planes", "{\"remove\": [\"table\"]}"),
      ("POST", "/taps", SessionClient.down(1, 0)),
      ("POST", "/anchors", "{\"id\": \"a\", \"position\": [0, 0, 0]}"),
      ("PATCH", "/anchors", "{\"updates\": [{\"id\": \"a\", \"position\": [0, 0.02, 0]}]}"),
      ("POST", "/measurements", "{\"kind\": \"distance\", \"points\": [\"a\", \"anchor-2\"]}"),
      ("DELETE", "/measurements/measurement-1", nil), ("DELETE", "/anchors/a", nil), ("POST", "/undo", nil),
      ("POST", "/redo", nil), ("POST", "/reset", nil),
    ]
    var first: [Answer] = []
    for (number, (method, rest, body)) in writes.enumerated() {
      let answer = try session.send(method, rest, body, Self.key("k\(number)"))
      #expect((200...204).contains(answer.status), "\(method) \(rest): \(answer.body)")
      first.append(answer)
    }
    let state = try session.wholeState
    for (number, (method, rest, body)) in writes.enumerated() {
      expectSame(try session.send(method, rest, body, Self.key("k\(number)")), first[number])
    }
    #expect(try session.wholeState == state)
  }

  @Test("a retry with a stale If-Match, after its answer was lost, gets the stored 201", arguments: Host.Form.allCases)
  func lostAnswer(form: Host.Form) throws {
    let session = try Host(form).floored()
    let fields = Self.key("tap") + [("If-Match", "\"2\"")]
    let lost = try session.send("POST", "/taps", SessionClient.down(0, 0), fields)
    #expect(lost.status == 201 && lost["ETag"] == "\"3\"")
    try session.tap(1, 1)
    expectSame(try session.send("POST", "/taps", SessionClient.down(0, 0), fields), lost)
    expectSame(try session.send("POST", "/taps", SessionClient.down(0, 0), Self.key("tap")), lost)
    #expect(try session.anchorIDs == ["anchor-1", "anchor-2"])
  }

  @Test("with another request is a mistake: 422", arguments: Host.Form.allCases)
  func mismatch(form: Host.Form) throws {
    let session = try Host(form).floored()
    #expect(try session.send("POST", "/taps", SessionClient.down(0, 0), Self.key("k")).status == 201)
    let others: [(String, String, String?)] = [
      ("POST", "/taps", SessionClient.down(0, 0.5)), ("POST", "/taps", SessionClient.down(0, 0) + " "),
      ("POST", "/taps?x", SessionClient.down(0, 0)), ("POST", "/undo", nil), ("DELETE", "", nil),
    ]
    for (method, rest, body) in others {
      try session.expectRefusal(method, rest, body, Self.key("k"), 422, "idempotency.mismatch")
    }
    #expect(try session.anchorIDs == ["anchor-1"])
  }

  @Test("of a creation makes one session", arguments: Host.Form.allCases)
  func creation(form: Host.Form) throws {
    let client = try Host(form).client
    func make(_ body: String?, _ key: String) throws -> Answer {
      try client.send("POST", "/v1/sessions", json: body, Self.key(key))
    }
    let first = try make("{\"name\": \"a\"}", "k")
    expectSame(try make("{\"name\": \"a\"}", "k"), first)
    let other = try make("{\"name\": \"b\"}", "k")
    try other.expectProblem(422)
    #expect(try other.faults == [": idempotency.mismatch"])
    let second = try make("{\"name\": \"a\"}", "k2")
    #expect(second.status == 201 && second["Location"] != first["Location"])
    #expect(try client.get("/v1/sessions").json.count("/items") == 2)
    // With its session, the answer is forgotten.
    #expect(try client.send("DELETE", try #require(first["Location"])).status == 204)
    let again = try make("{\"name\": \"a\"}", "k")
    #expect(again.status == 201 && again["Location"] != first["Location"])
  }

  @Test("counts within its session only", arguments: Host.Form.allCases)
  func scope(form: Host.Form) throws {
    let host = try Host(form)
    let (one, two) = (try host.floored(), try host.floored())
    for (session, x) in [(one, 0.0), (two, 1.0)] {
      #expect(try session.send("POST", "/taps", SessionClient.down(x, 0), Self.key("k")).status == 201)
    }
    #expect(try host.client.send("POST", "/v1/sessions", json: nil, Self.key("k")).status == 201)
    #expect(try two.read("/anchors").numbers("/items/0/current/position") == [1, 0, 0])
  }

  @Test(
    "of a miss, a preview or a refusal stores nothing: the next attempt may do better", arguments: Host.Form.allCases)
  func nothingStored(form: Host.Form) throws {
    let session = try Host(form).session()
    let tap = SessionClient.down(0, 0)
    #expect(try session.send("POST", "/taps", tap, Self.key("k")).status == 200)
    try session.change("PUT", "/planes/floor", Body.plane("floor"), 201)
    let preview = SessionClient.down(0, 0, ", \"preview\": true")
    #expect(try session.send("POST", "/taps", preview, Self.key("k")).status == 200)
    #expect(try session.send("POST", "/taps", tap, Self.key("k")).status == 201)
    #expect(try session.send("DELETE", "/anchors/late", nil, Self.key("d")).status == 404)
    try session.anchor("late", [1, 1, 1])
    #expect(try session.send("DELETE", "/anchors/late", nil, Self.key("d")).status == 204)
    let stale = Self.key("p") + [("If-Match", "\"1\"")]
    #expect(try session.send("PATCH", "", "{\"name\": \"x\"}", stale).status == 412)
    #expect(try session.send("PATCH", "", "{\"name\": \"x\"}", Self.key("p")).status == 200)
  }

  @Test("of a deletion: a retry is told that it was done", arguments: Host.Form.allCases)
  func deletion(form: Host.Form) throws {
    let session = try Host(form).floored()
    #expect(try session.send("POST", "/undo", nil, Self.key("u")).status == 409)
    #expect(try session.send("POST", "/taps", SessionClient.down(0, 0), Self.key("t")).status == 201)
    #expect(try session.send("DELETE", "", nil, Self.key("d")).status == 204)
    #expect(try session.send("DELETE", "", nil, Self.key("d")).status == 204)
    #expect(try session.send("DELETE", "", nil, Self.key("e")).status == 404)
    // Everything else that was stored went with it.
    #expect(try session.send("POST", "/taps", SessionClient.down(0, 0), Self.key("t")).status == 404)
  }

  @Test(
    "is one visible word", arguments: Host.Form.allCases, ["", "two words", "ä", String(repeating: "k", count: 256)])
  func malformed(form: Host.Form, key: String) throws {
    let host = try Host(form)
    let session = try host.session()
    // Bytes beyond ASCII may not even come through to it.
    try session.expectRefusal("POST", "/reset", nil, Self.key(key), 400)
    try host.client.send("POST", "/v1/sessions", json: nil, Self.key(key)).expectProblem(400)
    try session.expectRefusal("POST", "/reset", nil, Self.key("a") + Self.key("b"), 400, "idempotency.invalid")
    #expect(try session.send("POST", "/reset", nil, Self.key(String(repeating: "k", count: 255))).status == 200)
  }

  @Test("twice at once: one does it, the other gets the same answer or is told to wait", arguments: Host.Form.allCases)
  func twins(form: Host.Form) throws {
    let host = try Host(form)
    let session = try host.floored()
    for round in 0..<10 {
      let answers = try inParallel(4) { _ in
        try session.send("POST", "/taps", SessionClient.down(Double(round) / 4, 0), Self.key("k\(round)"))
      }
      let made = answers.filter { $0.status == 201 }
      #expect(!made.isEmpty && Set(made.map(\.body)).count == 1)
      for answer in answers where answer.status != 201 {
        try answer.expectProblem(409)
        #expect(try answer.json.string("/code") == "idempotency.inFlight" && answer["Retry-After"] == "1")
      }
    }
    #expect(try session.anchorIDs.count == 10)
    let creations = try inParallel(4) { _ in try host.client.send("POST", "/v1/sessions", json: nil, Self.key("c")) }
    #expect(Set(creations.filter { $0.status == 201 }.map { $0["Location"] ?? "" }).count == 1)
    #expect(creations.allSatisfy { $0.status == 201 || $0.status == 409 })
    #expect(try host.client.get("/v1/sessions").json.count("/items") == 2)
  }
}
