import SpanTestSupport
import Testing

@Suite("The same request has the same answer, byte by byte")
struct DeterminismTests {
  /// Taps that snap to a point, to an edge, that miss, and all that can be said about them.
  private static let everything = """
    {"taps": [\(Body.down("t", 0, 0.495)), \(Body.down("u", 0.499, 0)), {"ray": {"origin": [0,1,0], "direction": [0,1,0]}}],
     "planes": [\(Body.plane("p", half: 0.5)), \(Body.plane("q", at: -1))], "unit": "ft-in",
     "points": [{"id": "p1", "position": [0, 0, 0.519]}],
     "measurements": [{"kind": "distance", "points": ["t", "u"]}, {"kind": "angle", "points": ["t", "u", "p1"]},
                      {"kind": "area", "points": ["t", "u", "p1"]}, {"kind": "distance", "points": ["t", "tap-3"]}]}
    """
  private static let snap = """
    {"positions": [{"position": [0, 0, 0.49]}, {"position": [0.5, 0, 0.499]}], "points": [], "planes": [\(Body.plane("p", half: 0.5))]}
    """

  private static func answers(_ client: Client) throws -> [String] {
    try [
      client.post("/v1/measure", everything), client.post("/v1/raycast", Body.tap()), client.post("/v1/snap", snap),
      client.post("/v1/measure", "{\"b\":1,\"a\":2,\"unit\":3}", [("X-Request-Id", "same")]), client.get("/version"),
    ].map(\.body)
  }

  @Test("asked twice", arguments: Client.both)
  func repeated(client: Client) throws {
    let first = try Self.answers(client)
    for _ in 0..<5 { #expect(try Self.answers(client) == first) }
  }

  @Test("asked directly and over a socket")
  func overSocket() throws {
    #expect(try Self.answers(.direct) == Self.answers(.live))
  }

  @Test("asked by eight at a time")
  func atOnce() async throws {
    let first = try Self.answers(.direct)
    try await withThrowingTaskGroup(of: [String].self) { group in
      for _ in 0..<8 { group.addTask { try Self.answers(.direct) } }
      for try await answers in group { #expect(answers == first) }
    }
  }

  @Test("members come in the order of the description", arguments: Client.both)
  func order(client: Client) throws {
    let json = try client.ask("/v1/measure", Self.everything)
    #expect(json.names() == ["taps", "measurements", "warnings"])
    #expect(json.names("/taps/0") == ["id", "ray", "hit", "snap", "position", "covariance", "range"])
    #expect(json.names("/taps/2") == ["id", "ray", "hit", "miss", "snap", "position", "covariance"])
    #expect(json.names("/taps/0/ray") == ["origin", "direction"])
    #expect(
      json.names("/taps/0/hit") == [
        "position", "distance", "target", "planeId", "normal", "facing", "incidenceDegrees", "insideOutline", "pose",
      ])
    #expect(json.names("/taps/0/range") == ["value", "unit", "uncertainty", "display"])
    #expect(
      json.names("/measurements/0")?.filter { $0 != "advice" } == [
        "id", "kind", "points", "value", "unit", "uncertainty", "display", "components",
      ])
    #expect(json.names("/measurements/3") == ["id", "kind", "points", "value", "unit", "uncertainty", "display"])
    #expect(
      json.names("/measurements/0/uncertainty") == [
        "standard", "expanded", "low", "high", "coverage", "coverageFactor", "degreesOfFreedom", "kappa", "budget",
        "flags",
      ])
    #expect(json.names("/measurements/0/uncertainty/budget/0") == ["source", "standard", "share"])
    let components = ["horizontal", "vertical", "horizontalArea"]
    func named(_ index: Int) -> [String]? {
      json.names("/measurements/\(index)/components")?.filter { components.contains($0) }
    }
    #expect(named(0) == ["horizontal", "vertical"])
    #expect(named(2) == ["horizontalArea"])
    #expect(json.names("/warnings/0") == ["code", "message", "pointer"])
    #expect(
      try client.post("/v1/raycast", Body.tap()).json.names("/taps/0") == ["id", "ray", "imagePoint", "hits"])
    #expect(try client.ask("/v1/snap", Self.snap).names("/positions/0") == ["id", "position", "snap"])
  }

  @Test("the answer is compact, and its order does not follow the request's", arguments: Client.both)
  func compact(client: Client) throws {
    let (forth, back) = (
      "{\"positions\": [], \"planes\": [], \"points\": []}", "{\"points\":[],\n\t\"planes\":[],\r\"positions\":[]}"
    )
    for body in [forth, back] {
      #expect(try client.post("/v1/snap", body).body == "{\"positions\":[],\"warnings\":[]}")
    }
  }

  @Test("no number of an answer is a negative zero, whatever was sent", arguments: Client.both)
  func negativeZero(client: Client) throws {
    // The reader refuses -0 wherever it stands.
    let measured = try client.ask(
      "/v1/measure",
      """
      {"points": [{"id": "a", "position": [-0.0, -0, 0]}, {"id": "b", "position": [-0.0, 0, -1]}], "snap": {"radius": -0.0},
       "taps": [{"ray": {"origin": [-0.0, 1, -0.0], "direction": [-0.0, -1, -0.0]}}], "planes": [\(Body.plane("p", at: -0.0))],
       "measurements": [{"kind": "height", "points": ["a", "b"]}, {"kind": "distance", "points": ["a", "b"]},
                        {"kind": "angle", "points": ["a", "b", "tap-1"]}]}
      """)
    measured.expect("/measurements/0/value", 0, within: 0)
    for display in measured.strings("/measurements", "/display") { #expect(!display.contains("-")) }
    let snapped = try client.post("/v1/snap", "{\"positions\": [{\"position\": [-0.0, -0, -0e5]}]}")
    #expect(
      snapped.body == "{\"positions\":[{\"id\":\"position-1\",\"position\":[0,0,0],\"snap\":null}],\"warnings\":[]}")
  }
}
