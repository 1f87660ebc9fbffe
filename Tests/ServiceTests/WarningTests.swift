import SpanTestSupport
import Testing

@Suite("What a good answer warns of")
struct WarningTests {
  /// `pointer: code` of each warning.
  private func warnings(_ json: JSON) -> [String] {
    zip(json.strings("/warnings", "/pointer"), json.strings("/warnings", "/code")).map { "\($0): \($1)" }
  }

  private func camera(_ more: String) -> String { Body.camera.dropLast() + ", \(more)}" }

  @Test("limited tracking", arguments: Client.both)
  func tracking(client: Client) throws {
    let camera = camera("\"tracking\": {\"state\": \"limited\", \"reason\": \"excessiveMotion\"}")
    let floor = Body.plane("floor")
    let shorthand = "{\"camera\": \(camera), \"screenPoint\": [480, 360], \"planes\": [\(floor)]}"
    #expect(warnings(try client.ask("/v1/measure", shorthand)) == ["/camera/tracking: tracking.limited"])
    // The camera of the request serves taps that bring none; the warning is about the tap.
    let list = "{\"camera\": \(camera), \"taps\": [{\"screenPoint\": [480, 360]}], \"planes\": [\(floor)]}"
    #expect(warnings(try client.ask("/v1/measure", list)) == ["/taps/0: tracking.limited"])
    #expect(warnings(try client.ask("/v1/raycast", list)) == ["/taps/0: tracking.limited"])
  }

  @Test("outlines without area, and outlines that cross themselves", arguments: Client.both)
  func outlines(client: Client) throws {
    func plane(_ id: String, _ polygon: String) -> String {
      "{\"id\": \"\(id)\", \"pose\": [1,0,0,0, 0,1,0,0, 0,0,1,0, 0,0.5,0,1], \"polygon\": \(polygon)}"
    }
    let planes = [
      Body.plane("good"), plane("line", "[[0, 0], [1, 0], [2, 0]]"), plane("bow", "[[0, 0], [1, 1], [1, 0], [0, 1]]"),
    ]
    let expected = ["/planes/1: polygon.degenerate", "/planes/2/polygon: polygon.selfIntersecting"]
    let taps = "\"taps\": [\(Body.down("t", 0.25, 0))], \"planes\": [\(planes.joined(separator: ","))]"
    let json = try client.ask("/v1/measure", "{\(taps)}")
    #expect(warnings(json) == expected)
    #expect(json.string("/taps/0/hit/planeId") == "good")
    #expect(json.strings("/warnings", "/message").first?.contains("\"line\"") == true)
    #expect(warnings(try client.ask("/v1/raycast", "{\(taps)}")) == expected)
    let snap = "{\"positions\": [], \"planes\": [\(planes.joined(separator: ","))]}"
    #expect(warnings(try client.ask("/v1/snap", snap)) == expected)
  }

  @Test("a measurement of a tap that hit nothing", arguments: Client.both)
  func missedTap(client: Client) throws {
    let json = try client.ask(
      "/v1/measure",
      """
      {"points": [{"id": "a", "position": [0, 0, 0]}, {"id": "b", "position": [1, 0, 0.5]}],
       "taps": [{"id": "t", "ray": {"origin": [0, 1, 0], "direction": [0, 1, 0]}}], "planes": [\(Body.plane("f"))],
       "measurements": [{"id": "m1", "kind": "distance", "points": ["a", "t"]},
                        {"id": "m2", "kind": "distance", "points": ["a", "b"]}]}
      """)
    #expect(warnings(json) == ["/measurements/0/points/1: measurement.missedTap"])
    for name in ["value", "uncertainty", "display"] { #expect(json["/measurements/0/\(name)"] == .null) }
    #expect(json.string("/measurements/0/unit") == "m")
    json.expect("/measurements/1/value", 1.118033988749895, within: 1e-9)
  }

  @Test("an angle with an arm without length", arguments: Client.both)
  func degenerate(client: Client) throws {
    let json = try client.ask("/v1/measure", Body.exact("angle", [(0, 0, 0), (0, 0, 0), (1, 0, 0)]))
    #expect(warnings(json) == ["/measurements/0/points: measurement.degenerate"])
    #expect(json["/measurements/0/value"] == .null)
  }

  @Test("a hit far away", arguments: Client.both)
  func far(client: Client) throws {
    let body = """
      {"taps": [{"ray": {"origin": [0, 0, 0], "direction": [0, 0, -1]}}], "snap": false, "planes": [
        {"id": "wall", "pose": [1,0,0,0, 0,0,1,0, 0,-1,0,0, 0,0,-40,1], "extent": {"width": 4, "height": 4}}]}
      """
    let json = try client.ask("/v1/measure", body)
    #expect(warnings(json) == ["/taps/0: hit.far"])
    #expect(json.strings("/warnings", "/message").first?.hasPrefix("The hit is 40 m away;") == true)
  }

  @Test("a guessed plane met at a flat angle", arguments: Client.both)
  func grazing(client: Client) throws {
    let body = """
      {"taps": [{"ray": {"origin": [0, 1.2, 0], "direction": [0, -0.342020143, -0.939692621]}}],
       "planes": [\(Body.plane("e", half: 30, ", \"kind\": \"estimated\""))]}
      """
    let json = try client.ask("/v1/measure", body)
    json.expect("/taps/0/position", [0, 0, -3.2969729072])
    #expect(warnings(json) == ["/taps/0: estimatedPlane.grazing"])
  }

  @Test("a view matrix where a pose belongs", arguments: Client.both)
  func viewMatrix(client: Client) throws {
    // The inverse of a camera at (1, 1.5, 2) that looks down at the origin.
    let view = """
      {"pose": [0.866025404, -0.211309131, 0.453153894, 0, 0, 0.906307787, 0.422618262, 0,
                -0.5, -0.365998151, 0.784885567, 0, 0.133974596, -0.416156248, -2.656852421, 1],
       "intrinsics": {"fx": 1600, "fy": 1600, "cx": 960, "cy": 720, "width": 1920, "height": 1440}}
      """
    let rest = "\"planes\": [\(Body.plane("floor", half: 2))]"
    let shorthand = try client.ask("/v1/measure", "{\"camera\": \(view), \"screenPoint\": [960, 720], \(rest)}")
    #expect(warnings(shorthand) == ["/camera/pose: pose.looksLikeViewMatrix"])
    #expect(shorthand["/taps/0/hit"] == .null)
    let taps = "\"taps\": [{\"screenPoint\": [960, 720]}]"
    let list = try client.ask("/v1/measure", "{\"camera\": \(view), \(taps), \(rest)}")
    #expect(warnings(list) == ["/taps/0: pose.looksLikeViewMatrix"])
  }
}
