import SpanTestSupport
import Testing

@Suite("Measuring")
struct MeasureTests {
  @Test("a pose, a screen point and the planes give ray, hit and range", arguments: Client.both)
  func plainest(client: Client) throws {
    let json = try client.ask("/v1/measure", Body.tap())
    json.expect("/taps/0/ray/origin", [0, 1.5, 0])
    json.expect("/taps/0/ray/direction", [0, -0.7071067812, -0.7071067812])
    // The viewport shows the image at half its size.
    json.expect("/taps/0/imagePoint", [960, 720])
    json.expect("/taps/0/position", [0, 0, -1.5])
    json.expect("/taps/0/hit/distance", 1.5 * 2.squareRoot())
    json.expect("/taps/0/hit/incidenceDegrees", 45)
    json.expect("/taps/0/hit/normal", [0, 1, 0])
    #expect(json.string("/taps/0/id") == "tap-1")
    #expect(json.string("/taps/0/hit/planeId") == "floor")
    #expect(json.string("/taps/0/hit/target") == "existingPlaneGeometry")
    #expect(json.string("/taps/0/hit/facing") == "front")
    #expect(json["/taps/0/hit/insideOutline"] == .boolean(true))
    #expect(json["/taps/0/snap"] == .null)
    json.expect("/taps/0/range/value", 1.5 * 2.squareRoot())
    #expect(json.string("/taps/0/range/unit") == "m")
    #expect(json.count("/measurements") == 0)
    #expect(json.count("/warnings") == 0)
  }

  @Test("the range carries its ±", arguments: Client.both)
  func range(client: Client) throws {
    let json = try client.ask(
      "/v1/measure",
      """
      {"taps": [{"ray": {"origin": [0, 1.5, 0], "direction": [0.1, -1, -0.7]}, "pointing": "crosshair"}],
       "planes": [\(Body.plane("floor"))], "snap": false, "profile": "arkit"}
      """)
    json.expect("/taps/0/range/value", 1.8371173071)
    json.expect("/taps/0/range/uncertainty/standard", 0.03308629452491432, within: 1e-8)
    json.expect("/taps/0/range/uncertainty/low", 1.7674057472134497, within: 1e-6)
    json.expect("/taps/0/range/uncertainty/high", 1.9081143394340299, within: 1e-6)
    #expect(json.string("/taps/0/range/display") == "1.837 m ± 0.071 m")
  }

  @Test("a tap outside the outline falls back to the estimated plane", arguments: Client.both)
  func fallback(client: Client) throws {
    let planes = [Body.plane("floor", half: 1), Body.plane("guess", at: 0.03, half: 5, ", \"kind\": \"estimated\"")]
    let json = try client.ask("/v1/measure", Body.tap(planes: planes))
    json.expect("/taps/0/position", [0, 0.03, -1.47])
    json.expect("/taps/0/hit/distance", 2.0788939367)
    #expect(json.string("/taps/0/hit/planeId") == "guess")
    #expect(json.string("/taps/0/hit/target") == "estimatedPlane")
  }

  @Test("a tap 2.4 cm from a point snaps to it, however near the edge is", arguments: Client.both)
  func snap(client: Client) throws {
    let json = try client.ask(
      "/v1/measure",
      """
      {"taps": [\(Body.down("t", 0, 0.495))], "planes": [\(Body.plane("p", half: 0.5))],
       "points": [{"id": "p1", "position": [0, 0, 0.519]}]}
      """)
    json.expect("/taps/0/position", [0, 0, 0.519])
    json.expect("/taps/0/snap/offset", 0.024)
    json.expect("/taps/0/hit/position", [0, 0, 0.495])
    #expect(json.string("/taps/0/snap/kind") == "point")
    #expect(json.string("/taps/0/snap/pointId") == "p1")
    #expect(json.string("/taps/0/snap/label") == "Snapped to point")
  }

  @Test("without measurements: one distance for each pair that ends in a tap", arguments: Client.both)
  func defaultMeasurements(client: Client) throws {
    let json = try client.ask(
      "/v1/measure",
      """
      {"points": [{"id": "a", "position": [0, 0, 0]}, {"id": "b", "position": [1, 0, 0]}],
       "taps": [\(Body.down("t", 1, 1)), \(Body.down("u", 0, 1))], "planes": [\(Body.plane("f", half: 5))], "snap": false}
      """)
    #expect(json.count("/measurements") == 2)
    #expect(json.strings("/measurements/0/points") == ["b", "t"])
    #expect(json.strings("/measurements/1/points") == ["t", "u"])
    #expect(json.strings("/measurements", "/id") == ["measurement-1", "measurement-2"])
    json.expect("/measurements/0/value", 1)
    json.expect("/measurements/1/value", 1)
  }

