import SpanAPI
import SpanTestSupport
import Testing

@Suite("Sessions")
struct SessionTests {
  @Test("are made with defaults from no body or an empty object", arguments: Host.Form.allCases)
  func defaults(form: Host.Form) throws {
    let client = try Host(form).client
    for body in [nil, "{}", "{\"name\": null, \"snap\": null}"] {
      let answer = try client.send("POST", "/v1/sessions", json: body)
      #expect(answer.status == 201)
      #expect(answer["ETag"] == "\"1\"")
      #expect(answer["Cache-Control"] == "no-store, no-transform")
      let json = try answer.json
      let id = try #require(json.string("/id"))
      #expect(answer["Location"] == "/v1/sessions/\(id)")
      #expect(
        json.names() == [
          "id", "mode", "profile", "confidence", "unit", "snap", "driftThreshold", "version", "createdAt", "updatedAt",
          "counts", "closed", "drift",
        ])
      #expect(json.string("/mode") == "path" && json.string("/profile") == "generic" && json.string("/unit") == "m")
      json.expect("/confidence", 0.95)
      json.expect("/driftThreshold", 0.015)
      #expect(json["/snap"]?.text == "{\"radius\":0.025,\"points\":true,\"edges\":true}")
      #expect(json["/counts"]?.text == "{\"planes\":0,\"anchors\":0,\"measurements\":0}")
      #expect(json["/drift"]?.text == "{\"maximum\":0,\"warning\":false}")
      #expect(try client.get("/v1/sessions/\(id)").body == answer.body)
    }
  }

  @Test("have ids that sort by the time they were made (UUID, version 7)", arguments: Host.Form.direct)
  func ids(form: Host.Form) throws {
    let host = try Host(form)
    let id = try host.session().id
    let parts = id.split(separator: "-").map(String.init)
    #expect(parts.map(\.count) == [8, 4, 4, 4, 12])
    #expect(id.allSatisfy { $0 == "-" || "0123456789abcdef".contains($0) })
    #expect(parts[2].hasPrefix("7") && ["8", "9", "a", "b"].contains(parts[3].prefix(1)))
  }

  @Test("keep what they were told, also through PATCH, which leaves the rest alone", arguments: Host.Form.allCases)
  func settings(form: Host.Form) throws {
    let host = try Host(form)
    let session = try host.session(
      """
      {"name": "Kitchen \\u0000 🏠", "mode": "ruler", "profile": "arkit", "noise": {"scale": 0.001}, "confidence": 0.9,
       "unit": "ft-in", "snap": {"radius": 0.05}, "driftThreshold": 0.02, "metadata": {"a": ["é", 1.5, null, {}]}}
      """)
    var json = try session.read()
    #expect(json.string("/name") == "Kitchen \0 🏠")
    #expect(json.string("/mode") == "ruler" && json.string("/unit") == "ft-in")
    #expect(json["/noise"]?.text == "{\"scale\":0.001}")
    json.expect("/snap/radius", 0.05)
    #expect(json["/metadata"]?.text == "{\"a\":[\"é\",1.5,null,{}]}")
    json = try session.change("PATCH", "", "{\"unit\": \"mm\", \"snap\": false, \"mode\": null}")
    json.expect("/version", 2)
    #expect(json.string("/unit") == "mm" && json["/snap"] == .boolean(false))
    #expect(json.string("/mode") == "ruler" && json.string("/profile") == "arkit")
    #expect(json.string("/name") == "Kitchen \0 🏠")
    json.expect("/driftThreshold", 0.02)
    #expect(json["/noise"]?.text == "{\"scale\":0.001}")
    #expect(try session.read() == json)
  }

  @Test("say when they were made and changed, in UTC", arguments: Host.Form.direct)
  func times(form: Host.Form) throws {
    let session = try Host(form).session()
    let made = try session.read()
    let changed = try session.change("PATCH", "", "{\"name\": \"later\"}")
    let (first, second) = (made.string("/createdAt") ?? "", changed.string("/updatedAt") ?? "")
    #expect(first.count == 24 && first.hasPrefix("20") && first.hasSuffix("Z"))
    #expect(made.string("/updatedAt") == first && changed.string("/createdAt") == first)
    #expect(second >= first)
  }

  @Test("count what they hold", arguments: Host.Form.direct)
  func counts(form: Host.Form) throws {
    let session = try Host(form).floored()
    try session.tap(0, 0)
    try session.tap(1, 0)
    try session.measure("distance", ["anchor-1", "anchor-2"])
    #expect(try session.read()["/counts"]?.text == "{\"planes\":1,\"anchors\":2,\"measurements\":1}")
    try session.change("DELETE", "/anchors/anchor-2", nil, 204)
    #expect(try session.read()["/counts"]?.text == "{\"planes\":1,\"anchors\":1,\"measurements\":0}")
  }

  @Test(
    "refuse settings that make no sense, all at once", arguments: Host.Form.direct,
    [
      ("{\"mode\": \"freehand\"}", "/mode: value.unknown"),
      ("{\"unit\": \"yd\"}", "/unit: value.unknown"),
      ("{\"profile\": \"nobody\"}", "/profile: value.unknown"),
      ("{\"confidence\": 1}", "/confidence: number.outOfRange"),
      ("{\"driftThreshold\": -1}", "/driftThreshold: number.outOfRange"),
      ("{\"metadata\": []}", "/metadata: object.expected"),
      ("{\"name\": 3}", "/name: string.expected"),
      ("{\"nmae\": \"typo\"}", "/nmae: member.unknown"),
      ("{\"profileValues\": {}}", "/profileValues: member.unknown"),
      ("{\"noise\": {\"nothing\": 1}}", "/noise/nothing: member.unknown"),
      ("{\"snap\": {\"radius\": -1}}", "/snap/radius: number.outOfRange"),
      ("[]", ": object.expected"),
    ])
  func faulty(form: Host.Form, example: (body: String, fault: String)) throws {
    let host = try Host(form)
    let session = try host.session()
    for (method, target) in [("POST", "/v1/sessions"), ("PATCH", session.address)] {
      let answer = try host.client.send(method, target, json: example.body)
      try answer.expectProblem(422)
      #expect(try answer.faults == [example.fault])
    }
    #expect(try session.version == 1)
    #expect(try host.client.get("/v1/sessions").json.count("/items") == 1)
  }

  @Test("have bounds for names and metadata", arguments: Host.Form.direct)
  func bounds(form: Host.Form) throws {
    let client = try Host(form).client
    func status(_ body: String) throws -> Int { try client.post("/v1/sessions", body).status }
    let emoji = String(repeating: "🏠", count: 256)
    #expect(try status("{\"name\": \"\(emoji)\"}") == 201)
    #expect(try status("{\"name\": \"\(emoji)x\"}") == 422)
    // {"a":"…"} of 16 KiB
    let text = String(repeating: "x", count: (16 << 10) - 8)
    #expect(try status("{\"metadata\": {\"a\": \"\(text)\"}}") == 201)
    #expect(try status("{\"metadata\": {\"a\": \"\(text)x\"}}") == 422)
  }

  @Test("are gone when they are deleted, with everything", arguments: Host.Form.allCases)
  func deleted(form: Host.Form) throws {
    let host = try Host(form)
    let session = try host.floored()
    let other = try host.session()
    try session.tap(0, 0)
    let answer = try session.send("DELETE")
    #expect(answer.status == 204 && answer.body.isEmpty)
    #expect(try session.send("GET").status == 404)
    #expect(try session.send("DELETE").status == 404)
    #expect(try host.client.get("/v1/sessions").json.strings("/items", "/id") == [other.id])
  }

  @Test("are not there on a service without a store")
  func storeless() throws {
    // Not held against openapi.yaml, which describes a service with one.
    let client = Client(Service())
    #expect(try client.get("/v1/sessions").status == 404)
    #expect(try client.post("/v1/sessions", "{}").status == 404)
  }

  @Test("have a log that ends: 507, but they can still be read and deleted", arguments: Host.Form.direct)
  func full(form: Host.Form) throws {
    let host = try Host(form) { $0.limits.eventsInSession = 3 }
    let session = try host.floored()
    try session.tap(0, 0)
    try session.expectRefusal("POST", "/taps", SessionClient.down(1, 0), 507, "events.full")
    try session.expectRefusal("PATCH", "", "{\"name\": \"x\"}", 507, "events.full")
    #expect(try session.tap(1, 0, ", \"preview\": true", 200).string("/tap/hit/planeId") == "floor")
    #expect(try session.send("DELETE").status == 204)
  }
}
