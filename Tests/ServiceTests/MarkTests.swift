import SpanAPI
import SpanMessage
import SpanTestSupport
import Testing

@Suite("What answers tell operators beside their bodies")
struct MarkTests {
  private func response(_ service: Service, _ method: String, _ target: String, _ body: String) throws -> Response {
    let head = RequestHead(
      method: method, target: try RequestTarget(target), headers: ["Content-Type": "application/json"], id: "r")
    return service.refusal(of: head) ?? service.respond(to: Request(head: head, body: ByteBuffer(body)))
  }

  private let hit = Body.down("a", 0, 0)
  private let miss = Body.down("b", 9, 9)
  private let blind = #"{"id": "c", "camera": CAMERA, "screenPoint": [480, 360]}"#.replacing(
    "CAMERA", with: Body.camera.replacing("\"viewport\"", with: #""tracking": {"state": "notAvailable"}, "viewport""#))

  @Test("each tap that met nothing, with the code of its miss", arguments: ["/v1/measure", "/v1/raycast"])
  func misses(address: String) throws {
    let planes = "\"planes\": [\(Body.plane("floor"))]"
    let taps = [hit, miss, blind, miss.replacing("\"b\"", with: "\"d\"")].joined(separator: ",")
    let response = try response(Service(), "POST", address, "{\"taps\": [\(taps)], \(planes)}")
    #expect(response.status == 200, "\(response.body?.text ?? "")")
    #expect(response.marks == ["hit.none", "tracking.unavailable", "hit.none"])
    #expect(response.route == address && response.code == nil)
    let good = try self.response(Service(), "POST", address, "{\"taps\": [\(hit)], \(planes)}")
    #expect(good.status == 200 && good.marks.isEmpty)
  }

  @Test("a tap of a session that met nothing, and a correction that ends in a warning")
  func session() throws {
    let host = try Host(.directMemory)
    let session = try host.floored()
    try session.anchor("a", [0, 0, 0])
    func marks(_ method: String, _ rest: String, _ body: String) throws -> [String] {
      let response = try response(host.service, method, session.address + rest, body)
      #expect(response.status < 300)
      return response.marks
    }
    #expect(try marks("POST", "/taps", SessionClient.down(9, 9)) == ["hit.none"])
    #expect(try marks("POST", "/taps", SessionClient.down(9, 9, ", \"preview\": true")) == ["hit.none"])
    #expect(try marks("POST", "/taps", SessionClient.down(1, 1)) == [])
    // The default threshold is 15 mm.
    #expect(try marks("PATCH", "/anchors", #"{"updates": [{"id": "a", "position": [0.01, 0, 0]}]}"#) == [])
    #expect(
      try marks("PATCH", "/anchors", #"{"updates": [{"id": "a", "position": [0.02, 0, 0]}]}"#) == ["drift.warning"])
  }

  @Test("how often a session was in memory, and how many are")
  func cache() throws {
    let host = try Host(.directMemory)
    let session = try host.session()
    _ = try session.version
    _ = try session.version
    _ = try host.client.get("/v1/sessions/nowhere")
    let figures = try #require(host.service.sessions?.cacheFigures)
    #expect(figures.sessions == 1 && figures.bytes > 0 && figures.hits == 2 && figures.misses == 1)
  }

  @Test("the code of a problem, and whose key it was")
  func problems() throws {
    let keys = Keys()
    var settings = Service.Settings()
    settings.gate = keys.gate
    let service = Service(settings)
    func ask(_ key: String?) throws -> Response {
      var headers: HeaderFields = ["Content-Type": "application/json"]
      if let key { headers.append("Authorization", "Bearer \(key)") }
      let head = RequestHead(method: "POST", target: try RequestTarget("/v1/snap"), headers: headers, id: "r")
      return service.refusal(of: head)
        ?? service.respond(to: Request(head: head, body: ByteBuffer("{\"positions\": []}")))
    }
    let good = try ask(keys.measuring.secret)
    #expect(good.status == 200 && good.caller == Caller(tenant: "acme", key: keys.measuring.key.id))
    let narrow = try ask(keys.sessions.secret)
    #expect(narrow.code == "scope.missing" && narrow.caller == Caller(tenant: "acme", key: keys.sessions.key.id))
    let none = try ask(nil)
    #expect(none.code == "key.missing" && none.caller == nil && none.route == "/v1/snap")
  }
}
