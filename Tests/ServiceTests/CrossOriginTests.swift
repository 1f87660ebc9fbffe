import SpanAPI
import SpanHTTP
import SpanTestSupport
import Testing

@Suite("Pages of other origins")
struct CrossOriginTests {
  private static func settings(_ origins: String...) -> Service.Settings {
    var settings = Service.Settings()
    settings.corsOrigins = origins
    return settings
  }

  private static let named = Client.both(settings("https://a.example", "http://localhost:5173"))
  private static let open = Client.both(settings("*"))

  private static func preflight(_ origin: String, _ method: String = "POST") -> [(String, String)] {
    [
      ("Origin", origin), ("Access-Control-Request-Method", method),
      ("Access-Control-Request-Headers", "content-type, x-evil"),
    ]
  }

  /// The fields about other origins.
  private func shared(_ answer: Answer) -> [String: String] {
    var fields: [String: String] = [:]
    for (name, value) in answer.fields where name.hasPrefix("Access-Control-") { fields[name] = value }
    return fields
  }

  @Test("are not even mentioned where none was named", arguments: Client.both)
  func off(client: Client) throws {
    for answer in try [
      client.post("/v1/snap", "{\"positions\": []}", [("Origin", "https://a.example")]),
      client.send("OPTIONS", "/v1/snap", Self.preflight("https://a.example")),
    ] {
      #expect(shared(answer).isEmpty)
      #expect(answer["Vary"] == nil)
    }
  }

