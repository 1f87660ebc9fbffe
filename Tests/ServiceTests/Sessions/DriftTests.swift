import SpanTestSupport
import Testing

@Suite("Drift of anchors")
struct DriftTests {
  /// Anchors 1 m apart along x, and the distance between the first two.
  private func line(_ form: Host.Form, _ count: Int = 2, _ settings: String = "{}") throws -> SessionClient {
    let session = try Host(form).session(settings)
    for place in 0..<count { try session.anchor("\(place)", [Double(place), 0, 0]) }
    if count >= 2 { try session.measure("distance", ["0", "1"]) }
    return session
  }

  @Test("placed stays, current follows, and drift is the way between", arguments: Host.Form.allCases)
  func anchor(form: Host.Form) throws {
    let session = try line(form)
    let before = try session.read("/anchors/0")
    let report = try session.move([("0", [0.003, -0.004, 0])])
    let after = try session.read("/anchors/0")
    #expect(after["/placed"] == before["/placed"])
    after.expect("/current/position", [0.003, -0.004, 0])
    after.expect("/drift", 0.005)
    after.expect("/driftVector", [0.003, -0.004, 0])
    #expect(after["/warning"] == .boolean(false))
    #expect(report["/anchors/0/drift"] == after["/drift"] && report["/anchors/0/driftVector"] == after["/driftVector"])
    report.expect("/maximum", 0.005)
    #expect(
      report.names() == [
        "threshold", "warning", "maximum", "anchors", "ignored", "rigid", "measurements", "warnings", "version",
      ])
    #expect(try session.read("/drift") == report)
    try session.read().expect("/drift/maximum", 0.005)
  }

  @Test(
    "warns from the threshold on, whatever the last bit says", arguments: Host.Form.direct,
    [
      // From, to, own threshold, whether it warns.
      ([0.1, 0, 0], [0.115, 0, 0], nil, true), ([0.3, 0, 0], [0.315, 0, 0], nil, true),
      ([0.7, 0, 0], [0.7, 0.015, 0], nil, true), ([1000, 0, 0], [1000.015, 0, 0], nil, true),
      ([0, 0, 0], [0.009, 0.012, 0], nil, true), ([0, 0, 0], [0.0149999, 0, 0], nil, false),
      ([0, 0, 0], [0.015, 0, 0], 0.0150001, false), ([0.1, 0, 0], [0.15, 0, 0], 0.05, true),
      ([0, 0, 0], [0.5, 0, 0], 1, false), ([0, 0, 0], [0.5, 0, 0], 0.5, true),
    ] as [([Double], [Double], Double?, Bool)])
  func threshold(form: Host.Form, example: (from: [Double], to: [Double], own: Double?, warns: Bool)) throws {
    let session = try Host(form).session(example.own.map { "{\"driftThreshold\": \($0)}" } ?? "{}")
    try session.anchor("a", example.from)
    let report = try session.move([("a", example.to)])
    #expect(report["/warning"] == .boolean(example.warns) && report["/anchors/0/warning"] == .boolean(example.warns))
    #expect((report.string("/message") != nil) == example.warns)
    report.expect("/threshold", example.own ?? 0.015)
    #expect(try session.read("/anchors/a")["/warning"] == .boolean(example.warns))
    #expect(try session.read()["/drift/warning"] == .boolean(example.warns))
  }

  @Test("a threshold that is changed counts at once", arguments: Host.Form.direct)
  func changedThreshold(form: Host.Form) throws {
    let session = try line(form)
    try session.move([("0", [0, 0.02, 0])])
    #expect(try session.read("/drift")["/warning"] == .boolean(true))
    try session.change("PATCH", "", "{\"driftThreshold\": 0.021}")
    #expect(try session.read("/drift")["/warning"] == .boolean(false))
    try session.change("PATCH", "", "{\"driftThreshold\": 0}")
    #expect(try session.read("/drift")["/warning"] == .boolean(true))
  }

  @Test("without anchors there is none, whatever the threshold", arguments: Host.Form.direct)
  func none(form: Host.Form) throws {
    let session = try Host(form).session("{\"driftThreshold\": 0}")
    let report = try session.read("/drift")
    #expect(report["/warning"] == .boolean(false) && report["/rigid"] == .null && report["/message"] == nil)
    report.expect("/maximum", 0, within: 0)
    #expect(try session.read()["/drift/warning"] == .boolean(false))
  }

  @Test("tells of each measurement what it was, is and how that differs", arguments: Host.Form.allCases)
  func measurements(form: Host.Form) throws {
    let session = try line(form, 3)
    try session.measure("distance", ["1", "2"], ", \"id\": \"far\"")
    let report = try session.move([("0", [-0.02, 0, 0]), ("2", [2.014, 0, 0])])
    report.expect("/measurements/0/placedValue", 1)
    report.expect("/measurements/0/value", 1.02)
    report.expect("/measurements/0/change", 0.02)
    #expect(report["/measurements/0/warning"] == .boolean(true))
    #expect(report.string("/measurements/1/id") == "far" && report.string("/measurements/1/kind") == "distance")
    report.expect("/measurements/1/change", 0.014)
    #expect(report["/measurements/1/warning"] == .boolean(false))
    #expect(report.string("/message")?.contains("measure again") == true)
    #expect(try session.read("/measurements/measurement-1").strings("/uncertainty/flags").contains("drift"))
    #expect(try !session.read("/measurements/far").strings("/uncertainty/flags").contains("drift"))
    let shorter = try session.move([("0", [0.03, 0, 0])])
    shorter.expect("/measurements/0/change", -0.03)
    #expect(shorter["/measurements/0/warning"] == .boolean(true))
  }

  @Test("that moved everything together spoils nothing, and says so", arguments: Host.Form.allCases)
  func together(form: Host.Form) throws {
    let session = try line(form, 3)
    let report = try session.move((0..<3).map { ("\($0)", [Double($0), 0.1, 0]) })
    #expect(report["/warning"] == .boolean(true) && report["/measurements/0/warning"] == .boolean(false))
    #expect(report.string("/message")?.contains("together") == true)
    report.expect("/rigid/translation", [0, 0.1, 0])
    report.expect("/rigid/rotationDegrees", 0)
    report.expect("/rigid/residual", 0, within: 1e-12)
  }

  @Test("of one anchor is a shift", arguments: Host.Form.direct)
  func one(form: Host.Form) throws {
    let session = try line(form, 1)
    let report = try session.move([("0", [0.3, 0.4, 0])])
    report.expect("/rigid/translation", [0.3, 0.4, 0])
    report.expect("/rigid/rotationDegrees", 0)
    report.expect("/rigid/residual", 0)
  }

  @Test("of two anchors turns the line between them", arguments: Host.Form.direct)
  func two(form: Host.Form) throws {
    let session = try line(form, 2)
    let report = try session.move([("0", [0.51, 0, 0.5]), ("1", [0.51, 0, -0.54])])
    report.expect("/rigid/rotationDegrees", 90)
    // 4 cm longer: 2 cm at each end.
    report.expect("/rigid/residual", 0.02, within: 1e-9)
    report.expect("/rigid/residualMaximum", 0.02, within: 1e-9)
  }

  @Test("of coplanar anchors is never a mirror", arguments: Host.Form.direct)
  func coplanar(form: Host.Form) throws {
    let session = try Host(form).session()
    let square = [[0.0, 0, 0], [1, 0, 0], [1, 0, 1], [0, 0, 1]]
    for (place, position) in square.enumerated() { try session.anchor("\(place)", position) }
    try session.move(square.enumerated().map { ("\($0)", [-$1[0], 0, $1[2]]) }).expect(
      "/rigid/rotationDegrees", 180, within: 1e-6)
    // A half turn about z maps the mirrored square onto itself; a single corner out of place shows that nothing flips.
    let report = try session.move([("0", [0, 0.001, 0])])
    #expect(try #require(report.number("/rigid/residualMaximum")) < 0.001)
  }

  @Test("is gone when its anchors are", arguments: Host.Form.direct)
  func gone(form: Host.Form) throws {
    let session = try line(form, 3)
    try session.move([("2", [2, 1, 0])])
    #expect(try session.read("/drift")["/warning"] == .boolean(true))
    try session.change("DELETE", "/anchors/2", nil, 204)
    var report = try session.read("/drift")
    #expect(report["/warning"] == .boolean(false) && report.count("/anchors") == 2)
    report.expect("/rigid/residual", 0, within: 0)
    let clean = try session.read("/measurements/measurement-1")
    #expect(!clean.strings("/uncertainty/budget", "/source").contains("anchorCorrection"))
    try session.undo()
    report = try session.read("/drift")
    report.expect("/maximum", 1)
  }
}
