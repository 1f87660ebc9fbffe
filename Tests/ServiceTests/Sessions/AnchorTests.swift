import SpanTestSupport
import Testing

@Suite("Anchors of a session")
struct AnchorTests {
  @Test("are given with a position, and a covariance if it is known", arguments: Host.Form.allCases)
  func given(form: Host.Form) throws {
    let session = try Host(form).session("{\"noise\": {\"definition\": 0}}")
    let body =
      "{\"id\": \"a\", \"position\": [1, 2, 3], \"covariance\": [0.01, 0, 0, 0.04, 0, 0.09], \"planeId\": \"wall\"}"
    let answer = try session.send("POST", "/anchors", body)
    #expect(answer.status == 201 && answer["ETag"] == "\"2\"")
    #expect(answer["Location"] == session.address + "/anchors/a")
    let json = try answer.json
    #expect(
      json.names() == ["id", "placed", "current", "drift", "driftVector", "warning", "planeId", "covariance"])
    json.expect("/covariance", [0.01, 0, 0, 0, 0.04, 0, 0, 0, 0.09])
    #expect(json.string("/planeId") == "wall")
    #expect(try session.send("GET", "/anchors/a").body == answer.body)
    #expect(try session.read("/anchors").text == "{\"items\":[\(json.text)],\"nextCursor\":null}")
    let second = try session.change("POST", "/anchors", "{\"position\": [0, 0, 0]}", 201)
    #expect(second.string("/id") == "anchor-2")
    // They take part in no path.
    #expect(try session.pathIDs == [])
  }

  @Test(
    "that cannot be are refused", arguments: Host.Form.direct,
    [
      ("{}", "/position: member.missing"), ("{\"position\": [0, 0]}", "/position: array.length"),
      ("{\"position\": [0, 0, 1e7]}", "/position/2: number.outOfRange"),
      ("{\"position\": [0, 0, 0], \"covariance\": [-1, 0, 0, 1, 0, 1]}", "/covariance: covariance.invalid"),
      ("{\"position\": [0, 0, 0], \"id\": 3}", "/id: string.expected"),
      ("{\"position\": [0, 0, 0], \"name\": \"x\"}", "/name: member.unknown"),
    ])
  func faulty(form: Host.Form, example: (body: String, fault: String)) throws {
    let answer = try Host(form).session().send("POST", "/anchors", example.body)
    try answer.expectProblem(422)
    #expect(try answer.faults == [example.fault])
  }
}

@Suite("What a device says of its anchors")
struct UpdateTests {
  private func session(_ form: Host.Form) throws -> SessionClient {
    let session = try Host(form).session()
    try session.anchor("a", [0.5, 0, 0])
    try session.anchor("b", [1.5, 0, 0])
    return session
  }

  /// `id: reason` of what was ignored.
  private func ignored(_ report: JSON) -> [String] {
    zip(report.strings("/ignored", "/id"), report.strings("/ignored", "/reason")).map { "\($0): \($1)" }
  }

  @Test("positions, or poses that say the position", arguments: Host.Form.allCases)
  func poses(form: Host.Form) throws {
    let session = try session(form)
    try session.change(
      "PATCH", "/anchors",
      """
      {"updates": [{"id": "a", "pose": [0,0,-1,0, 0,1,0,0, 1,0,0,0, 0.6,0.1,0.2,1]},
                   {"id": "b", "pose": {"position": [1.6, 0, 0], "orientation": [0, 0, 0, 1]}}]}
      """)
    #expect(try session.read("/anchors/a").numbers("/current/position") == [0.6, 0.1, 0.2])
    #expect(try session.read("/anchors/b").numbers("/current/position") == [1.6, 0, 0])
  }

  @Test(
    "unknown ones, older ones and those that hardly moved are listed; the rest applies", arguments: Host.Form.allCases)
  func listed(form: Host.Form) throws {
    let session = try session(form)
    var report = try session.move([("a", [0.51, 0, 0])], ", \"capturedAt\": 100")
    #expect(ignored(report) == [])
    report = try session.move(
      [("a", [0.7, 0, 0]), ("x", [0, 0, 1]), ("b", [1.52, 0, 0])], ", \"capturedAt\": 99.5, \"remove\": [\"y\"]")
    #expect(ignored(report) == ["a: stale", "x: unknown", "y: unknown"])
    #expect(try session.read("/anchors/a").numbers("/current/position") == [0.51, 0, 0])
    #expect(try session.read("/anchors/b").numbers("/current/position") == [1.52, 0, 0])
    report = try session.move([("a", [0.51009, 0, 0]), ("b", [1.5201, 0, 0])], ", \"capturedAt\": 100")
    #expect(ignored(report) == ["a: unchanged"])
    #expect(try session.read("/anchors/b").numbers("/current/position") == [1.5201, 0, 0])
  }

  @Test("small moves add up: what counts is the way from the last logged position", arguments: Host.Form.direct)
  func creeping(form: Host.Form) throws {
    let session = try session(form)
    let version = try session.version
    #expect(ignored(try session.move([("a", [0.50006, 0, 0])])) == ["a: unchanged"])
    #expect(try session.version == version)
    #expect(ignored(try session.move([("a", [0.50012, 0, 0])])) == [])
    #expect(try session.version == version + 1)
  }

