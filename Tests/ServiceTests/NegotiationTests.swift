import SpanAPI
import SpanTestSupport
import Testing

@Suite("Which methods, paths and media types are answered")
struct NegotiationTests {
  @Test(
    "an unknown path is a 404", arguments: Client.both,
    ["/", "/v1", "/v1/", "/v1/nothing", "/v1/measure/", "/v1//measure", "/V1/measure", "/v1%2Fmeasure", "/readyz"])
  func unknownPath(client: Client, path: String) throws {
    for method in ["GET", "POST", "OPTIONS", "BREW"] {
      let answer = try client.send(method, path)
      try answer.expectProblem(404)
      #expect(try answer.json.string("/detail")?.contains("\"\(path)\"") == true)
      #expect(answer["Allow"] == nil)
    }
  }

  @Test("a path is what it is once decoded", arguments: Client.both)
  func encodedPath(client: Client) throws {
    #expect(try client.get("/%68ealthz").status == 200)
    #expect(try client.get("/healthz?verbose=1").status == 200)
  }

  @Test(
    "another method is a 405 that names those allowed", arguments: Client.both,
    ["GET", "HEAD", "PUT", "PATCH", "DELETE", "TRACE", "BREW", "post"])
  func methodOfMeasuring(client: Client, method: String) throws {
    for path in Address.measuring {
      let answer = try client.send(method, path)
      #expect(answer.status == 405)
      #expect(answer.all("Allow") == ["POST, OPTIONS"])
      if method != "HEAD" { try answer.expectProblem(405) }
    }
  }

  @Test("and so it is beside the measuring addresses", arguments: Client.both, ["POST", "DELETE"])
  func methodOfPlain(client: Client, method: String) throws {
    for path in Address.plain {
      let answer = try client.send(method, path)
      try answer.expectProblem(405)
      #expect(answer.all("Allow") == ["GET, HEAD, OPTIONS"])
    }
  }

