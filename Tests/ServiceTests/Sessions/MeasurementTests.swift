import SpanTestSupport
import Testing

@Suite("Measurements of a session")
struct MeasurementTests {
  @Test("are kept with a name, and read again", arguments: Host.Form.allCases)
  func kept(form: Host.Form) throws {
    let session = try Host(form).floored()
    try session.tap(0, 0)
    try session.tap(0.3, 0.4)
    let body = "{\"kind\": \"distance\", \"points\": [\"anchor-1\", \"anchor-2\"], \"name\": \"desk \\u0000 🪑\"}"
    let answer = try session.send("POST", "/measurements", body)
    #expect(answer.status == 201 && answer["Location"] == session.address + "/measurements/measurement-1")
    #expect(answer["ETag"] == "\"5\"")
    let json = try answer.json
    #expect(
      json.names() == [
        "id", "name", "kind", "points", "value", "unit", "uncertainty", "display", "components", "advice",
      ])
    json.expect("/value", 0.5)
    json.expect("/components/horizontal", 0.5, within: 1e-9)
    #expect(json.string("/name") == "desk \0 🪑")
    #expect(try session.send("GET", "/measurements/measurement-1").body == answer.body)
    #expect(try session.read("/measurements").text == "{\"items\":[\(json.text)],\"nextCursor\":null}")
    try session.change("DELETE", "/measurements/measurement-1", nil, 204)
    #expect(try session.read("/measurements").count("/items") == 0)
  }

  @Test(
    "are refused when they name nobody, or too few", arguments: Host.Form.direct,
    [
      ("{\"kind\": \"distance\", \"points\": [\"a\", \"x\"]}", "/points/1: id.unknown"),
      ("{\"kind\": \"distance\", \"points\": [\"a\"]}", "/points: measurement.incomplete"),
      ("{\"kind\": \"circumference\", \"points\": [\"a\", \"b\"]}", "/kind: value.unknown"),
      ("{\"points\": [\"a\", \"b\"]}", "/kind: member.missing"),
      ("{\"kind\": \"distance\"}", "/points: member.missing"),
      ("{\"kind\": \"distance\", \"points\": \"ab\"}", "/points: array.expected"),
      ("{\"kind\": \"distance\", \"points\": [\"a\", 2]}", "/points/1: string.expected"),
      ("{\"kind\": \"pointToPlane\", \"points\": [\"a\"]}", "/planeId: member.missing"),
      ("{\"kind\": \"pointToPlane\", \"points\": [\"a\"], \"planeId\": \"x\"}", "/planeId: id.unknown"),
      ("{\"kind\": \"distance\", \"points\": [\"a\", \"b\"], \"planeId\": \"floor\"}", "/planeId: member.unknown"),
      ("{\"kind\": \"distance\", \"points\": [\"a\", \"b\"], \"method\": \"monteCarlo\"}", "/method: member.unknown"),
    ])
  func faulty(form: Host.Form, example: (body: String, fault: String)) throws {
    let session = try Host(form).floored()
    try session.anchor("a", [0, 0, 0])
    try session.anchor("b", [1, 0, 0])
    let answer = try session.send("POST", "/measurements", example.body)
    try answer.expectProblem(422)
    #expect(try answer.faults == [example.fault])
    #expect(try session.version == 4)
  }

  @Test("under a name that is taken are refused: 409", arguments: Host.Form.allCases)
  func taken(form: Host.Form) throws {
    let session = try Host(form).session()
    try session.anchor("a", [0, 0, 0])
    try session.anchor("b", [1, 0, 0])
    try session.measure("distance", ["a", "b"], ", \"id\": \"m\"")
    let again = "{\"id\": \"m\", \"kind\": \"height\", \"points\": [\"a\", \"b\"]}"
    try session.expectRefusal("POST", "/measurements", again, 409, "id.duplicate")
    try session.change("DELETE", "/measurements/m", nil, 204)
    try session.measure("height", ["a", "b"], ", \"id\": \"m\"")
    // Names of anchors and measurements do not meet.
    try session.measure("height", ["a", "b"], ", \"id\": \"a\"")
  }

  @Test("of an anchor and itself are zero, without doubt", arguments: Host.Form.allCases)
  func same(form: Host.Form) throws {
    let session = try Host(form).floored()
    try session.tap(0, 0)
    let json = try session.measure("distance", ["anchor-1", "anchor-1"])
    json.expect("/value", 0, within: 0)
    json.expect("/uncertainty/expanded", 0, within: 0)
  }

  @Test("that cannot be told have no value", arguments: Host.Form.allCases)
  func valueless(form: Host.Form) throws {
    let session = try Host(form).floored()
    for (id, x) in [("a", 0.0), ("b", 0), ("c", 1)] { try session.anchor(id, [x, 0.5, 0]) }
    let angle = try session.measure("angle", ["a", "b", "c"])
    #expect(angle["/value"] == .null && angle["/uncertainty"] == .null && angle["/display"] == .null)
    try session.measure("pointToPlane", ["a"], ", \"planeId\": \"floor\"").expect("/value", 0.5)
    try session.change("DELETE", "/planes/floor", nil, 204)
    let gone = try session.read("/measurements/measurement-2")
    #expect(gone["/value"] == .null && gone.string("/planeId") == "floor")
    let report = try session.read("/drift")
    #expect(report.each("/measurements", "/value") == [.null, .null])
    #expect(report.each("/measurements", "/change") == [.null, .null])
    try session.change("PUT", "/planes/floor", Body.plane("floor", at: -0.5), 201)
    try session.read("/measurements/measurement-2").expect("/value", 1)
  }

  @Test("follow unit and confidence when these are changed", arguments: Host.Form.allCases)
  func resettled(form: Host.Form) throws {
    let session = try Host(form).session()
    for (id, x) in [("a", 0.0), ("b", 1)] { try session.anchor(id, [x, 0, 0]) }
    let before = try session.measure("distance", ["a", "b"])
    try session.change("PATCH", "", "{\"unit\": \"cm\", \"confidence\": 0.68}")
    let after = try session.read("/measurements/measurement-1")
    #expect(before.string("/display")?.contains(" m ±") == true && after.string("/display")?.contains(" cm ±") == true)
    #expect(before["/uncertainty/standard"] == after["/uncertainty/standard"])
    #expect(
      try #require(after.number("/uncertainty/expanded")) < 0.6 * #require(before.number("/uncertainty/expanded")))
  }
}
