import SpanTestSupport
import Testing

@Suite("What is said about a measurement: limits, method, reference, advice")
struct JudgementTests {
  private static let pair = """
    "taps": [{"id": "a", "ray": {"origin": [0, 1.4, 0], "direction": [-0.5, -1, -1.2]}},
             {"id": "b", "ray": {"origin": [0, 1.4, 0], "direction": [0.6, -1, -1.1]}}],
    "planes": [\(Body.plane("floor", half: 9))], "snap": false
    """

  private func measure(_ client: Client, _ members: String, measurement: String = "") throws -> JSON {
    try client.ask(
      "/v1/measure",
      """
      {\(Self.pair), "measurements": [{"kind": "distance", "points": ["a", "b"]\(measurement)}]\(members)}
      """)
  }

  // MARK: Limits

  @Test("limits get a probability and a verdict; without them there is none", arguments: Client.both)
  func limits(client: Client) throws {
    #expect(try measure(client, "")["/measurements/0/conformity"] == nil)
    // 1.4 · (1.1, 0, 0.1): 1.546 m.
    for (limits, verdict) in [("\"lower\": 1", "pass"), ("\"upper\": 1", "fail"), ("\"upper\": 1.55", "unsure")] {
      let json = try measure(client, "", measurement: ", \"limits\": {\(limits)}")
      #expect(json.string("/measurements/0/conformity/verdict") == verdict)
    }
    // The range itself holds the truth as often as it says; its lower end is lowered by the bias, some 1e-3 of the probability here.
    let range = try measure(client, "")
    let (low, high) = (
      try #require(range.number("/measurements/0/uncertainty/low")),
      try #require(range.number("/measurements/0/uncertainty/high"))
    )
    let own = try measure(client, "", measurement: ", \"limits\": {\"lower\": \(low), \"upper\": \(high)}")
    own.expect("/measurements/0/conformity/probability", 0.95, within: 2e-3)
  }

  @Test(
    "limits that make no sense", arguments: Client.both,
    [
      ("{}", "/measurements/0/limits/upper: member.missing"),
      ("{\"lower\": 2, \"upper\": 1}", "/measurements/0/limits: number.outOfRange"),
      ("{\"lower\": \"1\"}", "/measurements/0/limits/lower: number.expected"),
      ("{\"least\": 1}", "/measurements/0/limits/least: member.unknown"),
      ("3", "/measurements/0/limits: object.expected"),
    ])
  func badLimits(client: Client, limits: (String, String)) throws {
    let answer = try client.post(
      "/v1/measure",
      "{\(Self.pair), \"measurements\": [{\"kind\": \"distance\", \"points\": [\"a\", \"b\"], \"limits\": \(limits.0)}]}"
    )
    try answer.expectProblem(422)
    #expect(try answer.faults.first == limits.1)
  }

  // MARK: Method

  @Test("the method is named when the request names it", arguments: Client.both)
  func method(client: Client) throws {
    #expect(try measure(client, "")["/measurements/0/uncertainty/method"] == nil)
    let first = try measure(client, "", measurement: ", \"method\": \"firstOrder\"")
    #expect(first.string("/measurements/0/uncertainty/method") == "firstOrder")
    #expect(first["/measurements/0/uncertainty/draws"] == nil)
  }

  @Test("a simulation is the same for the same seed, and agrees with first order here", arguments: Client.both)
  func monteCarlo(client: Client) throws {
    func simulate(_ seed: String) throws -> String {
      try client.post(
        "/v1/measure",
        """
        {\(Self.pair), "measurements": [{"kind": "distance", "points": ["a", "b"], "method": "monteCarlo"\(seed)}]}
        """
      ).body
    }
    let (a, b, zero) = (try simulate(", \"seed\": 7"), try simulate(", \"seed\": 7"), try simulate(", \"seed\": 0"))
    #expect(a == b && a != zero)
    #expect(try zero == simulate(""))
    let json = try JSON(a)
    #expect(json.string("/measurements/0/uncertainty/method") == "monteCarlo")
    #expect(try #require(json.number("/measurements/0/uncertainty/draws")) >= 20_000)
    let first = try #require(try measure(client, "").number("/measurements/0/uncertainty/standard"))
    json.expect("/measurements/0/uncertainty/standard", first, within: 0.02 * first)
  }

  @Test("no more is simulated than a request may ask for: draws × points ≤ 10⁶", arguments: Client.both)
  func budget(client: Client) throws {
    func body(_ count: Int) -> String {
      let one = "{\"kind\": \"distance\", \"points\": [\"a\", \"b\"], \"method\": \"monteCarlo\"}"
      return "{\(Self.pair), \"measurements\": [\([String](repeating: one, count: count).joined(separator: ","))]}"
    }
    let json = try client.ask("/v1/measure", body(25))
    #expect(json.number("/measurements/24/uncertainty/draws") == 20_000)
    let answer = try client.post("/v1/measure", body(26))
    try answer.expectProblem(422)
    #expect(try answer.faults == ["/measurements: tooMany"])
  }

