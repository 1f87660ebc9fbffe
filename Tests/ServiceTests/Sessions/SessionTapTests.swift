import SpanTestSupport
import Testing

@Suite("Taps in a session")
struct SessionTapTests {
  @Test("place an anchor where they hit", arguments: Host.Form.allCases)
  func place(form: Host.Form) throws {
    let session = try Host(form).floored()
    let answer = try session.send("POST", "/taps", SessionClient.down(0.5, -0.25, ", \"id\": \"mine\""))
    #expect(answer.status == 201 && answer["ETag"] == "\"3\"")
    #expect(answer["Location"] == session.address + "/anchors/anchor-1")
    let json = try answer.json
    #expect(json.names() == ["tap", "anchor", "reused", "closed", "measurement", "warnings", "version"])
    #expect(json.string("/tap/id") == "mine" && json.string("/tap/hit/planeId") == "floor")
    json.expect("/tap/position", [0.5, 0, -0.25])
    json.expect("/tap/range/value", 1)
    #expect(json["/reused"] == .boolean(false) && json["/closed"] == .boolean(false))
    #expect(json["/measurement"] == .null && json["/tap/snap"] == .null)
    json.expect("/version", 3)
    #expect(json["/anchor"] == (try session.read("/anchors/anchor-1")))
    #expect(json.string("/anchor/planeId") == "floor")
    #expect(json["/anchor/placed"] == json["/anchor/current"])
    json.expect("/anchor/current/position", [0.5, 0, -0.25])
    json.expect("/anchor/drift", 0, within: 0)
    #expect(json["/anchor/covariance"] == json["/tap/covariance"])
  }

  @Test("draw the line from the anchor before", arguments: Host.Form.allCases)
  func line(form: Host.Form) throws {
    let session = try Host(form).floored()
    try session.tap(0, 0)
    let json = try session.tap(0.3, 0.4, ", \"anchorId\": \"corner\"")
    #expect(json.string("/anchor/id") == "corner")
    json.expect("/measurement/value", 0.5)
    #expect(json.string("/measurement/kind") == "distance")
    #expect(json.strings("/measurement/points") == ["anchor-1", "corner"])
    #expect(try session.read("/path")["/segments/0"] == json["/measurement"])
  }

  @Test("near an anchor are that anchor, and make no other", arguments: Host.Form.allCases)
  func reuse(form: Host.Form) throws {
    let session = try Host(form).floored()
    try session.tap(0, 0)
    try session.tap(1, 0)
    // 2.5 cm is near, inclusive.
    let json = try session.tap(0.025, 0, ", \"anchorId\": \"ignored\"", 200)
    #expect(json["/reused"] == .boolean(true) && json.string("/anchor/id") == "anchor-1")
    #expect(json.string("/tap/snap/kind") == "point" && json.string("/tap/snap/pointId") == "anchor-1")
    #expect(json.string("/tap/snap/label") == "Snapped to point")
    json.expect("/tap/snap/offset", 0.025)
    json.expect("/tap/position", [0, 0, 0])
    json.expect("/tap/hit/position", [0.025, 0, 0])
    json.expect("/measurement/value", 1)
    #expect(try session.pathIDs == ["anchor-1", "anchor-2", "anchor-1"])
    #expect(try session.version == 5)
    #expect(try session.tap(-0.026, 0).string("/anchor/id") == "anchor-3")
  }

  @Test("near an anchor that has moved meet it where it is now", arguments: Host.Form.allCases)
  func moved(form: Host.Form) throws {
    let session = try Host(form).floored()
    try session.tap(0, 0)
    try session.tap(1, 0)
    try session.move([("anchor-1", [0.2, 0, 0])])
    #expect(try session.tap(0.2, 0.01, "", 200).string("/anchor/id") == "anchor-1")
    #expect(try session.tap(0, 0).string("/anchor/id") == "anchor-3")
  }

  @Test("that miss place nothing", arguments: Host.Form.allCases)
  func miss(form: Host.Form) throws {
    let session = try Host(form).floored()
    let up = "{\"ray\": {\"origin\": [0, 1, 0], \"direction\": [0, 1, 0]}}"
    let json = try session.change("POST", "/taps", up)
    #expect(json.string("/tap/miss/code") == "hit.none")
    #expect(json["/tap/hit"] == .null && json["/anchor"] == .null && json["/measurement"] == .null)
    json.expect("/version", 2)
    #expect(try session.read("/events").count("/items") == 2)
  }

