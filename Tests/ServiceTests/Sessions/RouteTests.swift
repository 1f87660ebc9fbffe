import SpanTestSupport
import Testing

@Suite("The addresses of sessions")
struct RouteTests {
  /// Below a session: what is answered there, with a body that is taken.
  private static let addresses: [(rest: String, methods: [(String, String?)])] =
    [
      ("", [("GET", nil), ("PATCH", "{\"name\": \"n\"}"), ("DELETE", nil)]),
      ("/planes", [("GET", nil), ("PATCH", "{\"remove\": []}")]),
      ("/planes/floor", [("GET", nil), ("PUT", Body.plane("floor")), ("DELETE", nil)]),
      ("/taps", [("POST", SessionClient.down(0, 0))]),
      ("/anchors", [("GET", nil), ("POST", "{\"position\": [0, 0, 0]}"), ("PATCH", "{\"updates\": []}")]),
      ("/anchors/a", [("GET", nil), ("DELETE", nil)]),
      ("/drift", [("GET", nil)]),
      ("/path", [("GET", nil)]),
      ("/measurements", [("GET", nil), ("POST", "{\"kind\": \"distance\", \"points\": [\"a\", \"b\"]}")]),
      ("/measurements/m", [("GET", nil), ("DELETE", nil)]),
      ("/undo", [("POST", nil)]),
      ("/redo", [("POST", nil)]),
      ("/reset", [("POST", nil)]),
      ("/events", [("GET", nil)]),
    ] + ReportTests.formats.map { ("/report.\($0)", [("GET", nil)]) }

  @Test("answer 404 for a session that never was and for one that is no more", arguments: Host.Form.allCases)
  func unknown(form: Host.Form) throws {
    let host = try Host(form)
    let deleted = try host.floored()
    #expect(try deleted.send("DELETE").status == 204)
    let never = SessionClient(client: host.client, id: "00000000-0000-7000-8000-000000000000")
    for (rest, methods) in Self.addresses {
      for (method, body) in methods {
        for session in [deleted, never, SessionClient(client: host.client, id: "%2e%2e%2f")] {
          for fields in [[], [("If-Match", "*")], [("Idempotency-Key", "k")]] {
            let answer = try session.send(method, rest, body, fields)
            try answer.expectProblem(404)
            #expect(try answer.json.string("/detail")?.contains("no session") == true, "\(answer.body)")
          }
        }
      }
    }
    try deleted.client.send("POST", deleted.address + "/taps", json: SessionClient.down(0, 0, ", \"preview\": true"))
      .expectProblem(404)
    try never.send("GET", "/events", nil, [("Accept", "text/event-stream")]).expectProblem(404)
  }

  @Test("answer 404 for planes, anchors and measurements that are not there", arguments: Host.Form.allCases)
  func unknownItems(form: Host.Form) throws {
    let session = try Host(form).floored()
    try session.tap(0, 0)
    try session.tap(1, 0)
    try session.measure("distance", ["anchor-1", "anchor-2"])
    try session.change("DELETE", "/measurements/measurement-1", nil, 204)
    try session.change("DELETE", "/anchors/anchor-1", nil, 204)
    try session.change("DELETE", "/planes/floor", nil, 204)
    for rest in ["/planes/floor", "/anchors/anchor-1", "/measurements/measurement-1"] {
      for item in [rest, rest + "0"] {
        for method in ["GET", "DELETE"] { try session.expectRefusal(method, item, nil, 404) }
      }
    }
    for rest in ["/nothing", "/anchors/a/b", "/taps/tap-1", "/undo/1"] {
      try session.expectRefusal("GET", rest, nil, 404)
    }
  }

  @Test("answer 405 with what is allowed, and OPTIONS", arguments: Host.Form.allCases)
  func methods(form: Host.Form) throws {
    let session = try Host(form).session()
    for (rest, methods) in Self.addresses {
      let allowed = methods.map(\.0) + (methods.contains { $0.0 == "GET" } ? ["HEAD"] : []) + ["OPTIONS"]
      for method in ["GET", "POST", "PUT", "PATCH", "DELETE"] where !allowed.contains(method) {
        let answer = try session.send(method, rest, method == "GET" ? nil : "{}")
        try answer.expectProblem(405)
        #expect(Set(try #require(answer["Allow"]).split(separator: ", ").map(String.init)) == Set(allowed))
      }
      let options = try session.send("OPTIONS", rest)
      #expect(options.status == 204)
      #expect(Set(try #require(options["Allow"]).split(separator: ", ").map(String.init)) == Set(allowed))
    }
    let answer = try session.client.send("PUT", "/v1/sessions", json: "{}")
    try answer.expectProblem(405)
    #expect(answer["Allow"] == "POST, GET, HEAD, OPTIONS")
  }

  @Test("answer 406 to who takes no JSON, 415 to another type, 400 to what is no JSON", arguments: Host.Form.allCases)
  func negotiation(form: Host.Form) throws {
    let session = try Host(form).session()
    let all = Self.addresses.flatMap { address in address.methods.map { (address.rest, $0.0, $0.1) } }
    for (rest, method, body) in all {
      // A deletion has nothing to say that could be of the wrong kind.
      if method != "DELETE" { try session.expectRefusal(method, rest, body, [("Accept", "image/png")], 406) }
      guard let body else { continue }
      try session.client.send(method, session.address + rest, [("Content-Type", "text/plain")], body: body)
        .expectProblem(415)
      try session.client.send(method, session.address + rest, body: body).expectProblem(415)
      let broken = try session.send(method, rest, "{\"a\": }")
      try broken.expectProblem(400)
      #expect(try broken.json.strings("/errors", "/code") == ["json.syntax"])
      try session.expectRefusal(method, rest, "[]", 422, "object.expected")
    }
    #expect(try session.version == 1)
  }

  @Test("of undo, redo and reset take no body, or an empty object, and nothing else", arguments: Host.Form.allCases)
  func optionalBody(form: Host.Form) throws {
    let session = try Host(form).session()
    for rest in ["/undo", "/redo", "/reset"] {
      try session.expectRefusal("POST", rest, "{\"steps\": 2}", 422, "member.unknown")
      try session.expectRefusal("POST", rest, "null", 422, "object.expected")
      let answer = try session.client.send("POST", session.address + rest, [("Content-Type", "text/plain")], body: "{}")
      try answer.expectProblem(415)
      try session.expectRefusal("POST", rest, "{", 400)
    }
    try session.change("POST", "/reset", "{}")
    try session.change("POST", "/reset")
    try session.change("POST", "/undo", "{}")
  }

  @Test("answer HEAD like GET, without the body", arguments: Host.Form.allCases)
  func head(form: Host.Form) throws {
    let session = try Host(form).floored()
    try session.tap(0, 0)
    for rest in ["", "/planes", "/planes/floor", "/anchors", "/anchors/anchor-1", "/path", "/drift", "/events"]
      + ["/report.svg", "/report.csv", "/report.dxf", "/report.json"]
    {
      let get = try session.send("GET", rest)
      let head = try session.send("HEAD", rest)
      #expect(head.status == 200 && head.body.isEmpty)
      #expect(head["ETag"] == get["ETag"] && head["Content-Type"] == get["Content-Type"])
      if form.isLive { #expect(head["Content-Length"] == "\(get.body.utf8.count)") }
    }
  }
}
