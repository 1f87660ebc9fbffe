import SpanGeometry
import SpanSession
import SpanUncertainty
import Testing

/// What one session may hold, and whether it tells how much that is.
@Suite("The bounds of a session")
struct BoundsTests {
  private var state = SessionState(SessionSettings(), at: 1000)

  private mutating func add(_ id: String, _ x: Double) throws {
    _ = try state.add(GivenAnchor(id: id, point: GivenPoint(position: Vector3(x, 0, 0)), planeID: nil), at: 1001)
  }

  /// A floor at y = 0 under each of the ids.
  private mutating func upsert(_ ids: some Sequence<String>, remove: [String] = []) throws {
    let floor = Plane(pose: .identity, extent: .unbounded(center: Point2(0, 0)))
    let records = ids.map { PlaneRecord(id: $0, plane: floor, sigma: PlaneSigma(), subsumedBy: nil, source: []) }
    try state.changePlanes(upsert: records, remove: remove, at: 1002)
  }

  /// Straight down from above a place on the x axis.
  private mutating func tap(_ x: Double) throws -> TapOutcome {
    let sight = try #require(Sight(origin: Vector3(x, 1, 0), direction: Vector3(0, -1, 0)))
    return try state.tap(TapCommand(Tap(sight: sight)), at: 1003, isMeasured: false).outcome
  }

  private func polyline(_ count: Int) -> MeasurementCommand {
    let points = (0..<count).map { $0.isMultiple(of: 2) ? "a" : "b" }
    return MeasurementCommand(id: nil, kind: .polyline, points: points, planeID: nil, name: nil)
  }

  @Test mutating func `all measurements together name a hundred thousand points`() throws {
    try add("a", 0)
    try add("b", 1)
    for _ in 0..<10 { _ = try state.add(polyline(10_000), at: 1) }
    let refusal = Refusal.tooMany("points in all its measurements", limit: 100_000)
    #expect(throws: refusal) { _ = try state.add(polyline(2), at: 1) }
    _ = try state.undo(at: 1)
    #expect(throws: refusal) { _ = try state.add(polyline(10_001), at: 1) }
    _ = try state.add(polyline(10_000), at: 1)
    state.reset(at: 1)
    try add("a", 0)
    try add("b", 1)
    _ = try state.add(polyline(2), at: 1)
  }

  @Test mutating func `a path comes by ten thousand anchors, until a new one begins`() throws {
    try upsert(["floor"])
    try add("a", 0)
    try add("b", 1)
    for turn in 0..<10_000 { #expect(try tap(turn.isMultiple(of: 2) ? 0 : 1).isReused) }
    let version = state.version
    #expect(throws: Refusal.tooMany("anchors along one path", limit: 10_000)) { _ = try tap(0) }
    #expect(state.version == version && state.layout.path.count == 10_000)
    #expect(state.pointCount == 10_000)
    _ = try state.undo(at: 1)
    _ = try tap(1)
    state.reset(at: 1)
    _ = try tap(0)
    #expect(state.layout.path.count == 1)
  }

  @Test mutating func `a hundred thousand different planes may come and go`() throws {
    for round in 0..<10 {
      let ids = (0..<10_000).map { "\(round)-\($0)" }
      try upsert(ids, remove: state.planes.ids)
    }
    #expect(throws: Refusal.tooMany("different planes, with those that went", limit: 100_000)) {
      try upsert(["one more"], remove: ["9-0"])
    }
    try upsert(["0-0"], remove: ["9-0"])
    #expect(state.planes.count == 10_000)
  }

  @Test mutating func `planes that went, resets and long paths are counted as memory`() throws {
    let before = state.footprint
    try upsert((0..<1000).map { "plane with a name of some length \($0)" })
    try upsert(["floor"], remove: state.planes.ids)
    #expect(state.footprint - before > 1000 * 64)

    for number in 0..<100 { try add("\(number)", Double(number)) }
    let full = state.footprint
    state.reset(at: 1)
    #expect(state.footprint >= full)
    _ = try state.undo(at: 1)
    #expect(abs(state.footprint - full) < 4096)
    _ = try state.redo(at: 1)
    #expect(state.footprint >= full)
    // What was undone is let go of with the next action.
    _ = try state.undo(at: 1)
    _ = try state.undo(at: 1)
    let undone = state.footprint
    try add("new", 0)
    #expect(state.footprint < undone + 8192)
    #expect(state.undone.isEmpty)
  }
}
