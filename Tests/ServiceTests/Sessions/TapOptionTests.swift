import SpanTestSupport
import Testing

@Suite("What a tap in a session may say")
struct TapOptionTests {
  private static func screen(_ tracking: String) -> String {
    let camera = Body.camera.dropLast() + ", \"tracking\": \(tracking)}"
    return "{\"camera\": \(camera), \"screenPoint\": [480, 360]}"
  }

  @Test(
    "a tracker without a pose places nothing", arguments: Host.Form.allCases,
    [
      "{\"state\": \"notAvailable\"}", "{\"state\": \"limited\", \"reason\": \"relocalizing\"}",
    ])
  func unavailable(form: Host.Form, tracking: String) throws {
    let session = try Host(form).floored()
    let json = try session.change("POST", "/taps", Self.screen(tracking))
    #expect(json.string("/tap/miss/code") == "tracking.unavailable" && json["/anchor"] == .null)
    #expect(try session.version == 2)
  }

  @Test("limited tracking warns, and is worse than normal tracking", arguments: Host.Form.allCases)
  func limited(form: Host.Form) throws {
    let session = try Host(form).floored()
    let preview = ", \"preview\": true}"
    let normal = try session.change("POST", "/taps", Self.screen("{\"state\": \"normal\"}").dropLast() + preview)
    let limited = try session.change("POST", "/taps", Self.screen("{\"state\": \"limited\"}"), 201)
    #expect(warnings(limited) == ["/camera/tracking: tracking.limited"])
    #expect(normal.count("/warnings") == 0)
    #expect(
      try #require(limited.number("/tap/range/uncertainty/standard"))
        > #require(normal.number("/tap/range/uncertainty/standard")))
    #expect(limited.strings("/tap/range/uncertainty/flags").contains("trackingLimited"))
  }

  @Test("targets and alignment of its own", arguments: Host.Form.allCases)
  func targets(form: Host.Form) throws {
    let session = try Host(form).session()
    try session.change("PUT", "/planes/tile", Body.plane("tile", half: 0.5), 201)
    let beyond = SessionClient.down(2, 0)
    #expect(try session.change("POST", "/taps", beyond)["/tap/hit"] == .null)
    let json = try session.tap(2, 0, ", \"targets\": [\"existingPlaneInfinite\"]")
    #expect(json.string("/tap/hit/target") == "existingPlaneInfinite")
    #expect(json["/tap/hit/insideOutline"] == .boolean(false))
    let vertical = try session.tap(0, 0, ", \"alignment\": \"vertical\"", 200)
    #expect(vertical.string("/tap/miss/code") == "hit.none")
    try session.expectRefusal(
      "POST", "/taps", SessionClient.down(0, 0, ", \"targets\": [\"sky\"]"), 422, "value.unknown")
  }

  @Test("feature points of its own", arguments: Host.Form.allCases)
  func features(form: Host.Form) throws {
    let session = try Host(form).session()
    let json = try session.tap(
      0.5, 0, ", \"targets\": [\"featurePoint\"], \"featurePoints\": [[0.51, 0.2, 0], [3, 0, 0]]")
    #expect(json.string("/tap/hit/target") == "featurePoint")
    json.expect("/anchor/current/position", [0.5, 0.2, 0])
    #expect(json["/anchor/planeId"] == nil)
    // They are gone with the tap.
    #expect(try session.tap(0.5, 0, ", \"targets\": [\"featurePoint\"]", 200)["/tap/hit"] == .null)
  }

  @Test("how it snaps, else as the session has it", arguments: Host.Form.allCases)
  func snap(form: Host.Form) throws {
    let session = try Host(form).floored("{\"snap\": {\"radius\": 0.1}}")
    try session.tap(0, 0)
    #expect(try session.tap(0.09, 0, ", \"preview\": true", 200)["/reused"] == .boolean(true))
    #expect(
      try session.tap(0.09, 0, ", \"preview\": true, \"snap\": {\"radius\": 0.05}", 200)["/reused"] == .boolean(false))
    #expect(try session.tap(0, 0, ", \"snap\": false").string("/anchor/id") == "anchor-2")
    #expect(try session.tap(0, 0, ", \"snap\": {\"points\": false}").string("/anchor/id") == "anchor-3")
  }

  @Test("near the rim of a plane the anchor lies on it", arguments: Host.Form.allCases)
  func edge(form: Host.Form) throws {
    let session = try Host(form).floored()
    let json = try session.tap(2.99, 1)
    #expect(json.string("/tap/snap/kind") == "edge" && json.string("/tap/snap/label") == "Snapped to edge")
    #expect(json["/anchor/snap"] == json["/tap/snap"])
    json.expect("/anchor/snap/position", [3, 0, 1])
    #expect(json.string("/anchor/snap/planeId") == "floor")
    json.expect("/anchor/snap/edgeIndex", 1)
    json.expect("/anchor/current/position", [3, 0, 1])
    #expect(json["/reused"] == .boolean(false))
    // The next one snaps to the anchor rather than to the edge.
    #expect(try session.tap(2.99, 1, "", 200).string("/tap/snap/kind") == "point")
  }

  @Test("a point on the screen through a camera", arguments: Host.Form.allCases)
  func camera(form: Host.Form) throws {
    let session = try Host(form).floored()
    let json = try session.change("POST", "/taps", Self.screen("{\"state\": \"normal\"}"), 201)
    json.expect("/tap/imagePoint", [960, 720])
    json.expect("/anchor/current/position", [0, 0, -1.5])
  }
}