  @Test("may read answers where they were named, and refusals too", arguments: named)
  func allowed(client: Client) throws {
    for origin in ["https://a.example", "http://localhost:5173"] {
      let fields = [("Origin", origin)]
      for answer in try [
        client.post("/v1/snap", "{\"positions\": []}", fields), client.post("/v1/snap", "{", fields),
        client.get("/healthz", fields), client.get("/nothing", fields), client.get("/v1/snap", fields),
      ] {
        #expect(
          shared(answer) == [
            "Access-Control-Allow-Origin": origin,
            "Access-Control-Expose-Headers": "ETag, Location, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id",
          ])
        #expect(answer.all("Vary") == ["Origin"])
      }
    }
  }

  /// Fields of a request that the server refuses below the routes, and its status.
  private static let faults: [([(String, String)], Int)] = [
    ([("Content-Length", "2"), ("Content-Length", "2")], 400), ([("Content-Length", "99999999")], 413),
    ([("Content-Encoding", "br")], 415), ([("Expect", "luck")], 417),
  ]

  /// The answer over a socket, where pages of `origins` may call.
  private func answer(
    whereAllowed origins: [String], to fields: [(String, String)], from origin: String
  ) throws -> Answer {
    var settings = Service.Settings()
    settings.corsOrigins = origins
    let client = Client(Service(settings), serverLimits: Server.Limits())
    return try client.send("POST", "/v1/snap", [("Content-Type", "application/json"), ("Origin", origin)] + fields)
  }

  @Test("may read refusals from below the routes as well", arguments: faults)
  func belowRoutes(fields: [(String, String)], status: Int) throws {
    let answer = try answer(whereAllowed: ["https://a.example"], to: fields, from: "https://a.example")
    try answer.expectProblem(status)
    #expect(
      shared(answer) == [
        "Access-Control-Allow-Origin": "https://a.example",
        "Access-Control-Expose-Headers": "ETag, Location, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id",
      ])
    #expect(answer.all("Vary") == ["Origin"])
    let other = try self.answer(whereAllowed: ["https://a.example"], to: fields, from: "https://b.example")
    #expect(other.status == status && shared(other).isEmpty)
    #expect(other.all("Vary") == ["Origin"])
    let open = try self.answer(whereAllowed: ["*"], to: fields, from: "https://b.example")
    #expect(open.all("Access-Control-Allow-Origin") == ["*"] && open["Vary"] == nil)
    let closed = try self.answer(whereAllowed: [], to: fields, from: "https://a.example")
    #expect(shared(closed).isEmpty && closed["Vary"] == nil)
  }

  @Test(
    "may not where they were not; caches are told that it depends", arguments: named,
    [
      "https://b.example", "https://a.example.evil.example", "http://a.example", "https://a.example:8443",
      "https://A.example", "null", "", "https://a.example, https://b.example", "*",
    ])
  func refused(client: Client, origin: String) throws {
    let answer = try client.get("/version", [("Origin", origin)])
    #expect(answer.status == 200)
    #expect(shared(answer).isEmpty)
    #expect(answer.all("Vary") == ["Origin"])
    let preflight = try client.send("OPTIONS", "/v1/measure", Self.preflight(origin))
    #expect(preflight.status == 204)
    #expect(shared(preflight).isEmpty)
  }

  @Test("and a request without an origin is answered as ever", arguments: named)
  func noOrigin(client: Client) throws {
    let answer = try client.get("/version")
    #expect(shared(answer).isEmpty)
    #expect(answer.all("Vary") == ["Origin"])
  }

  @Test("a preflight names the methods of the route and a fixed list of fields", arguments: named)
  func preflight(client: Client) throws {
    let answer = try client.send("OPTIONS", "/v1/measure", Self.preflight("https://a.example"))
    #expect(answer.status == 204)
    #expect(answer.body.isEmpty)
    #expect(
      shared(answer) == [
        "Access-Control-Allow-Origin": "https://a.example", "Access-Control-Allow-Methods": "POST, OPTIONS",
        "Access-Control-Allow-Headers":
          "Authorization, Content-Encoding, Content-Type, Idempotency-Key, If-Match, Last-Event-ID, traceparent, "
          + "tracestate, X-Request-Id",
        "Access-Control-Max-Age": "7200",
      ])
    #expect(answer.all("Vary") == ["Origin"])
    #expect(!answer.fields.contains { $0.value.contains("x-evil") })
    let plain = try client.send("OPTIONS", "/healthz", Self.preflight("https://a.example", "DELETE"))
    #expect(plain["Access-Control-Allow-Methods"] == "GET, HEAD, OPTIONS")
  }

  private static let foreign = ("Sec-Fetch-Site", "cross-site")

  @Test(
    "may not have their visitors' browsers change or compute anything",
    arguments: Client.both + named,
    [[foreign], [foreign, ("Origin", "null")], [foreign, ("Origin", "https://evil.example")]])
  func foreignWrites(client: Client, fields: [(String, String)]) throws {
    for (method, target) in [("POST", "/v1/sessions"), ("POST", "/v1/measure"), ("DELETE", "/v1/sessions/a")] {
      let answer = try client.send(method, target, fields)
      try answer.expectProblem(403)
      #expect(try answer.json.string("/code") == "origin.notAllowed")
    }
    #expect(try client.get("/version", fields).status == 200)
    #expect(try client.send("HEAD", "/version", fields).status == 200)
    #expect(try client.send("OPTIONS", "/v1/snap", fields).status == 204)
  }

  @Test("may where they were named, and whoever is no such page may too", arguments: named)
  func ownWrites(client: Client) throws {
    let body = "{\"positions\": []}"
    #expect(try client.post("/v1/snap", body, [Self.foreign, ("Origin", "https://a.example")]).status == 200)
    for site in ["same-origin", "same-site", "none"] {
      #expect(try client.post("/v1/snap", body, [("Sec-Fetch-Site", site)]).status == 200)
    }
    #expect(try client.post("/v1/snap", body, [("Origin", "https://evil.example")]).status == 200)
  }

  @Test("may all where a star lets them", arguments: open)
  func openWrites(client: Client) throws {
    #expect(try client.post("/v1/snap", "{\"positions\": []}", [Self.foreign]).status == 200)
  }

  @Test("leave a session as it is: a form without a body undoes nothing")
  func undo() throws {
    let host = try Host(.directMemory)
    let session = try host.floored()
    try session.tap(0, 0)
    try host.client.send("POST", "\(session.address)/undo", [Self.foreign]).expectProblem(403)
    #expect(try session.anchorIDs == ["anchor-1"])
  }

  @Test("a preflight for nothing is a 404", arguments: named)
  func preflightForNothing(client: Client) throws {
    let answer = try client.send("OPTIONS", "/v1/nothing", Self.preflight("https://a.example"))
    try answer.expectProblem(404)
    #expect(answer["Access-Control-Allow-Methods"] == nil)
  }

  @Test("a star lets every page in, without a word about the origin", arguments: open)
  func star(client: Client) throws {
    for fields in [[], [("Origin", "https://anyone.example")], [("Origin", "null")]] {
      let answer = try client.get("/version", fields)
      #expect(answer.all("Access-Control-Allow-Origin") == ["*"])
      #expect(answer["Vary"] == nil)
    }
    let preflight = try client.send("OPTIONS", "/v1/raycast", Self.preflight("https://anyone.example"))
    #expect(preflight["Access-Control-Allow-Origin"] == "*")
    #expect(preflight["Access-Control-Allow-Methods"] == "POST, OPTIONS")
    #expect(preflight["Access-Control-Allow-Credentials"] == nil)
  }
}
