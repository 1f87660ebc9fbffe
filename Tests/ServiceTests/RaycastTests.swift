import SpanAPI
import SpanTestSupport
import Testing

@Suite("Raycasting")
struct RaycastTests {
  private static let tableAndFloor = "[\(Body.plane("floor")), \(Body.plane("table", at: 0.72))]"

  @Test("every hit: targets in the order asked, nearest first within each", arguments: Client.both)
  func order(client: Client) throws {
    let json = try client.ask(
      "/v1/raycast",
      """
      {"taps": [\(Body.down("down", 0.2, -1, from: 1.5))], "planes": \(Self.tableAndFloor),
       "targets": ["existingPlaneInfinite", "existingPlaneGeometry"]}
      """)
    #expect(json.strings("/taps", "/id") == ["down"])
    #expect(json.strings("/taps/0/hits", "/planeId") == ["table", "floor", "table", "floor"])
    #expect(
      json.strings("/taps/0/hits", "/target") == [
        "existingPlaneInfinite", "existingPlaneInfinite", "existingPlaneGeometry", "existingPlaneGeometry",
      ])
    json.expect("/taps/0/hits/0/distance", 0.78)
    json.expect("/taps/0/hits/1/distance", 1.5)
    json.expect("/taps/0/hits/1/position", [0.2, 0, -1])
    #expect(json["/taps/0/miss"] == nil)
  }

  @Test(
    "a tie within a nanometre goes to the plane earlier in the list", arguments: Client.both,
    [(0.0, 4e-10), (4e-10, 0.0), (0.0, 0.0)])
  func ties(client: Client, heights: (Double, Double)) throws {
    let json = try client.ask(
      "/v1/raycast",
      """
      {"taps": [\(Body.down("t", 0.1, 0.2))],
       "planes": [\(Body.plane("first", at: heights.0)), \(Body.plane("second", at: heights.1))]}
      """)
    #expect(json.strings("/taps/0/hits", "/planeId") == ["first", "second"])
  }

  @Test("a plane met from below is met from the back", arguments: Client.both)
  func back(client: Client) throws {
    let json = try client.ask(
      "/v1/raycast",
      """
      {"taps": [{"ray": {"origin": [0, 0.2, 0], "direction": [0, 3, 0]}}], "planes": [\(Body.plane("table", at: 0.72))]}
      """)
    #expect(json.strings("/taps/0/hits", "/facing") == ["back"])
    json.expect("/taps/0/hits/0/normal", [0, 1, 0])
    json.expect("/taps/0/ray/direction", [0, 1, 0])
  }

  @Test("a tap that meets nothing says what was tried and why it failed", arguments: Client.both)
  func miss(client: Client) throws {
    let outside = try client.ask("/v1/raycast", Body.tap(planes: [Body.plane("small", half: 1)]))
    #expect(outside.count("/taps/0/hits") == 0)
    #expect(outside.string("/taps/0/miss/code") == "hit.none")
    // The ray meets z = −1.5, the outline ends at −1.
    #expect(
      outside.string("/taps/0/miss/message")
        == "Nothing was hit (tried existingPlaneGeometry, estimatedPlane): "
        + "the ray meets the nearest plane ahead, \"small\", 0.5 m outside its outline.")

    let messages = try [
      Body.tap(planes: []), Body.tap(planes: [Body.plane("ceiling", at: 2.5)]),
      Body.tap(", \"alignment\": \"vertical\""), Body.tap(planes: [], ", \"targets\": [\"featurePoint\"]"),
    ].map { try client.ask("/v1/raycast", $0).string("/taps/0/miss/message") ?? "" }
    #expect(messages[0].hasSuffix(": no surface of these kinds is known."))
    #expect(messages[1].hasSuffix(": every surface lies behind the ray or parallel to it."))
    #expect(messages[2].hasSuffix(": the nearest plane ahead, \"floor\", has another alignment than asked for."))
    #expect(messages[3].hasPrefix("Nothing was hit (tried featurePoint): "))
  }

  @Test("a tap without tracking is no tap", arguments: Client.both)
  func tracking(client: Client) throws {
    let camera = Body.camera.dropLast() + ", \"tracking\": {\"state\": \"limited\", \"reason\": \"relocalizing\"}}"
    let body = """
      {"camera": \(camera), "screenPoint": [480, 360], "planes": [\(Body.plane("floor"))]}
      """
    let cast = try client.ask("/v1/raycast", body)
    #expect(cast.count("/taps/0/hits") == 0)
    #expect(cast.string("/taps/0/miss/code") == "tracking.unavailable")
    let measured = try client.ask("/v1/measure", body)
    #expect(measured["/taps/0/hit"] == .null)
    #expect(measured["/taps/0/position"] == .null)
    #expect(measured["/taps/0/covariance"] == .null)
    #expect(measured["/taps/0/range"] == nil)
    #expect(measured.string("/taps/0/miss/code") == "tracking.unavailable")
  }

  private static var threeHits: Service.Settings {
    var settings = Service.Settings()
    settings.limits.hits = 3
    return settings
  }

  @Test("an answer may hold so many hits and no more", arguments: Client.both(threeHits))
  func tooManyHits(client: Client) throws {
    let planes = ["a", "b", "c"].map { Body.plane($0) }.joined(separator: ",")
    let three = """
      {"taps": [\(Body.down("t", 0, 0))], "planes": [\(planes)]}
      """
    #expect(try client.ask("/v1/raycast", three).count("/taps/0/hits") == 3)
    let four = """
      {"taps": [\(Body.down("t", 0, 0)), \(Body.down("u", 0, 0))], "planes": [\(planes)]}
      """
    let answer = try client.post("/v1/raycast", four)
    try answer.expectProblem(422)
    #expect(try answer.faults == ["/taps: tooMany"])
  }
}
