import SpanTestSupport
import Testing

@Suite("The path of a session")
struct PathTests {
  /// A 3-4-5 triangle: legs along x and z.
  private static func triangle(_ host: Host, _ settings: String = "{}") throws -> SessionClient {
    let session = try host.floored(settings)
    for (x, z) in [(0.0, 0.0), (0.3, 0), (0.3, 0.4)] { try session.tap(x, z) }
    return session
  }

  @Test("grows with every tap", arguments: Host.Form.allCases)
  func grows(form: Host.Form) throws {
    let session = try Host(form).floored()
    #expect(
      try session.read("/path").text
        == "{\"anchors\":[],\"segments\":[],\"length\":null,\"closed\":false,\"perimeter\":null,\"area\":null}")
    try session.tap(0, 0)
    #expect(try session.read("/path")["/length"] == .null)
    try session.tap(0.3, 0)
    try session.tap(0.3, 0.4)
    let json = try session.read("/path")
    #expect(json.strings("/anchors") == ["anchor-1", "anchor-2", "anchor-3"])
    #expect(
      json.each("/segments", "/points").map { $0?.text } == [
        "[\"anchor-1\",\"anchor-2\"]", "[\"anchor-2\",\"anchor-3\"]",
      ])
    json.expect("/segments/0/value", 0.3)
    json.expect("/segments/1/value", 0.4)
    json.expect("/length/value", 0.7)
    #expect(json.string("/length/kind") == "polyline" && json["/closed"] == .boolean(false))
    #expect(json["/perimeter"] == .null && json["/area"] == .null)
  }

  @Test("closes when its first anchor is tapped, and has perimeter and area then", arguments: Host.Form.allCases)
  func closes(form: Host.Form) throws {
    let session = try Self.triangle(Host(form))
    let tap = try session.tap(0.01, 0, "", 200)
    #expect(tap["/closed"] == .boolean(true) && tap["/reused"] == .boolean(true))
    #expect(tap.strings("/measurement/points") == ["anchor-3", "anchor-1"])
    tap.expect("/measurement/value", 0.5)
    let json = try session.read("/path")
    #expect(json.strings("/anchors") == ["anchor-1", "anchor-2", "anchor-3"])
    #expect(json["/closed"] == .boolean(true) && json.count("/segments") == 3)
    json.expect("/segments/2/value", 0.5)
    json.expect("/perimeter/value", 1.2)
    json.expect("/length/value", 1.2)
    json.expect("/area/value", 0.06)
    #expect(json.string("/area/unit") == "m2" && json["/perimeter/uncertainty"] == json["/length/uncertainty"])
    #expect(try session.read()["/closed"] == .boolean(true))
  }

  @Test("does not close before it has three anchors", arguments: Host.Form.allCases)
  func tooFew(form: Host.Form) throws {
    let session = try Host(form).floored()
    try session.tap(0, 0)
    try session.tap(1, 0)
    let back = try session.tap(0, 0, "", 200)
    #expect(back["/closed"] == .boolean(false))
    #expect(try session.pathIDs == ["anchor-1", "anchor-2", "anchor-1"])
    try session.read("/path").expect("/length/value", 2)
    try session.tap(1, 1)
    #expect(try session.tap(0, 0, "", 200)["/closed"] == .boolean(true))
  }

  @Test("that is closed stays as it is when the closing tap is repeated", arguments: Host.Form.allCases)
  func repeatedClosing(form: Host.Form) throws {
    let session = try Self.triangle(Host(form))
    try session.tap(0, 0, "", 200)
    let state = try session.wholeState
    let again = try session.tap(0, 0, "", 200)
    #expect(again["/reused"] == .boolean(true) && again["/measurement"] == .null)
    #expect(try session.wholeState == state)
  }

  @Test("begins anew with the next tap after closing; the anchors stay", arguments: Host.Form.allCases)
  func anew(form: Host.Form) throws {
    let session = try Self.triangle(Host(form))
    try session.tap(0, 0, "", 200)
    #expect(try session.tap(2, 2)["/measurement"] == .null)
    #expect(try session.pathIDs == ["anchor-4"])
    #expect(try session.read("/path")["/closed"] == .boolean(false))
    #expect(try session.anchorIDs.count == 4)
    try session.undo()
    #expect(try session.read("/path")["/closed"] == .boolean(true))
    // Also with an anchor of the old one.
    let reused = try session.tap(0.3, 0, "", 200)
    #expect(reused["/reused"] == .boolean(true) && reused["/measurement"] == .null)
    #expect(try session.pathIDs == ["anchor-2"])
  }

  @Test("closes the gap when an anchor goes, and has it again when that is undone", arguments: Host.Form.allCases)
  func gap(form: Host.Form) throws {
    let session = try Self.triangle(Host(form))
    try session.tap(0, 0.4)
    try session.tap(0, 0, "", 200)
    let whole = try session.read("/path")
    whole.expect("/area/value", 0.12)
    try session.change("DELETE", "/anchors/anchor-2", nil, 204)
    var json = try session.read("/path")
    #expect(json.strings("/anchors") == ["anchor-1", "anchor-3", "anchor-4"] && json["/closed"] == .boolean(true))
    json.expect("/area/value", 0.06)
    try session.change("DELETE", "/anchors/anchor-1", nil, 204)
    json = try session.read("/path")
    #expect(json.strings("/anchors") == ["anchor-3", "anchor-4"] && json["/closed"] == .boolean(false))
    json.expect("/length/value", 0.3)
    try session.undo()
    try session.undo()
    #expect(try session.read("/path") == whole)
  }

  @Test(
    "that lost its ring by a deletion goes on open, until its first anchor is tapped", arguments: Host.Form.allCases)
  func reopened(form: Host.Form) throws {
    let session = try Self.triangle(Host(form))
    try session.tap(0, 0, "", 200)
    try session.change("DELETE", "/anchors/anchor-3", nil, 204)
    #expect(try session.read("/path")["/closed"] == .boolean(false))
    let tap = try session.tap(0.3, 1)
    #expect(tap["/closed"] == .boolean(false))
    tap.expect("/measurement/value", 1)
    var json = try session.read("/path")
    #expect(json["/closed"] == .boolean(false) && json.strings("/anchors") == ["anchor-1", "anchor-2", "anchor-4"])
    #expect(try session.tap(0, 0, "", 200)["/closed"] == .boolean(true))
    for _ in 0..<3 { try session.undo() }
    json = try session.read("/path")
    #expect(json["/closed"] == .boolean(true) && json.strings("/anchors") == ["anchor-1", "anchor-2", "anchor-3"])
  }

  @Test("joins what was beside an anchor that went, without a line of no length", arguments: Host.Form.allCases)
  func joined(form: Host.Form) throws {
    let session = try Host(form).floored()
    try session.tap(0, 0)
    try session.tap(1, 0)
    try session.tap(0, 0, "", 200)
    try session.tap(0, 1)
    try session.change("DELETE", "/anchors/anchor-2", nil, 204)
    let json = try session.read("/path")
    #expect(json.strings("/anchors") == ["anchor-1", "anchor-3"] && json.count("/segments") == 1)
  }

  @Test("may cross itself: its length counts everything, its area the vector area", arguments: Host.Form.direct)
  func crossing(form: Host.Form) throws {
    let session = try Host(form).floored()
    for (x, z) in [(0.0, 0.0), (1, 0), (0, 1), (1, 1)] { try session.tap(x, z) }
    try session.tap(0, 0, "", 200)
    let json = try session.read("/path")
    json.expect("/perimeter/value", 2 + 2 * 2.0.squareRoot())
    json.expect("/area/value", 0)
  }
}

