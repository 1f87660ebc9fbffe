import SpanTestSupport
import Testing

@Suite("Undo, redo and reset")
struct HistoryTests {
  /// What the user sees, without versions and times.
  private func view(_ session: SessionClient) throws -> [String] {
    let anchors = try session.read("/anchors")
    let positions = anchors.each("/items", "/current/position").map { $0?.text ?? "" }
    let measurements = try session.read("/measurements")
    let path = try session.read("/path")
    return [
      anchors.strings("/items", "/id").joined(separator: " "), positions.joined(separator: " "),
      measurements.strings("/items", "/id").joined(separator: " "),
      measurements.each("/items", "/value").map { $0?.text ?? "" }.joined(separator: " "), path.text,
      try session.read()["/closed"]?.text ?? "",
    ]
  }

  /// Everything a user does, each thing once.
  private static let actions: [@Sendable (SessionClient) throws -> Void] = [
    { try $0.tap(0, 0) },
    { try $0.tap(1, 0) },
    { try $0.tap(1, 1) },
    { try $0.measure("area", ["anchor-1", "anchor-2", "anchor-3"]) },
    { try $0.tap(0, 0, "", 200) },
    { try $0.anchor("given", [0, 1, 0]) },
    { try $0.measure("height", ["anchor-1", "given"], ", \"id\": \"h\"") },
    { try $0.change("DELETE", "/measurements/measurement-1", nil, 204) },
    { try $0.change("DELETE", "/anchors/anchor-1", nil, 204) },
    { try $0.tap(2, 2) },
    { try $0.change("POST", "/reset") },
    { try $0.tap(-1, -1) },
    { try $0.tap(-1, 1) },
  ]

  @Test("take back everything one by one, and bring it again", arguments: Host.Form.allCases)
  func backAndForth(form: Host.Form) throws {
    let session = try Host(form).floored()
    var views = [try view(session)]
    for action in Self.actions {
      try action(session)
      views.append(try view(session))
    }
    for _ in 0..<2 {
      for place in views.indices.dropLast().reversed() {
        try session.undo()
        #expect(try view(session) == views[place])
      }
      try session.expectRefusal("POST", "/undo", nil, 409, "undo.nothing")
      for place in views.indices.dropFirst() {
        try session.redo()
        #expect(try view(session) == views[place])
      }
      try session.expectRefusal("POST", "/redo", nil, 409, "redo.nothing")
    }
  }

  @Test("say what the session is then, as GET does", arguments: Host.Form.allCases)
  func answers(form: Host.Form) throws {
    let session = try Host(form).floored()
    try session.tap(0, 0)
    for rest in ["/undo", "/redo", "/reset"] {
      #expect(try session.change("POST", rest) == (try session.read()))
    }
    #expect(try session.version == 6)
  }

  @Test("take nothing, and say so", arguments: ["/undo", "/redo", "/reset"])
  func members(rest: String) throws {
    let answer = try Host(.directMemory).floored().send("POST", rest, #"{"steps": 2}"#)
    try answer.expectProblem(422)
    #expect(try answer.json.string("/errors/0/message") == #"There is no member "steps" here, nor any other."#)
  }

  @Test("a new action makes what was undone unreachable", arguments: Host.Form.allCases)
  func cleared(form: Host.Form) throws {
    let session = try Host(form).floored()
    try session.tap(0, 0)
    try session.tap(1, 0)
    try session.undo()
    try session.tap(0, 1)
    try session.expectRefusal("POST", "/redo", nil, 409, "redo.nothing")
    #expect(
      try session.read("/anchors").each("/items", "/current/position").map { $0?.text } == ["[0,0,0]", "[0,0,1]"])
    try session.undo()
    try session.change("POST", "/reset")
    try session.expectRefusal("POST", "/redo", nil, 409)
  }

  @Test(
    "what changes nothing leaves the way forward open: misses, previews, repeats, refusals",
    arguments: Host.Form.allCases)
  func kept(form: Host.Form) throws {
    let session = try Host(form).floored()
    try session.tap(0, 0)
    try session.tap(1, 0)
    try session.undo()
    try session.tap(9, 9, "", 200)
    try session.tap(2, 0, ", \"preview\": true", 200)
    try session.tap(0, 0, "", 200)
    try session.expectRefusal("POST", "/taps", SessionClient.down(2, 0, ", \"anchorId\": \"anchor-1\""), 409)
    try session.expectRefusal("DELETE", "/anchors/anchor-2", nil, 404)
    try session.expectRefusal(
      "POST", "/measurements", "{\"kind\": \"distance\", \"points\": [\"anchor-1\", \"x\"]}", 422)
    try session.change("PUT", "/planes/table", Body.plane("table", at: 0.7, half: 0.2), 201)
    try session.move([("anchor-1", [0, 0.01, 0])])
    try session.change("PATCH", "", "{\"name\": \"n\"}")
    try session.redo()
    #expect(try session.anchorIDs == ["anchor-1", "anchor-2"])
  }