  @Test(
    "an anchor named twice, or with too little or too much, is refused whole", arguments: Host.Form.allCases,
    [
      (
        "{\"updates\": [{\"id\": \"a\", \"position\": [1,0,0]}, {\"id\": \"a\", \"position\": [2,0,0]}]}",
        "id.duplicate"
      ),
      ("{\"updates\": [{\"id\": \"a\"}]}", "member.missing"),
      ("{\"updates\": [{\"position\": [1,0,0]}]}", "member.missing"),
      (
        "{\"updates\": [{\"id\": \"a\", \"position\": [1,0,0], \"pose\": [1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1]}]}",
        "member.unknown"
      ),
      ("{\"updates\": [{\"id\": \"a\", \"pose\": [2,0,0,0, 0,2,0,0, 0,0,2,0, 0,0,0,1]}]}", "pose.scaled"),
      ("{}", "member.missing"), ("{\"updates\": [], \"capturedAt\": \"now\"}", "number.expected"),
    ])
  func faulty(form: Host.Form, example: (body: String, code: String)) throws {
    try session(form).expectRefusal("PATCH", "/anchors", example.body, 422, example.code)
  }

  @Test(
    "a jump to the identity pose, or by more than a metre, is taken over but flagged", arguments: Host.Form.allCases)
  func suspect(form: Host.Form) throws {
    let session = try session(form)
    let identity = "[1,0,0,0, 0,1,0,0, 0,0,1,0, 0,0,0,1]"
    var report = try session.change("PATCH", "/anchors", "{\"updates\": [{\"id\": \"a\", \"pose\": \(identity)}]}")
    #expect(warnings(report) == ["/updates: anchor.suspect"])
    #expect(report.string("/warnings/0/message")?.contains("\"a\"") == true)
    #expect(report["/anchors/0/suspect"] == .boolean(true) && report["/anchors/1/suspect"] == nil)
    var anchor = try session.read("/anchors/a")
    #expect(anchor["/suspect"] == .boolean(true))
    anchor.expect("/current/position", [0, 0, 0])
    report = try session.move([("b", [1.5, 1.01, 0])])
    #expect(report.string("/warnings/0/message")?.contains("\"b\" jumped by 1.01 m") == true)
    // The next one that is sound clears it.
    report = try session.move([("a", [0.5, 0, 0]), ("b", [1.5, 0.02, 0])])
    #expect(warnings(report) == [])
    anchor = try session.read("/anchors/a")
    #expect(anchor["/suspect"] == nil)
    report = try session.move([("b", [1.5, 1.02, 0])])
    #expect(report.count("/warnings") == 0)
    // An anchor that always was there did not jump.
    try session.anchor("o", [0, 0, 0])
    report = try session.change("PATCH", "/anchors", "{\"updates\": [{\"id\": \"o\", \"pose\": \(identity)}]}")
    #expect(report.count("/warnings") == 0 && ignored(report) == ["o: unchanged"])
  }

  @Test(
    "a clock that jumps by more than a day is another's: 422, until a reset forgets it", arguments: Host.Form.allCases)
  func clock(form: Host.Form) throws {
    let session = try session(form)
    try session.move([("a", [0.51, 0, 0])], ", \"capturedAt\": 1000000")
    for now in ["1086400.001", "913599", "100000000000", "0"] {
      try session.expectRefusal(
        "PATCH", "/anchors", "{\"capturedAt\": \(now), \"updates\": []}", 422, "capturedAt.implausible")
    }
    try session.move([("a", [0.52, 0, 0])], ", \"capturedAt\": 1086400")
    try session.change("POST", "/reset")
    try session.anchor("a", [0.5, 0, 0])
    try session.move([("a", [0.51, 0, 0])], ", \"capturedAt\": 5")
    #expect(try session.read("/anchors/a").numbers("/current/position") == [0.51, 0, 0])
  }

  @Test("after a reset that is undone the old clock is forgotten all the same", arguments: Host.Form.direct)
  func clockAfterUndo(form: Host.Form) throws {
    let session = try session(form)
    try session.move([("a", [0.51, 0, 0])], ", \"capturedAt\": 1000000")
    try session.change("POST", "/reset")
    try session.undo()
    let report = try session.move([("a", [0.52, 0, 0])], ", \"capturedAt\": 7")
    #expect(ignored(report) == [])
    #expect(try session.read("/anchors/a").numbers("/current/position") == [0.52, 0, 0])
  }

  @Test(
    "an anchor that is removed is no target of taps and names, and is free to be named again",
    arguments: Host.Form.allCases)
  func removal(form: Host.Form) throws {
    let session = try Host(form).floored()
    try session.tap(0, 0)
    try session.tap(1, 0)
    let report = try session.change(
      "PATCH", "/anchors",
      "{\"remove\": [\"anchor-2\"], \"updates\": [{\"id\": \"anchor-1\", \"position\": [0, 0.001, 0]}]}")
    #expect(report.strings("/anchors", "/id") == ["anchor-1"])
    try session.expectRefusal("GET", "/anchors/anchor-2", nil, 404)
    #expect(try session.pathIDs == ["anchor-1"])
    let tap = try session.tap(1, 0, ", \"anchorId\": \"anchor-2\"")
    #expect(tap["/reused"] == .boolean(false) && tap.string("/anchor/id") == "anchor-2")
    tap.expect("/measurement/value", 1, within: 1e-5)
  }

  @Test("while it has no pose nothing is moved; while it is limited one is told", arguments: Host.Form.allCases)
  func tracking(form: Host.Form) throws {
    let session = try session(form)
    var report = try session.move([("a", [0.6, 0, 0])], ", \"tracking\": {\"state\": \"notAvailable\"}")
    #expect(ignored(report) == ["a: trackingUnavailable"])
    #expect(try session.read("/anchors/a").numbers("/current/position") == [0.5, 0, 0])
    report = try session.move([("a", [0.6, 0, 0])], ", \"tracking\": {\"state\": \"limited\"}")
    #expect(warnings(report) == ["/tracking: tracking.limited"] && ignored(report) == [])
  }
}