@Suite("The ruler of a session")
struct RulerTests {
  private func ruler(_ form: Host.Form) throws -> SessionClient {
    let session = try Host(form).floored("{\"mode\": \"ruler\"}")
    try session.tap(0, 0)
    try session.tap(1, 0).expect("/measurement/value", 1)
    return session
  }

  @Test("has two ends; the third tap clears them and starts again", arguments: Host.Form.allCases)
  func third(form: Host.Form) throws {
    let session = try ruler(form)
    let third = try session.tap(2, 0)
    #expect(third["/measurement"] == .null && third["/closed"] == .boolean(false))
    let name = try #require(third.string("/anchor/id"))
    #expect(try session.anchorIDs == [name])
    #expect(try session.pathIDs == [name])
    try session.tap(2, 1).expect("/measurement/value", 1)
    try session.undo()
    try session.undo()
    #expect(try session.anchorIDs == ["anchor-1", "anchor-2"])
    #expect(try session.pathIDs == ["anchor-1", "anchor-2"])
    try session.redo()
    #expect(try session.anchorIDs == [name])
  }

  @Test("starts again from one of its ends, which stays", arguments: Host.Form.allCases)
  func fromEnd(form: Host.Form) throws {
    let session = try ruler(form)
    let third = try session.tap(0, 0, "", 200)
    #expect(third["/reused"] == .boolean(true) && third["/measurement"] == .null)
    #expect(try session.anchorIDs == ["anchor-1"])
    try session.tap(0, 2).expect("/measurement/value", 2)
  }

  @Test("leaves anchors that a measurement holds on to", arguments: Host.Form.allCases)
  func held(form: Host.Form) throws {
    let session = try ruler(form)
    try session.measure("distance", ["anchor-1", "anchor-2"])
    try session.tap(2, 0)
    #expect(try session.anchorIDs == ["anchor-1", "anchor-2", "anchor-3"])
    #expect(try session.pathIDs == ["anchor-3"])
    #expect(try session.measurementIDs == ["measurement-1"])
  }

  @Test("never closes", arguments: Host.Form.allCases)
  func neverCloses(form: Host.Form) throws {
    let session = try ruler(form)
    #expect(try session.tap(0, 0, "", 200)["/closed"] == .boolean(false))
    #expect(try session.read()["/closed"] == .boolean(false))
  }
}