  @Test("never touch what the device said of planes and anchors", arguments: Host.Form.allCases)
  func device(form: Host.Form) throws {
    let session = try Host(form).floored()
    try session.tap(0, 0)
    try session.tap(1, 0)
    try session.tap(1, 1)
    try session.measure("distance", ["anchor-1", "anchor-2"])
    try session.move([("anchor-1", [0, 0.02, 0]), ("anchor-2", [1, 0.02, 0])])
    try session.change("PUT", "/planes/floor", Body.plane("floor", at: 0.02))
    try session.undo()
    #expect(try session.measurementIDs == [])
    #expect(try session.read("/anchors/anchor-1").numbers("/current/position") == [0, 0.02, 0])
    #expect(try session.read("/planes/floor").numbers("/pose")?[13] == 0.02)
    try session.undo()
    try session.undo()
    #expect(try session.anchorIDs == ["anchor-1"])
    // What is not there cannot be moved.
    let report = try session.move([("anchor-2", [1, 0.05, 0]), ("anchor-1", [0, 0.03, 0])])
    #expect(report["/ignored"]?.text == "[{\"id\":\"anchor-2\",\"reason\":\"unknown\"}]")
    for _ in 0..<3 { try session.redo() }
    #expect(try session.read("/anchors/anchor-2").numbers("/current/position") == [1, 0.02, 0])
    #expect(try session.read("/anchors/anchor-1").numbers("/current/position") == [0, 0.03, 0])
    #expect(try session.measurementIDs == ["measurement-1"])
  }

  @Test("what the device gave up does not come back", arguments: Host.Form.allCases)
  func lost(form: Host.Form) throws {
    let session = try Host(form).floored()
    for (x, z) in [(0.0, 0.0), (1, 0), (1, 1)] { try session.tap(x, z) }
    try session.measure("distance", ["anchor-2", "anchor-3"])
    try session.change("PATCH", "/anchors", "{\"remove\": [\"anchor-2\", \"nobody\"]}")
    #expect(try session.anchorIDs == ["anchor-1", "anchor-3"])
    #expect(try session.measurementIDs == [])
    for _ in 0..<4 { try session.undo() }
    for _ in 0..<4 { try session.redo() }
    #expect(try session.anchorIDs == ["anchor-1", "anchor-3"])
    #expect(try session.pathIDs == ["anchor-1", "anchor-3"])
    #expect(try session.measurementIDs == [])
    try session.expectRefusal("DELETE", "/anchors/anchor-2", nil, 404)
  }

  @Test("an anchor deleted takes its measurements with it, and brings them again", arguments: Host.Form.allCases)
  func deletion(form: Host.Form) throws {
    let session = try Host(form).floored()
    for (x, z) in [(0.0, 0.0), (1, 0), (1, 1)] { try session.tap(x, z) }
    try session.measure("distance", ["anchor-1", "anchor-2"])
    try session.measure("distance", ["anchor-2", "anchor-3"])
    try session.change("DELETE", "/anchors/anchor-1", nil, 204)
    #expect(try session.measurementIDs == ["measurement-2"])
    try session.expectRefusal("GET", "/measurements/measurement-1", nil, 404)
    try session.change("DELETE", "/measurements/measurement-2", nil, 204)
    try session.undo()
    #expect(try session.measurementIDs == ["measurement-2"])
    try session.undo()
    #expect(try session.measurementIDs == ["measurement-1", "measurement-2"])
    // One that waits leaves its name to others, and has it again when they are undone.
    try session.redo()
    try session.measure("height", ["anchor-2", "anchor-3"], ", \"id\": \"measurement-1\"")
    #expect(try session.read("/measurements/measurement-1").string("/kind") == "height")
    try session.undo()
    try session.undo()
    #expect(try session.read("/measurements/measurement-1").string("/kind") == "distance")
    #expect(try session.measure("distance", ["anchor-2", "anchor-3"]).string("/id") == "measurement-3")
  }

  @Test("reset keeps planes and settings", arguments: Host.Form.allCases)
  func reset(form: Host.Form) throws {
    let session = try Host(form).floored("{\"name\": \"n\", \"mode\": \"ruler\"}")
    try session.tap(0, 0)
    let json = try session.change("POST", "/reset")
    #expect(json["/counts"]?.text == "{\"planes\":1,\"anchors\":0,\"measurements\":0}")
    #expect(json.string("/mode") == "ruler" && json.string("/name") == "n")
    #expect(try session.tap(0, 0).string("/anchor/id") == "anchor-1")
    try session.undo()
    try session.undo()
    #expect(try session.anchorIDs == ["anchor-1"])
  }

  @Test("an anchor that went back to its place and was undone leaves no trace", arguments: Host.Form.direct)
  func undoneAfterMoves(form: Host.Form) throws {
    let session = try Host(form).floored()
    try session.tap(0, 0)
    try session.tap(1, 0)
    try session.measure("distance", ["anchor-1", "anchor-2"])
    try session.tap(2, 0)
    try session.move([("anchor-3", [2, 0.1, 0])])
    try session.move([("anchor-3", [2, 0, 0])])
    try session.undo()
    try session.tap(2, 1)
    try session.move([("anchor-2", [1.02, 0, 0])])
    let json = try session.read("/measurements/measurement-1")
    json.expect("/value", 1.02)
    #expect(json.strings("/uncertainty/budget", "/source").contains("anchorCorrection"))
    try session.read().expect("/drift/maximum", 0.02)
  }
}