  @Test(
    "seeds are whole numbers", arguments: Client.both,
    [
      ("-1", "number.outOfRange"), ("1.5", "number.outOfRange"), ("1e17", "number.outOfRange"),
      ("\"1\"", "number.expected"),
    ])
  func seeds(client: Client, seed: (String, String)) throws {
    let answer = try client.post(
      "/v1/measure",
      "{\(Self.pair), \"measurements\": [{\"kind\": \"distance\", \"points\": [\"a\", \"b\"], \"method\": \"monteCarlo\","
        + " \"seed\": \(seed.0)}]}")
    try answer.expectProblem(422)
    #expect(try answer.faults == ["/measurements/0/seed: \(seed.1)"])
  }

  // MARK: Reference

  @Test("a reference length stretches lengths, areas, volumes and ranges, not angles", arguments: Client.both)
  func reference(client: Client) throws {
    let points = Body.points([(0, 0, 0), (2, 0, 0), (2, 0, 3), (0, 0, 3), (0, 1, 0)])
    let kinds: [(String, [String], Double)] = [
      ("distance", ["a", "b"], 2 * 1.02), ("polyline", ["a", "b", "c"], 5 * 1.02), ("height", ["a", "e"], 1.02),
      ("perimeter", ["a", "b", "c", "d"], 10 * 1.02), ("area", ["a", "b", "c", "d"], 6 * 1.0404),
      ("volume", ["a", "b", "c", "d", "e"], 6 * 1.061208), ("angle", ["b", "a", "c"], 56.309932474020215),
    ]
    let list = kinds.map { "{\"kind\": \"\($0.0)\", \"points\": [\($0.1.map { "\"\($0)\"" }.joined(separator: ","))]}" }
    let json = try client.ask(
      "/v1/measure",
      """
      {"points": [\(points)], "noise": \(Body.silence), "measurements": [\(list.joined(separator: ","))],
       "reference": {"measured": 1, "measuredStandard": 0.003, "true": 1.02, "trueStandard": 0.0408}}
      """)
    for (index, kind) in kinds.enumerated() { json.expect("/measurements/\(index)/value", kind.2, within: 1e-9) }
    // √(0.04² + 0.003²), and only the scale is uncertain.
    let standard = 0.040112342240263157
    json.expect("/reference/scale", 1.02, within: 1e-12)
    json.expect("/reference/standard", standard, within: 1e-12)
    json.expect("/measurements/0/uncertainty/standard", 2 * 1.02 * standard, within: 1e-9)
    json.expect("/measurements/4/uncertainty/standard", 2 * 6 * 1.0404 * standard, within: 1e-9)
    json.expect("/measurements/6/uncertainty/standard", 0, within: 1e-12)
    #expect(json.strings("/measurements/0/uncertainty/budget", "/source") == ["scale"])
  }

  @Test("ranges of taps follow, positions stay", arguments: Client.both)
  func referenceOfTaps(client: Client) throws {
    let plain = try client.ask("/v1/measure", Body.tap())
    let known = try client.ask("/v1/measure", Body.tap(", \"reference\": {\"measured\": 0.5, \"true\": 0.51}"))
    #expect(known["/taps/0/position"] == plain["/taps/0/position"])
    known.expect("/taps/0/range/value", try #require(plain.number("/taps/0/range/value")) * 1.02, within: 1e-12)
    #expect(plain["/reference"] == nil)
    known.expect("/reference/standard", 0.005, within: 0)
  }

  @Test(
    "references that make no sense", arguments: Client.both,
    [
      ("{\"measured\": 1}", "/reference/true: member.missing"),
      ("{\"true\": 1}", "/reference/measured: member.missing"),
      ("{\"measured\": 0, \"true\": 1}", "/reference/measured: number.outOfRange"),
      ("{\"measured\": 1, \"true\": 100}", "/reference: number.outOfRange"),
      ("{\"measured\": 1, \"true\": 1, \"trueStandard\": -1}", "/reference/trueStandard: number.outOfRange"),
      ("1.02", "/reference: object.expected"),
    ])
  func badReference(client: Client, reference: (String, String)) throws {
    let answer = try client.post("/v1/measure", Body.tap(", \"reference\": \(reference.0)"))
    try answer.expectProblem(422)
    #expect(try answer.faults == [reference.1])
  }

  // MARK: Advice

  /// The ± that is announced, and the one that the service then gives for a request changed as advised.
  private func expectKept(
    _ client: Client, source: String, words: String, _ members: String, changed: String, pair: String? = nil
  ) throws {
    let body = pair ?? Self.pair
    let before = try client.ask("/v1/measure", "{\(body)\(members)}")
    let after = try client.ask("/v1/measure", "{\(body)\(changed)}")
    #expect(before.string("/measurements/0/advice/source") == source)
    let message = try #require(before.string("/measurements/0/advice/message"))
    #expect(message.contains(words), "\(message)")
    let announced = try #require(before.number("/measurements/0/advice/expanded"))
    after.expect("/measurements/0/uncertainty/expanded", announced, within: 1e-12 * announced)
    #expect(announced < 0.95 * (before.number("/measurements/0/uncertainty/expanded") ?? 0))
  }

  @Test("the loupe gives the ± that was announced", arguments: Client.both)
  func loupe(client: Client) throws {
    let before = try client.ask("/v1/measure", "{\(Self.pair), \"profile\": \"arkit-lidar\"}")
    let aimed = Self.pair.replacing("}},", with: "}, \"pointing\": \"loupe\"},").replacing(
      "}}],", with: "}, \"pointing\": \"loupe\"}],")
    let after = try client.ask("/v1/measure", "{\(aimed), \"profile\": \"arkit-lidar\"}")
    #expect(before.string("/measurements/0/advice/source") == "tap")
    #expect(before.string("/measurements/0/advice/message")?.contains("the loupe instead of the finger") == true)
    let announced = try #require(before.number("/measurements/0/advice/expanded"))
    after.expect("/measurements/0/uncertainty/expanded", announced, within: 1e-12)
    #expect(announced < 0.95 * (before.number("/measurements/0/uncertainty/expanded") ?? 0))
  }

  @Test("a reference length gives the ± that was announced", arguments: Client.both)
  func knownLength(client: Client) throws {
    let noise = ", \"profile\": \"arkit-lidar\", \"noise\": {\"scale\": 0.08}"
    try expectKept(
      client, source: "scale", words: "measuring a known length first", noise,
      changed: noise + ", \"reference\": {\"measured\": 1, \"true\": 1}")
  }

  @Test("one place gives the ± that was announced", arguments: Client.both)
  func onePlace(client: Client) throws {
    let apart = Self.pair.replacing(
      "{\"id\": \"b\", \"ray\": {\"origin\": [0,", with: "{\"id\": \"b\", \"ray\": {\"origin\": [0.9,")
    #expect(apart != Self.pair)
    let profile = ", \"profile\": \"arkit-lidar\""
    try expectKept(
      client, source: "drift", words: "tapping everything from one place",
      profile + ", \"noise\": {\"driftAlong\": 0.1, \"driftYawDegrees\": 3}",
      changed: profile + ", \"noise\": {\"driftAlong\": 0, \"driftYawDegrees\": 0}", pair: apart)
  }

  @Test("there is none where nothing is uncertain, nor without a value", arguments: Client.both)
  func noAdvice(client: Client) throws {
    let exact = try client.ask("/v1/measure", Body.exact("distance", [(0, 0, 0), (1, 0, 0)]))
    #expect(exact["/measurements/0/advice"] == nil)
  }

  // MARK: Rings

  @Test("rings that cross themselves warn, and are never a silent zero", arguments: Client.both)
  func rings(client: Client) throws {
    let points = Body.points([(0, 0, 0), (1, 0, 0), (1, 0, 1), (0, 0, 1), (0.5, 0, 0.5), (0.5, 1, 0.5)])
    func list(_ kind: String, _ names: String) -> String {
      "{\"kind\": \"\(kind)\", \"points\": [\(names.map { "\"\($0)\"" }.joined(separator: ","))]}"
    }
    let measurements = [
      list("area", "abcd"), list("area", "acbd"), list("perimeter", "acbd"), list("volume", "acbdf"),
      list("polyline", "acbd"), list("volume", "abcdf"), list("area", "abedce"), list("area", "abc"),
    ]
    let json = try client.ask(
      "/v1/measure",
      "{\"points\": [\(points)], \"noise\": \(Body.silence), \"measurements\": [\(measurements.joined(separator: ","))]}"
    )
    #expect(
      warnings(json) == [
        "/measurements/1/points: ring.selfIntersecting", "/measurements/2/points: ring.selfIntersecting",
        "/measurements/3/points: ring.selfIntersecting", "/measurements/6/points: ring.selfIntersecting",
      ])
    json.expect("/measurements/1/value", 0, within: 1e-12)
    json.expect("/measurements/6/value", 0, within: 1e-12)
  }
}
