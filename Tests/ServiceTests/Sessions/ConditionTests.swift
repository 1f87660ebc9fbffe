import SpanTestSupport
import Testing

@Suite("If-Match")
struct ConditionTests {
  /// Every kind of write, in an order that lets each happen.
  private static let writes: [(method: String, rest: String, body: String?)] = [
    ("PATCH", "", "{\"name\": \"n\"}"),
    ("PUT", "/planes/floor", Body.plane("floor")),
    ("PATCH", "/planes", "{\"upsert\": [\(Body.plane("table", at: 0.7, half: 0.3))]}"),
    ("POST", "/taps", SessionClient.down(1, 0)),
    ("POST", "/taps", SessionClient.down(2, 0)),
    ("POST", "/anchors", "{\"id\": \"a\", \"position\": [0, 0, 0]}"),
    ("PATCH", "/anchors", "{\"updates\": [{\"id\": \"a\", \"position\": [0, 0.01, 0]}]}"),
    ("POST", "/measurements", "{\"id\": \"m\", \"kind\": \"distance\", \"points\": [\"a\", \"anchor-1\"]}"),
    ("DELETE", "/measurements/m", nil),
    ("DELETE", "/anchors/a", nil),
    ("DELETE", "/planes/table", nil),
    ("POST", "/undo", nil),
    ("POST", "/redo", nil),
    ("POST", "/reset", nil),
    ("DELETE", "", nil),
  ]

  @Test(
    "lets every write through that knows the version, and stops every one that does not", arguments: Host.Form.allCases)
  func everyWrite(form: Host.Form) throws {
    let session = try Host(form).session()
    for (method, rest, body) in Self.writes {
      let version = try session.version
      let state = try session.wholeState
      for tag in ["\"\(version - 1)\"", "\"\(version + 1)\""] {
        let answer = try session.send(method, rest, body, [("If-Match", tag)])
        try answer.expectProblem(412)
        // So that the client need not ask.
        #expect(answer["ETag"] == "\"\(version)\"")
      }
      #expect(try session.wholeState == state)
      let answer = try session.send(method, rest, body, [("If-Match", "\"\(version)\"")])
      #expect((200...204).contains(answer.status), "\(method) \(rest): \(answer.body)")
      if rest.isEmpty, method == "DELETE" {
        #expect(answer["ETag"] == nil)
      } else {
        #expect(answer["ETag"] == "\"\(version + 1)\"")
      }
    }
    #expect(try session.send("GET").status == 404)
  }

  @Test(
    "compares strongly, and takes lists and the asterisk", arguments: Host.Form.allCases,
    [
      (["*"], true), (["\"1\""], true), (["\"7\", \"1\""], true), (["\"7\" ,\"1\" , \"8\""], true),
      (["\"7\"", "\"1\""], true), (["W/\"1\""], false), (["1"], false), (["\"01\""], false), (["\"1"], false),
      (["\"\""], false), ([""], false), (["\"2\", W/\"1\""], false), (["'1'"], false),
    ])
  func comparison(form: Host.Form, example: (values: [String], holds: Bool)) throws {
    let session = try Host(form).session()
    let fields = example.values.map { ("If-Match", $0) }
    let answer = try session.send("PATCH", "", "{\"name\": \"changed\"}", fields)
    #expect(answer.status == (example.holds ? 200 : 412))
    #expect(try session.read().string("/name") == (example.holds ? "changed" : nil))
  }

  @Test("is looked at before what the command itself would be refused for", arguments: Host.Form.direct)
  func order(form: Host.Form) throws {
    let session = try Host(form).session()
    try session.expectRefusal("POST", "/undo", nil, [("If-Match", "\"9\"")], 412)
    try session.expectRefusal("POST", "/undo", nil, [("If-Match", "\"1\"")], 409, "undo.nothing")
    try session.expectRefusal("DELETE", "/anchors/a", nil, [("If-Match", "\"9\"")], 412)
    // But a body that cannot be read is told of first.
    try session.expectRefusal("POST", "/taps", "{}", [("If-Match", "\"9\"")], 422, "tap.incomplete")
  }

  @Test("of one version lets only one of many through", arguments: Host.Form.allCases)
  func race(form: Host.Form) throws {
    let session = try Host(form).session()
    let statuses = try inParallel(8) { number in
      try session.send("PATCH", "", "{\"name\": \"\(number)\"}", [("If-Match", "\"1\"")]).status
    }
    #expect(statuses.sorted() == [200] + Array(repeating: 412, count: 7))
    #expect(try session.version == 2)
  }
}