  @Test("straight, level and upright distance", arguments: Client.both)
  func distance(client: Client) throws {
    let json = try client.ask("/v1/measure", Body.exact("distance", [(0, 0, 0), (1.2, 0.9, -1.6)]))
    json.expect("/measurements/0/value", 2.1931712199)
    json.expect("/measurements/0/components/horizontal", 2)
    json.expect("/measurements/0/components/vertical", 0.9)
  }

  @Test(
    "every kind has its value and unit", arguments: Client.both,
    [
      Kind("polyline", [(0, 0, 0), (3, 0, 0), (3, 0, 4)], 7, "m"),
      Kind("perimeter", [(0, 0, 0), (3, 0, 0), (3, 0, 4)], 12, "m"),
      Kind("area", [(0, 0, -2), (3, 0, -2), (3, 2.4, -2), (0, 2.4, -2)], 7.2, "m2"),
      Kind("angle", [(1, 0, 0), (0, 0, 0), (1, 1, 0)], 45, "deg"),
      Kind("height", [(0, 0, 0), (1.2, 0.9, -1.6)], 0.9, "m"),
      Kind("volume", [(0, 0, 0), (2, 0, 0), (2, 0, 1.5), (0, 0, 1.5), (0.3, 2.4, 5)], 7.2, "m3"),
    ])
  func kinds(client: Client, kind: Kind) throws {
    let json = try client.ask("/v1/measure", Body.exact(kind.name, kind.points))
    json.expect("/measurements/0/value", kind.value)
    #expect(json.string("/measurements/0/kind") == kind.name)
    #expect(json.string("/measurements/0/unit") == kind.unit)
  }

  @Test("a point over a plane", arguments: Client.both)
  func pointToPlane(client: Client) throws {
    let json = try client.ask(
      "/v1/measure",
      """
      {"taps": [{"id": "t", "ray": {"origin": [0, 1.5, 0], "direction": [0.1, -1, -0.7]}, "pointing": "crosshair"}],
       "planes": [\(Body.plane("floor")), \(Body.plane("table", at: 0.72, half: 1.5))], "snap": false,
       "measurements": [{"kind": "pointToPlane", "points": ["t"], "planeId": "floor"}]}
      """)
    json.expect("/measurements/0/value", 0.72)
    json.expect("/measurements/0/uncertainty/standard", 0.03515623256106814, within: 1e-7)
    json.expect("/measurements/0/uncertainty/low", 0.6461930879248493)
    json.expect("/measurements/0/uncertainty/high", 0.7978795616832549)
  }

  @Test("two points with known sigmas add in quadrature, k from Student's t", arguments: Client.both)
  func quadrature(client: Client) throws {
    let json = try client.ask(
      "/v1/measure",
      """
      {"points": [{"id": "a", "position": [0, 0, 0], "covariance": [0.0009, 0, 0, 0.0009, 0, 0.0009]},
                  {"id": "b", "position": [1, 0, 0], "covariance": [0.000225, 0, 0, 0, 0.000225, 0, 0, 0, 0.000225]}],
       "measurements": [{"kind": "distance", "points": ["a", "b"]}], "noise": {"definition": 0, "scale": 0}}
      """)
    let uncertainty = "/measurements/0/uncertainty"
    json.expect("\(uncertainty)/standard", 0.03355988118274557, within: 1e-8)
    json.expect("\(uncertainty)/coverageFactor", 2.008559112100761, within: 1e-6)
    json.expect("\(uncertainty)/degreesOfFreedom", 50, within: 1e-4)
    json.expect("\(uncertainty)/coverage", 0.95, within: 0)
    #expect(json.strings("\(uncertainty)/flags").contains("assumedIndependent"))
    #expect(json.strings("\(uncertainty)/budget", "/source").contains("prior"))
  }
}

/// A kind of measurement between exact points, with its value by hand.
struct Kind: Sendable, CustomTestStringConvertible {
  let name: String
  let points: [(Double, Double, Double)]
  let value: Double
  let unit: String

  init(_ name: String, _ points: [(Double, Double, Double)], _ value: Double, _ unit: String) {
    (self.name, self.points, self.value, self.unit) = (name, points, value, unit)
  }

  var testDescription: String { name }
}
