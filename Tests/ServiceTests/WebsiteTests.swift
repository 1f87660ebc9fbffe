import SpanAPI
import SpanHTTP
import SpanTestSupport
import SpanWeb
import Testing

@Suite("The pages that people look at")
struct WebsiteTests {
  private static let both = [
    Client(Website(before: Service())),
    Client(Website(before: Service()), serverLimits: Server.Limits()),
  ]
  private static let pages = ["/", "/docs", "/sessions/01a22c45-2532-7203-b02b-339d5251b42d"]

  @Test("each page comes as HTML, and may load nothing but what this service serves", arguments: both, pages)
  func page(client: Client, address: String) throws {
    let answer = try client.get(address)
    #expect(answer.status == 200)
    #expect(answer["Content-Type"] == "text/html; charset=utf-8")
    #expect(answer.body.hasPrefix("<!doctype html>"))
    let policy = try #require(answer["Content-Security-Policy"])
    #expect(
      Set(policy.split(separator: ";").map { $0.drop { $0 == " " } }) == [
        "default-src 'none'", "script-src 'self'", "style-src 'self'", "connect-src 'self'", "img-src 'self' data:",
        "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'",
      ])
    #expect(answer["X-Content-Type-Options"] == "nosniff")
    #expect(answer["Referrer-Policy"] == "no-referrer")
    #expect(answer["Cross-Origin-Resource-Policy"] == "same-origin")
  }

  @Test("browsers keep files, and ask whether they are still the same", arguments: both, ["/", "/web/base.css"])
  func kept(client: Client, address: String) throws {
    let answer = try client.get(address)
    #expect(answer["Cache-Control"] == "no-cache")
    let tag = try #require(answer["ETag"])
    for known in [tag, "W/\(tag)", "\"other\", \(tag)", "*"] {
      let again = try client.get(address, [("If-None-Match", known)])
      #expect(again.status == 304)
      #expect(again.body.isEmpty)
      #expect(again["ETag"] == tag)
    }
    #expect(try client.get(address, [("If-None-Match", "\"other\"")]).body == answer.body)
  }

  @Test("files differ in their tags")
  func tags() throws {
    let addresses = Website(before: Service()).router.routes.map(\.template).filter { !$0.contains("{") }
    let tags = try addresses.map { try Self.both[0].get($0)["ETag"] }
    #expect(tags.count > 20)
    #expect(Set(tags).count == tags.count)
  }

  @Test("everything that a page or a script names is there, with the type that browsers insist on")
  func references() throws {
    let client = Self.both[0]
    var waiting = Self.pages
    var seen = Set(waiting)
    while let address = waiting.popLast() {
      let answer = try client.get(address)
      #expect(answer.status == 200, "\(address)")
      let type = [".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8"]
      for (ending, expected) in type where address.hasSuffix(ending) { #expect(answer["Content-Type"] == expected) }
      for named in answer.body.matches(of: /"(?:\/web\/|\.\/)([a-z]+\.(?:js|css|json|svg))"/).map({ "/web/\($0.1)" })
      where seen.insert(named).inserted { waiting.append(named) }
    }
    // A reader that finds nothing proves nothing, and what nobody names is not needed.
    #expect(seen.isSuperset(of: ["/web/playground.js", "/web/vectors.js", "/web/rooms.json", "/web/docs.css"]))
    let served = Set(Website(before: Service()).router.routes.map(\.template).filter { $0.hasPrefix("/web/") })
    #expect(served.subtracting(seen).isEmpty)
  }

  @Test("no page holds a script or a style of its own", arguments: pages)
  func inline(address: String) throws {
    let body = try Self.both[0].get(address).body
    #expect(!body.contains(/<script(?![^>]*\ssrc=)/))
    #expect(!body.contains(/<style|\sstyle=|\son[a-z]+=|javascript:/))
  }

  @Test("HEAD says the same without a body, OPTIONS what works, and nothing else does", arguments: both)
  func methods(client: Client) throws {
    let head = try client.send("HEAD", "/docs")
    #expect(head.status == 200)
    #expect(head.body.isEmpty)
    #expect(head["ETag"] == (try client.get("/docs"))["ETag"])
    #expect(try client.send("OPTIONS", "/docs")["Allow"] == "GET, HEAD, OPTIONS")
    try client.send("POST", "/", body: "").expectProblem(405)
  }

  @Test("what is no page is the service's to answer", arguments: both)
  func others(client: Client) throws {
    for address in [
      "/web/", "/web/none.js", "/web/../openapi.yaml", "/sessions", "/sessions/", "/sessions/a/b", "/docs/",
    ] {
      try client.get(address).expectProblem(404)
    }
    #expect(try client.get("/healthz").body == "{\"status\":\"ok\"}")
    #expect(try client.ask("/v1/measure", Body.tap()).string("/taps/0/hit/planeId") == "floor")
    try client.get("/v1/measure").expectProblem(405)
  }

  @Test("pages need no key, what they ask for does")
  func keys() throws {
    var settings = Service.Settings()
    settings.gate = Gate(KeyRing([]))
    let client = Client(Website(before: Service(settings)))
    for address in Self.pages { #expect(try client.get(address).status == 200) }
    try client.post("/v1/measure", Body.tap()).expectProblem(401)
  }

  @Test("without them the service has none", arguments: pages + ["/web/base.css"])
  func off(address: String) throws {
    try Client(Service()).get(address).expectProblem(404)
  }
}
