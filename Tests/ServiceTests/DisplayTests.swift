import SpanTestSupport
import Testing

@Suite("A length as a person would write it down")
struct DisplayTests {
  /// Student's t for 95 % and the 50 degrees of freedom of given points (any table: 2.0086).
  private static let coverageFactor = 2.008559112100761

  /// The text of a distance between two points, of which one is uncertain along the line between them.
  private func display(_ client: Client, _ value: Double, _ expanded: Double, _ unit: String) throws -> String? {
    let standard = expanded / Self.coverageFactor
    let json = try client.ask(
      "/v1/measure",
      """
      {"points": [{"id": "a", "position": [0, 0, 0], "covariance": [0, 0, 0, 0, 0, 0]},
                  {"id": "b", "position": [\(value), 0, 0], "covariance": [\(standard * standard), 0, 0, 0, 0, 0]}],
       "measurements": [{"kind": "distance", "points": ["a", "b"]}], "noise": \(Body.silence), "unit": "\(unit)"}
      """)
    json.expect("/measurements/0/value", value, within: 1e-12)
    return json.string("/measurements/0/display")
  }

  @Test(
    "the ± has two digits, rounded up; the value ends at the same place", arguments: Client.both,
    [
      Length(1.2341, 0.0266, "m", "1.234 m ± 0.027 m"), Length(1.2341, 0.0271, "m", "1.234 m ± 0.028 m"),
      Length(1.2341, 0.0266, "cm", "123.4 cm ± 2.7 cm"), Length(1.2341, 0.0266, "mm", "1234 mm ± 27 mm"),
      // 48.587 in, 1.047 in
      Length(1.2341, 0.0266, "in", "48.6 in ± 1.1 in"),
      // 4.0489 ft, 0.0873 ft
      Length(1.2341, 0.0266, "ft", "4.049 ft ± 0.088 ft"),
      // 0.0995 has digits that carry to 0.100, which is 0.10
      Length(1.2341, 0.0995, "m", "1.23 m ± 0.10 m"), Length(250, 12.3, "m", "250 m ± 13 m"),
      Length(1234, 123.4, "m", "1230 m ± 130 m"), Length(1234, 995, "m", "1200 m ± 1000 m"),
      Length(0.6096, 0.00011, "ft", "2.00000 ft ± 0.00037 ft"), Length(1.2341, 0, "m", "1.234 m ± 0.000 m"),
      Length(0, 0, "cm", "0.000 cm ± 0.000 cm"), Length(0.0004, 0.000012, "m", "0.000400 m ± 0.000012 m"),
    ])
  func decimal(client: Client, length: Length) throws {
    #expect(try display(client, length.value, length.expanded, length.unit) == length.text)
  }

  @Test(
    "feet and inches go to sixteenths, rounded before they are split", arguments: Client.both,
    [
      // 48 9.39/16 in; 16.76/16 in
      Length(1.2341, 0.0266, "ft-in", "4 ft 9/16 in ± 1 1/16 in"),
      // 11 31/32 in, and a sixteenth less
      Length(0.30400625, 0, "ft-in", "1 ft 0 in ± 1/16 in"), Length(0.3024, 0, "ft-in", "0 ft 11 7/8 in ± 1/16 in"),
      Length(0.0762, 0, "ft-in", "0 ft 3 in ± 1/16 in"), Length(0, 0, "ft-in", "0 ft 0 in ± 1/16 in"),
      Length(1.40335, 0.0126, "ft-in", "4 ft 7 1/4 in ± 1/2 in"),
      // 157 7.69/16 in; 15 11.97/16 in: feet of the ± when there are any
      Length(4, 0.4, "ft-in", "13 ft 1 1/2 in ± 1 ft 3 3/4 in"),
    ])
  func sixteenths(client: Client, length: Length) throws {
    #expect(try display(client, length.value, length.expanded, length.unit) == length.text)
  }

  @Test(
    "areas have the unit squared", arguments: Client.both,
    [
      ("m", "2.000 m² ± 0.091 m²"), ("cm", "20000 cm² ± 910 cm²"), ("mm", "2000000 mm² ± 91000 mm²"),
      ("in", "3100 in² ± 150 in²"), ("ft", "21.53 ft² ± 0.98 ft²"), ("ft-in", "21.53 ft² ± 0.98 ft²"),
    ])
  func area(client: Client, shown: (String, String)) throws {
    let (unit, text) = shown
    let points = [(0, 0), (2, 0), (2, 1), (0, 1)].enumerated().map { index, p in
      "{\"id\": \"\(index)\", \"position\": [\(p.0), 0, \(p.1)], \"covariance\": [4e-4, 0, 0, 4e-4, 0, 4e-4]}"
    }
    let json = try client.ask(
      "/v1/measure",
      """
      {"points": [\(points.joined(separator: ","))], "noise": {"scale": 0}, "unit": "\(unit)",
       "measurements": [{"kind": "area", "points": ["0", "1", "2", "3"]}]}
      """)
    #expect(json.string("/measurements/0/display") == text)
    #expect(json.string("/measurements/0/unit") == "m2")
    json.expect("/measurements/0/value", 2)
  }

