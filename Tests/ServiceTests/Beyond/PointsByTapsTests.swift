import SpanTestSupport
import Testing

@Suite("Points given by taps")
struct PointsByTapsTests {
  /// A ready ray from a place through a point.
  static func ray(_ from: (Double, Double, Double), through p: (Double, Double, Double), _ more: String = "") -> String
  {
    """
    {"ray": {"origin": [\(from.0), \(from.1), \(from.2)],
             "direction": [\(p.0 - from.0), \(p.1 - from.1), \(p.2 - from.2)]}, "pointing": "crosshair"\(more)}
    """
  }

  private static let places = [(-0.8, 1.4, 0.2), (0.7, 1.5, 0.1), (0.1, 1.1, 0.4)]

  static func point(_ id: String, _ p: (Double, Double, Double), places: [(Double, Double, Double)] = places) -> String
  {
    "{\"id\": \"\(id)\", \"taps\": [\(places.map { ray($0, through: p) }.joined(separator: ","))]}"
  }

  /// Every source silent but these.
  static func only(_ members: String) -> String {
    let names = members.split(separator: ",").map { $0.split(separator: ":")[0].filter { $0 != " " } }
    let rest = Body.silence.dropFirst().dropLast().split(separator: ",").filter { member in
      !names.contains { member.contains("\($0):") }
    }
    return "{\(members), \(rest.joined(separator: ","))}"
  }

  @Test("are measured like any other", arguments: Client.both)
  func measured(client: Client) throws {
    let json = try client.ask(
      "/v1/measure",
      """
      {"points": [\(Self.point("a", (-0.4, 0.9, -1.8))), \(Self.point("b", (0.8, 1.3, -1.5)))],
       "measurements": [{"kind": "distance", "points": ["a", "b"]}]}
      """)
    // √(1.44 + 0.16 + 0.09)
    json.expect("/measurements/0/value", 1.3, within: 1e-9)
    #expect(json.count("/warnings") == 0 && json.count("/taps") == 0)
    #expect(json.strings("/measurements/0/uncertainty/flags") == [])
  }

  @Test("share the pose with each other and with the taps: its error cancels", arguments: Client.both)
  func correlated(client: Client) throws {
    let noise = Self.only("\"posePosition\": 0.05")
    let feature = "[0.5, 1.2, -2.1]"
    let json = try client.ask(
      "/v1/measure",
      """
      {"points": [\(Self.point("a", (-0.4, 0.9, -1.8))), \(Self.point("b", (0.5, 1.2, -2.1)))],
       "taps": [{"id": "t", "ray": {"origin": [-0.8, 1.4, 0.2], "direction": [1.3, -0.2, -2.3]}, "pointingSigma": 0}],
       "featurePoints": [\(feature)], "targets": ["featurePoint"], "snap": false, "noise": \(noise),
       "measurements": [{"kind": "distance", "points": ["a", "b"]}, {"kind": "distance", "points": ["a", "t"]}]}
      """)
    // What is left are the crosshairs, 3 mrad at 2 m, not the 7 cm of two independent positions.
    for index in 0...1 {
      let lines = json.strings("/measurements/\(index)/uncertainty/budget", "/source")
      #expect(lines == ["tap"])
      #expect(try #require(json.number("/measurements/\(index)/uncertainty/standard")) < 0.02)
    }
  }

  @Test("a tap that snaps to one is it", arguments: Client.both)
  func snapped(client: Client) throws {
    let json = try client.ask(
      "/v1/measure",
      """
      {"points": [\(Self.point("a", (0.1, 0.01, -1.5)))], "planes": [\(Body.plane("floor"))],
       "taps": [{"id": "t", "ray": {"origin": [0, 1.4, 0], "direction": [0.1, -1.4, -1.5]}}],
       "measurements": [{"kind": "distance", "points": ["a", "t"]}]}
      """)
    #expect(json.string("/taps/0/snap/pointId") == "a")
    json.expect("/measurements/0/value", 0, within: 0)
    json.expect("/measurements/0/uncertainty/expanded", 0, within: 0)
  }

