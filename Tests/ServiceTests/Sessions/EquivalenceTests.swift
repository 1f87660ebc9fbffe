import SpanTestSupport
import Testing

@Suite("As long as no anchor moved, a session measures what a single request does")
struct EquivalenceTests {
  @Test("of every kind, however its points came about", arguments: Host.Form.direct, Scene.all)
  func everyKind(form: Host.Form, scene: Scene) throws {
    let host = try Host(form)
    let single = try scene.measuredAtOnce(host.client)
    let (session, _) = try scene.told(to: host)
    let measured = try scene.measured(in: session)
    for (place, found) in measured.enumerated() {
      let expected = try #require(single["/measurements/\(place)"])
      #expect(expected["/value"] != .null)
      expectAlike(found, expected)
      #expect(found["/advice/source"] == expected["/advice/source"])
      #expect(try session.read("/measurements/measurement-\(place + 1)") == found)
    }
  }

  @Test("tap by tap: position, covariance, range, snap and hit", arguments: Host.Form.direct, Scene.all)
  func taps(form: Host.Form, scene: Scene) throws {
    let host = try Host(form)
    let single = try scene.measuredAtOnce(host.client)
    for (place, answer) in try scene.told(to: host).taps.enumerated() {
      #expect(answer["/tap"] == single["/taps/\(place)"])
    }
  }

  @Test("segment by segment, and along the path", arguments: Host.Form.allCases, Scene.all.filter { $0.points.isEmpty })
  func path(form: Host.Form, scene: Scene) throws {
    let host = try Host(form)
    let single = try scene.measuredAtOnce(host.client)
    let (session, taps) = try scene.told(to: host)
    expectAlike(try #require(taps[1]["/measurement"]), try #require(single["/measurements/0"]))
    let path = try session.read("/path")
    for place in 1..<taps.count { #expect(path["/segments/\(place - 1)"] == taps[place]["/measurement"]) }
    expectAlike(try #require(path["/length"]), try #require(single["/measurements/2"]))
  }

  @Test("closed, the path is the perimeter and the area of one request", arguments: Host.Form.direct)
  func closed(form: Host.Form) throws {
    let host = try Host(form)
    let (session, _) = try Scene.raysOnPlanes.told(to: host)
    let ids = Scene.raysOnPlanes.ids
    let ring = [ids[0], ids[1], ids[2], ids[3]]
    try session.change("DELETE", "/anchors/t4", nil, 204)
    let first = try #require(try session.read("/anchors/t0").numbers("/current/position"))
    try session.change("POST", "/taps", "{\(Scene.ray([0, 1.5, 0], through: first))}")
    let path = try session.read("/path")
    for kind in ["perimeter", "area"] {
      expectAlike(try #require(path["/" + kind]), try session.measure(kind, ring))
    }
  }

  @Test("a tap on a known point is that point", arguments: Host.Form.direct)
  func onPoint(form: Host.Form) throws {
    let host = try Host(form)
    let single = try host.client.ask(
      "/v1/measure",
      """
      {"planes": [\(Body.plane("floor"))], "points": [{"id": "a", "position": [0.5, 0.01, 0]}],
       "taps": [{"id": "b", "ray": {"origin": [1, 1, 0], "direction": [0, -1, 0]}},
                {"id": "c", "ray": {"origin": [0.5, 1, 0], "direction": [0, -1, 0]}}],
       "measurements": [{"kind": "distance", "points": ["b", "c"]}]}
      """)
    let session = try host.floored()
    try session.anchor("a", [0.5, 0.01, 0])
    try session.tap(1, 0)
    let tap = try session.tap(0.5, 0, "", 200)
    #expect(single.string("/taps/1/snap/pointId") == "a" && tap.string("/tap/snap/pointId") == "a")
    expectAlike(try #require(tap["/measurement"]), try #require(single["/measurements/0"]))
    #expect(tap["/tap/range/value"] == single["/taps/1/range/value"])
    #expect(tap["/tap/range/uncertainty"] == single["/taps/1/range/uncertainty"])
  }

  @Test("also after everything was undone, deleted or reset that came before", arguments: Host.Form.direct)
  func cleanSlate(form: Host.Form) throws {
    let host = try Host(form)
    let scene = Scene.camerasOnPlanes
    let single = try scene.measuredAtOnce(host.client)
    let session = try host.session("{\(scene.settings)}")
    try session.change("PATCH", "/planes", "{\"upsert\": [\(scene.planes.joined(separator: ","))]}")
    try session.change("POST", "/taps", "{\(Scene.camera(2, 1.2, 2, turned: 0, at: 480, 360))}", 201)
    try session.undo()
    try session.tap(0, 1)
    try session.change("POST", "/reset")
    for (place, tap) in scene.taps.enumerated() {
      try session.change("POST", "/taps", "{\"anchorId\": \"t\(place)\", \(tap)}", 201)
    }
    for (place, found) in try scene.measured(in: session).enumerated() {
      expectAlike(found, try #require(single["/measurements/\(place)"]))
    }
  }
}

/// Expects the same value and ± to 1e-9, and the same text.
func expectAlike(
  _ found: JSON, _ expected: JSON, but left: Set<String> = [], sourceLocation: SourceLocation = #_sourceLocation
) {
  let parts = ["standard", "expanded", "low", "high", "coverageFactor", "kappa"]
  let numbers = ["/value"] + parts.map { "/uncertainty/\($0)" }
  for pointer in numbers where !left.contains(pointer) {
    guard let number = expected.number(pointer) else {
      #expect(found[pointer] == expected[pointer], "\(pointer)", sourceLocation: sourceLocation)
      continue
    }
    found.expect(pointer, number, within: 1e-9 * max(1, abs(number)), sourceLocation: sourceLocation)
  }
  for pointer in ["/display", "/unit", "/uncertainty/flags"] where !left.contains(pointer) {
    #expect(found[pointer] == expected[pointer], sourceLocation: sourceLocation)
  }
  #expect(
    found.strings("/uncertainty/budget", "/source").sorted()
      == expected.strings("/uncertainty/budget", "/source").sorted(), sourceLocation: sourceLocation)
  for component in expected.names("/components") ?? [] {
    for pointer in ["", "/standard", "/expanded", "/low", "/high"].map({ "/components/\(component)\($0)" }) {
      guard let number = expected.number(pointer) else { continue }
      found.expect(pointer, number, within: 1e-9 * max(1, abs(number)), sourceLocation: sourceLocation)
    }
  }
}