  @Test("in preview tell what they would do, and do nothing", arguments: Host.Form.allCases)
  func preview(form: Host.Form) throws {
    let session = try Host(form).floored()
    try session.tap(0, 0)
    let state = try session.wholeState
    let fields = [("Idempotency-Key", "k"), ("If-Match", "*")]
    let preview = try session.send("POST", "/taps", SessionClient.down(0.3, 0.4, ", \"preview\": true"), fields)
    #expect(preview.status == 200 && preview["ETag"] == "\"3\"" && preview["Location"] == nil)
    let shown = try preview.json
    #expect(shown["/anchor"] == .null && shown["/reused"] == .boolean(false))
    shown.expect("/measurement/value", 0.5)
    #expect(shown.strings("/measurement/points") == ["anchor-1"])
    shown.expect("/version", 3)
    let near = try session.tap(0.01, 0, ", \"preview\": true", 200)
    #expect(near["/reused"] == .boolean(true) && near.string("/anchor/id") == "anchor-1")
    #expect(try session.wholeState == state)
    let done = try session.tap(0.3, 0.4, ", \"preview\": false")
    for member in ["/value", "/uncertainty", "/display"] {
      #expect(done["/measurement" + member] == shown["/measurement" + member])
    }
    #expect(done["/tap"] == shown["/tap"])
    let closing = try session.tap(1, 1)
    #expect(closing["/closed"] == .boolean(false))
    #expect(try session.tap(0, 0.01, ", \"preview\": true", 200)["/closed"] == .boolean(true))
    #expect(try session.read()["/closed"] == .boolean(false))
  }

  @Test("in preview tell the same after anchors have moved, each in its own way", arguments: Host.Form.direct)
  func previewMoved(form: Host.Form) throws {
    let session = try Host(form).floored()
    for (x, z) in [(0.0, 0.0), (1, 0), (1, 1)] { try session.tap(x, z) }
    // The last one by so much that it is suspect.
    try session.move([("anchor-1", [0.03, 0, 0]), ("anchor-3", [2.5, 0, 1])])
    let shown = try session.tap(0.3, 2, ", \"preview\": true", 200)
    let done = try session.tap(0.3, 2)
    #expect(shown.strings("/measurement/uncertainty/budget", "/source").contains("anchorCorrection"))
    for member in ["/value", "/uncertainty", "/display", "/components"] {
      #expect(done["/measurement" + member] == shown["/measurement" + member])
    }
    #expect(shown.strings("/measurement/points") == ["anchor-3"] && shown["/anchor"] == .null)
  }

  @Test("under a name that is taken are refused: 409", arguments: Host.Form.allCases)
  func taken(form: Host.Form) throws {
    let session = try Host(form).floored()
    try session.tap(0, 0, ", \"anchorId\": \"a\"")
    try session.expectRefusal("POST", "/taps", SessionClient.down(1, 0, ", \"anchorId\": \"a\""), 409, "id.duplicate")
    try session.expectRefusal("POST", "/anchors", "{\"id\": \"a\", \"position\": [5, 0, 0]}", 409, "id.duplicate")
    try session.change("DELETE", "/anchors/a", nil, 204)
    try session.tap(1, 0, ", \"anchorId\": \"a\"")
    #expect(try session.anchorIDs == ["a"])
  }

  @Test("get names that nobody has", arguments: Host.Form.direct)
  func names(form: Host.Form) throws {
    let session = try Host(form).floored()
    try session.anchor("anchor-2", [2, 0, 2])
    #expect(try session.tap(0, 0).string("/anchor/id") == "anchor-3")
    try session.undo()
    #expect(try session.tap(0, 0).string("/anchor/id") == "anchor-3")
    try session.change("DELETE", "/anchors/anchor-3", nil, 204)
    #expect(try session.tap(1, 0).string("/anchor/id") == "anchor-3")
  }

  @Test(
    "without a key sent twice make no zero-length line, in either mode", arguments: Host.Form.allCases,
    ["path", "ruler"])
  func repeated(form: Host.Form, mode: String) throws {
    let session = try Host(form).floored("{\"mode\": \"\(mode)\"}")
    for (x, z) in [(0.0, 0.0), (1, 0)] {
      try session.tap(x, z)
      let version = try session.version
      for _ in 0..<2 {
        let again = try session.tap(x, z, "", 200)
        #expect(again["/reused"] == .boolean(true) && again["/measurement"] == .null)
        again.expect("/version", Double(version))
      }
    }
    #expect(try session.pathIDs == ["anchor-1", "anchor-2"])
    try session.read("/path").expect("/length/value", 1)
  }

  @Test("that name nothing to look from, or too much, are refused", arguments: Host.Form.direct)
  func faults(form: Host.Form) throws {
    let session = try Host(form).floored()
    try session.expectRefusal("POST", "/taps", "{}", 422, "tap.incomplete")
    try session.expectRefusal(
      "POST", "/taps", SessionClient.down(0, 0, ", \"screenPoint\": [1, 1]"), 422, "tap.ambiguous")
    try session.expectRefusal("POST", "/taps", SessionClient.down(0, 0, ", \"planes\": []"), 422, "member.unknown")
    try session.expectRefusal("POST", "/taps", SessionClient.down(0, 0, ", \"anchorId\": \"\""), 422, "id.invalid")
    try session.expectRefusal("POST", "/taps", SessionClient.down(0, 0, ", \"preview\": 1"), 422, "boolean.expected")
    let outside = "{\"camera\": \(Body.camera), \"screenPoint\": [961, 0]}"
    try session.expectRefusal("POST", "/taps", outside, 422, "screenPoint.outside")
  }
}