  @Test("that cannot be found leave measurements without a value, with warnings", arguments: Client.both)
  func nowhere(client: Client) throws {
    let parallel = """
      {"id": "a", "taps": [{"ray": {"origin": [0, 0, 0], "direction": [0, 0, -1]}},
                           {"ray": {"origin": [1, 0, 0], "direction": [0, 0, -1]}}]}
      """
    let json = try client.ask(
      "/v1/measure",
      """
      {"points": [\(parallel), {"id": "b", "position": [0, 0, 0]}],
       "measurements": [{"kind": "distance", "points": ["a", "b"]}]}
      """)
    #expect(json["/measurements/0/value"] == .null)
    #expect(
      warnings(json) == ["/points/0/taps: triangulation.weak", "/measurements/0/points/0: measurement.missedTap"])
  }

  @Test("warn when their taps do not agree, and of their trackers", arguments: Client.both)
  func doubtful(client: Client) throws {
    let off = Self.ray((0.1, 1.1, 0.4), through: (-0.4, 1.2, -1.8))
    let good = Self.places.prefix(2) + [(0, 0.9, 0), (0.4, 1.8, 0.3)]
    let inconsistent = """
      {"id": "a", "taps": [\((good.map { Self.ray($0, through: (-0.4, 0.9, -1.8)) } + [off]).joined(separator: ","))]}
      """
    let two = """
      {"id": "b", "taps": [\(Self.ray((-1, 0, 0), through: (0, 0.2, -2))), \(Self.ray((1, 0, 0), through: (0, -0.2, -2)))]}
      """
    func camera(_ x: Double, _ tracking: String) -> String {
      """
      {"camera": {"pose": [1,0,0,0, 0,1,0,0, 0,0,1,0, \(x),0,0,1], "tracking": {"state": "\(tracking)"},
        "intrinsics": {"fx": 1500, "fy": 1500, "cx": 960, "cy": 720, "width": 1920, "height": 1440}},
       "screenPoint": [\(960 - 750 * x), 720]}
      """
    }
    let tracked = """
      {"id": "c", "taps": [\(camera(-0.5, "normal")), \(camera(0.5, "limited")), \(camera(0, "notAvailable"))]}
      """
    let json = try client.ask("/v1/measure", "{\"points\": [\(inconsistent), \(two), \(tracked)]}")
    #expect(
      warnings(json) == [
        "/points/2/taps/1/camera/tracking: tracking.limited", "/points/2/taps/2/camera/tracking: tracking.unavailable",
        "/points/0/taps: triangulation.inconsistent", "/points/1/taps: triangulation.inconsistent",
      ])
    #expect(json.string("/warnings/2/message") == "Tap 5 of the point does not fit the others.")
  }

  @Test(
    "take two taps or more, and no position beside them", arguments: Client.both,
    [
      ("\"taps\": []", "/points/0/taps: array.length"),
      ("\"taps\": [{\"ray\": {\"origin\": [0, 0, 0], \"direction\": [0, 0, -1]}}]", "/points/0/taps: array.length"),
      ("\"taps\": 3", "/points/0/taps: array.expected"),
      ("\"taps\": [{}, {}]", "/points/0/taps/0: tap.incomplete"),
      ("\"taps\": null", "/points/0/position: member.missing"),
    ])
  func faults(client: Client, members: (String, String)) throws {
    let answer = try client.post("/v1/measure", "{\"points\": [{\"id\": \"a\", \(members.0)}]}")
    try answer.expectProblem(422)
    #expect(try answer.faults.first == members.1)
  }

  @Test("a view without a camera is told to bring its own, also where the request has one")
  func camera() throws {
    let view = "{\"screenPoint\": [480, 360]}"
    let answer = try Client.direct.post(
      "/v1/measure", "{\"camera\": \(Body.camera), \"points\": [{\"id\": \"a\", \"taps\": [\(view), \(view)]}]}")
    #expect(try answer.faults == ["/points/0/taps/0: tap.incomplete", "/points/0/taps/1: tap.incomplete"])
    #expect(answer.body.contains("A screenPoint needs a camera of its own here."))
  }

  @Test("position and taps together, and taps where nothing is triangulated", arguments: Client.both)
  func ambiguous(client: Client) throws {
    let both = Self.point("a", (0, 0, -1)).dropLast() + ", \"position\": [0, 0, 0]}"
    #expect(try client.post("/v1/measure", "{\"points\": [\(both)]}").faults == ["/points/0/position: tap.ambiguous"])
    let snap = "{\"positions\": [], \"points\": [\(Self.point("a", (0, 0, -1)))]}"
    #expect(try client.post("/v1/snap", snap).faults == ["/points/0/taps: member.unknown"])
  }
}

/// `pointer: code` of each warning.
func warnings(_ json: JSON) -> [String] {
  zip(json.strings("/warnings", "/pointer"), json.strings("/warnings", "/code")).map { "\($0): \($1)" }
}
