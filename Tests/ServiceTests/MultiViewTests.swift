import SpanTestSupport
import Testing

@Suite("Beyond one view")
struct MultiViewTests {
  @Test("lines of sight that meet in a point give that point", arguments: Client.both)
  func triangulate(client: Client) throws {
    // All three through (0.2, 0.4, −2).
    let json = try client.ask(
      "/v1/triangulate",
      """
      {"taps": [{"id": "left", "ray": {"origin": [-1, 1, 0], "direction": [1.2, -0.6, -2]}},
                {"id": "right", "ray": {"origin": [1, 1, 0], "direction": [-0.8, -0.6, -2]}},
                {"id": "low", "ray": {"origin": [0, 0, 0.5], "direction": [0.2, 0.4, -2.5]}}]}
      """)
    json.expect("/position", [0.2, 0.4, -2], within: 1e-9)
    json.expect("/chiSquare", 0, within: 1e-9)
    #expect(json.numbers("/covariance")?.count == 9)
    #expect(json["/outlier"] == .null)
    #expect(json.count("/warnings") == 0)
  }

  @Test("lines of sight from one place meet nowhere", arguments: Client.both)
  func onePlace(client: Client) throws {
    let tap = "{\"ray\": {\"origin\": [0, 1, 0], \"direction\": [0, 0, -1]}}"
    let json = try client.ask("/v1/triangulate", "{\"taps\": [\(tap), \(tap)]}")
    #expect(json["/position"] == .null)
    #expect(json.strings("/gates") == ["parallax.tooSmall"])
  }

  @Test("lines of sight that miss each other by much are said to disagree", arguments: Client.both)
  func disagreement(client: Client) throws {
    // They pass each other 0.4 m apart.
    let two = """
      {"ray": {"origin": [1, 0, 2], "direction": [-1, 0.2, -2]}}, {"ray": {"origin": [-1, 0, 2], "direction": [1, -0.2, -2]}}
      """
    let json = try client.ask("/v1/triangulate", "{\"taps\": [\(two)]}")
    #expect(json.strings("/gates") == [])
    #expect(json.string("/warnings/0/code") == "triangulation.inconsistent")
    #expect(json.string("/warnings/0/pointer") == "/taps")
    #expect(json.string("/warnings/0/message") == "The taps of the point do not agree, and no single one is to blame.")
  }

  @Test("the tap that does not fit is counted among all that were sent", arguments: Client.both)
  func blame(client: Client) throws {
    // Without a pose; four through (0, 0, −2), and one beside it.
    let unseen = """
      {"camera": {"pose": [1,0,0,0, 0,1,0,0, 0,0,1,0, 0,0,0,1], "tracking": {"state": "notAvailable"},
        "intrinsics": {"fx": 1500, "fy": 1500, "cx": 960, "cy": 720, "width": 1920, "height": 1440}},
       "screenPoint": [960, 720]}
      """
    let rays = [
      ("[-1, 0, 0]", "[1, 0, -2]"), ("[1, 0, 0]", "[-1, 0, -2]"), ("[0, 1, 0]", "[0, -1, -2]"),
      ("[0.5, 0.5, 0]", "[-0.5, -0.5, -2]"), ("[0, -1, 0]", "[0.4, 1, -2]"),
    ].map { "{\"ray\": {\"origin\": \($0.0), \"direction\": \($0.1)}}" }
    let json = try client.ask("/v1/triangulate", "{\"taps\": [\(([unseen] + rays).joined(separator: ","))]}")
    #expect(json.string("/outlier") == "tap-6")
    #expect(json.string("/warnings/0/code") == "tracking.unavailable")
    #expect(json.string("/warnings/1/message") == "Tap 6 of the point does not fit the others.")
  }

  @Test("values of one thing are weighted by their precision; what they share is added whole", arguments: Client.both)
  func combine(client: Client) throws {
    let values = "\"values\": [{\"value\": 1, \"standard\": 0.01}, {\"value\": 1.03, \"standard\": 0.02}]"
    // Weights 10 000 and 2 500: (10 000 + 2 575) / 12 500.
    let own = try client.ask("/v1/combine", "{\(values)}")
    own.expect("/value", 1.006)
    own.expect("/uncertainty/standard", (1 / 12_500.0).squareRoot())
    #expect(own["/compatible"] == .boolean(true))
    #expect(own.count("/pairs") == 0)
    let shared = try client.ask("/v1/combine", "{\(values), \"sharedStandard\": 0.01}")
    shared.expect("/uncertainty/standard", (1 / 12_500.0 + 0.0001).squareRoot())
  }

  @Test("values that cannot be of one thing are not averaged", arguments: Client.both)
  func incompatible(client: Client) throws {
    let json = try client.ask(
      "/v1/combine", "{\"values\": [{\"value\": 1.802, \"standard\": 0.006}, {\"value\": 1.861, \"standard\": 0.004}]}")
    #expect(json["/compatible"] == .boolean(false))
    #expect(json["/value"] == .null)
    #expect(json["/display"] == .null)
    json.expect("/pairs/0/i", 0)
    json.expect("/pairs/0/j", 1)
  }
}
