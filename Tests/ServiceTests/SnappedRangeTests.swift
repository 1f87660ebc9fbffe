import SpanTestSupport
import Testing

@Suite("What is left of a tap's doubt when it snaps")
struct SnappedRangeTests {
  @Test("a flat view widens nothing between a point and itself", arguments: Client.both)
  func itself(client: Client) throws {
    // 1.07° over the floor: k·κ is beyond 0.95, where other lengths lose their upper bound.
    let json = try client.ask(
      "/v1/measure",
      """
      {"taps": [{"id": "t", "ray": {"origin": [0, 1.2, 0], "direction": [0, -0.01875, -1]}}],
       "planes": [\(Body.plane("floor", half: 500))],
       "measurements": [{"kind": "distance", "points": ["t", "t"]}, {"kind": "height", "points": ["t", "t"]}]}
      """)
    #expect(json["/taps/0/range/uncertainty/high"] == .null)
    for place in 0..<2 {
      let measurement = "/measurements/\(place)"
      for figure in ["value", "uncertainty/expanded", "uncertainty/low", "uncertainty/high"] {
        json.expect("\(measurement)/\(figure)", 0)
      }
      #expect(json.string("\(measurement)/display") == "0.000 m ± 0.000 m")
      #expect(!json.strings("\(measurement)/uncertainty/flags").contains("unbounded"))
    }
  }

  @Test("the range to a given point still tells how its camera tracked", arguments: Client.both)
  func tracking(client: Client) throws {
    func flags(_ state: String) throws -> [String] {
      let camera = Body.camera.dropLast() + ", \"tracking\": {\"state\": \"\(state)\"}}"
      let json = try client.ask(
        "/v1/measure",
        """
        {"taps": [{"camera": \(camera), "screenPoint": [480, 360]}], "planes": [\(Body.plane("floor"))],
         "points": [{"id": "a", "position": [0.01, 0, -1.5], "covariance": [1e-6, 0, 0, 1e-6, 0, 1e-6]}]}
        """)
      #expect(json.string("/taps/0/snap/pointId") == "a")
      return json.strings("/taps/0/range/uncertainty/flags")
    }
    #expect(try flags("normal") == ["assumedIndependent"])
    #expect(try flags("limited") == ["trackingLimited", "assumedIndependent"])
  }

  @Test("of a tap on a corner nothing is left, nor whose word its errors were", arguments: Client.both)
  func corner(client: Client) throws {
    // The ray meets the floor, whose σ are the profile's; the corner is of a table top just below, whose σ are given.
    let json = try client.ask(
      "/v1/measure",
      """
      {"taps": [{"id": "t", "ray": {"origin": [0.505, 1, 0.505], "direction": [0, -1, 0]}}],
       "planes": [\(Body.plane("floor")),
                  \(Body.plane("top", at: -0.01, half: 0.5, ", \"sigma\": {\"offset\": 0.004, \"tiltDegrees\": 0.2, \"boundary\": 0.01}"))],
       "points": [{"id": "a", "position": [0.5, 0.7, 0.2], "covariance": [4e-6, 0, 0, 4e-6, 0, 4e-6]}],
       "measurements": [{"kind": "height", "points": ["a", "t"]}], "noise": {"scale": 0.002}}
      """)
    #expect(json.string("/taps/0/snap/planeId") == "top")
    let sources = json.strings("/measurements/0/uncertainty/budget", "/source")
    #expect(sources.sorted() == ["definition", "plane", "prior", "scale"])
    // Welch–Satterthwaite: 50 for each line that the client answers for, none for the definition.
    var sum = 0.0
    for (place, source) in sources.enumerated() where source != "definition" {
      let share = try #require(json.number("/measurements/0/uncertainty/budget/\(place)/share"))
      sum += share * share / 50
    }
    json.expect("/measurements/0/uncertainty/degreesOfFreedom", 1 / sum, within: 1e-6)
  }
}