  @Test("OPTIONS names the methods, and so it does for the server as a whole", arguments: Client.both)
  func options(client: Client) throws {
    func allowed(_ path: String) throws -> String? {
      let answer = try client.send("OPTIONS", path)
      #expect(answer.status == 204)
      #expect(answer.body.isEmpty)
      #expect(answer["Access-Control-Allow-Origin"] == nil)
      return answer["Allow"]
    }
    for path in Address.measuring { #expect(try allowed(path) == "POST, OPTIONS") }
    for path in Address.plain { #expect(try allowed(path) == "GET, HEAD, OPTIONS") }
    #expect(try allowed("*") == "GET, POST, HEAD, OPTIONS")
  }

  @Test("the server as a whole has nothing to get", arguments: Client.both)
  func asterisk(client: Client) throws {
    try client.get("*").expectProblem(404)
  }

  @Test("HEAD answers the fields of GET and no body", arguments: Client.both)
  func head(client: Client) throws {
    for path in Address.plain {
      let (got, head) = (try client.get(path), try client.send("HEAD", path))
      #expect(head.status == 200)
      #expect(head.body.isEmpty)
      for name in ["Content-Type", "Content-Length", "Cache-Control"] { #expect(head[name] == got[name]) }
    }
  }

  @Test(
    "Accept that takes the answer", arguments: Client.both,
    [
      "application/json", "Application/JSON", "*/*", "application/*", "text/html, application/json;q=0.1",
      "application/json; charset=utf-8", "text/html,*/*;q=0.8", "*/*;q=0, application/json",
      "application/*;q=0, application/json;q=0.001", "", ",", ";q=0", "json", "*", "text/html;x=\",\", */*",
      "application/json ; q = 1", "application/json;q=0, application/json",
    ])
  func accepted(client: Client, accept: String) throws {
    #expect(try client.get("/healthz", [("Accept", accept)]).status == 200)
    #expect(try client.get("/healthz", [("Accept", "text/html"), ("Accept", accept + ", */*;q=0.1")]).status == 200)
  }

  @Test(
    "Accept that does not is a 406", arguments: Client.both,
    [
      "text/html", "application/json;q=0", "application/json;q=0.000", "APPLICATION/JSON;Q=0", "*/*;q=0",
      "application/*;q=0, */*", "application/json;q=0, */*", "application/xml, text/*", "application/problem+json",
      "text/html;x=\", application/json\"", "application/json\u{301}", "/",
    ])
  func notAccepted(client: Client, accept: String) throws {
    for path in ["/healthz", "/version", "/v1/profiles"] {
      let answer = try client.get(path, [("Accept", accept)])
      try answer.expectProblem(406)
      #expect(try answer.json.string("/detail")?.contains("application/json") == true)
    }
    for path in Address.measuring { try client.post(path, "{}", [("Accept", accept)]).expectProblem(406) }
  }

  @Test("the description is YAML", arguments: Client.both)
  func yaml(client: Client) throws {
    #expect(try client.get("/openapi.yaml", [("Accept", "application/yaml")]).status == 200)
    try client.get("/openapi.yaml", [("Accept", "application/json")]).expectProblem(406)
  }

  @Test(
    "bodies that are named JSON in UTF-8 are read", arguments: Client.both,
    [
      "application/json", "Application/Json", "application/json;charset=utf-8", "application/json; charset=UTF-8",
      "application/json ;  charset=\"utf-8\"", "application/json; profile=x", "application/json;",
      "application/json; profile=\";charset=latin1\"",
    ])
  func contentType(client: Client, type: String) throws {
    for path in Address.measuring {
      // Whatever is wrong with an empty object, it is not its type.
      #expect(try client.send("POST", path, [("Content-Type", type)], body: "{}").status == 422)
    }
  }

  @Test(
    "bodies that are named anything else are a 415 that says what to send", arguments: Client.both,
    [
      nil, "", "text/plain", "application/x-www-form-urlencoded", "application/jsonp", "application/json2",
      "application/problem+json", "application/json; charset=iso-8859-1", "application/json; charset",
      "application/json; charset=", "application / json", "application/json, text/plain",
    ])
  func unsupported(client: Client, type: String?) throws {
    for path in Address.measuring {
      let fields = type.map { [("Content-Type", $0)] } ?? []
      let answer = try client.send("POST", path, fields, body: "{}")
      try answer.expectProblem(415)
      #expect(answer["Accept"] == "application/json")
      #expect(try answer.json.string("/detail")?.hasSuffix("with the header Content-Type: application/json.") == true)
    }
  }

  @Test("no answer below /v1 may be kept or changed on the way", arguments: Client.both)
  func caching(client: Client) throws {
    let answers = try [
      client.post("/v1/measure", Body.tap()), client.post("/v1/measure", "{"), client.post("/v1/snap", "{}"),
      client.send("OPTIONS", "/v1/snap"), client.get("/v1/snap"), client.get("/v1/nothing"),
      client.send("POST", "/v1/raycast", body: "{}"), client.post("/v1/raycast", "{}", [("Accept", "text/html")]),
      client.get("/v1/profiles"),
    ]
    #expect(answers.map(\.status) == [200, 400, 422, 204, 405, 404, 415, 406, 200])
    for answer in answers { #expect(answer.all("Cache-Control") == ["no-store, no-transform"]) }
    for path in Address.plain { #expect(try client.get(path)["Cache-Control"] == nil) }
  }

  @Test("the caller's request id comes back, in a problem as well", arguments: Client.both)
  func requestID(client: Client) throws {
    let id = [("X-Request-Id", "abc-123/4")]
    #expect(try client.get("/healthz", id).all("X-Request-Id") == ["abc-123/4"])
    let answer = try client.post("/v1/measure", "[]", id)
    #expect(answer.all("X-Request-Id") == ["abc-123/4"])
    #expect(try answer.json.string("/instance") == "abc-123/4")
    #expect(try client.get("/healthz")["X-Request-Id"]?.isEmpty == false)
  }
}