  @Test(
    "angles are degrees and volumes the unit cubed", arguments: Client.both,
    [("m", "7.200 m³"), ("cm", "7200000.000 cm³"), ("ft", "254.266 ft³"), ("ft-in", "254.266 ft³")])
  func anglesAndVolumes(client: Client, shown: (String, String)) throws {
    let (unit, text) = shown
    let angle = try client.ask("/v1/measure", Body.exact("angle", [(1, 0, 0), (0, 0, 0), (1, 1, 0)], unit: unit))
    #expect(angle.string("/measurements/0/display") == "45.000° ± 0.000°")
    let base = [(0.0, 0.0, 0.0), (2, 0, 0), (2, 0, 1.5), (0, 0, 1.5), (0.3, 2.4, 5)]
    let volume = try client.ask("/v1/measure", Body.exact("volume", base, unit: unit))
    #expect(volume.string("/measurements/0/display")?.hasPrefix("\(text) ± 0.000 ") == true)
  }

  @Test(
    "a lopsided range shows both ends, rounded outwards", arguments: Client.both,
    // 7.64853 m between 6.56920 m and 9.08962 m: 301.12, 258.63 and 357.86 in
    [
      ("m", "7.6 m (6.5 … 9.1 m)"), ("cm", "760 cm (650 … 910 cm)"), ("mm", "7600 mm (6500 … 9100 mm)"),
      ("in", "301 in (258 … 358 in)"), ("ft", "25.1 ft (21.5 … 29.9 ft)"),
      ("ft-in", "25 ft 1 1/8 in (21 ft 6 5/8 in … 29 ft 9 7/8 in)"),
    ])
  func lopsided(client: Client, shown: (String, String)) throws {
    let (unit, text) = shown
    let json = try client.ask(
      "/v1/measure",
      """
      {"taps": [{"ray": {"origin": [0, 1.5, 0], "direction": [0, -0.2, -1]}, "pointing": "finger"}], "snap": false,
       "planes": [\(Body.plane("floor", half: 12))], "profile": "webxr", "unit": "\(unit)"}
      """)
    json.expect("/taps/0/range/uncertainty/low", 6.569201931113602)
    json.expect("/taps/0/range/uncertainty/high", 9.089616872436183)
    #expect(json.string("/taps/0/range/display") == text)
  }

  @Test(
    "without an upper end there is only a least length", arguments: Client.both,
    // 85.93 m, from 36.2547 m up: 118.94 ft, 1427.35 in
    [
      ("m", "at least 30 m"), ("cm", "at least 3000 cm"), ("in", "at least 1400 in"), ("ft", "at least 110 ft"),
      ("ft-in", "at least 118 ft 11 5/16 in"),
    ])
  func atLeast(client: Client, shown: (String, String)) throws {
    let (unit, text) = shown
    let json = try client.ask("/v1/measure", Self.grazing(unit: unit))
    json.expect("/measurements/0/uncertainty/low", 36.25471303149697, within: 1e-4)
    #expect(json["/measurements/0/uncertainty/high"] == .null)
    #expect(json.strings("/measurements/0/uncertainty/flags").contains("unbounded"))
    #expect(json.string("/measurements/0/display") == text)
  }

  @Test("without any end there is nothing to say", arguments: Client.both, ["m", "in", "ft-in"])
  func unbounded(client: Client, unit: String) throws {
    // The same tap, but what is measured is how much higher than a point on the floor it is.
    let json = try client.ask("/v1/measure", Self.grazing(kind: "height", unit: unit))
    json.expect("/measurements/0/value", 0)
    json.expect("/measurements/0/uncertainty/low", 0, within: 0)
    #expect(json["/measurements/0/uncertainty/high"] == .null)
    #expect(json.string("/measurements/0/display") == "unbounded")
  }

  /// A tap on the floor at a flat angle, and a point below the camera.
  private static func grazing(kind: String = "distance", unit: String) -> String {
    """
    {"camera": {"pose": [1, 0, 0, 0, 0, 0.999847695, -0.017452406, 0, 0, 0.017452406, 0.999847695, 0, 0, 1.5, 0, 1],
                "intrinsics": {"fx": 1600, "fy": 1600, "cx": 960, "cy": 720, "width": 1920, "height": 1440},
                "viewport": {"width": 960, "height": 720}},
     "taps": [{"id": "t", "screenPoint": [480, 360]}], "planes": [\(Body.plane("floor", half: 100))],
     "points": [{"id": "o", "position": [0, 0, 0], "covariance": [1e-6, 0, 0, 1e-6, 0, 1e-6]}], "snap": false,
     "measurements": [{"kind": "\(kind)", "points": ["o", "t"]}], "profile": "arkit", "noise": {"definition": 0},
     "unit": "\(unit)"}
    """
  }
}

/// A length with its expanded uncertainty, metres, and the text for it.
struct Length: Sendable, CustomTestStringConvertible {
  let value: Double
  let expanded: Double
  let unit: String
  let text: String

  init(_ value: Double, _ expanded: Double, _ unit: String, _ text: String) {
    (self.value, self.expanded, self.unit, self.text) = (value, expanded, unit, text)
  }

  var testDescription: String { text }
}
