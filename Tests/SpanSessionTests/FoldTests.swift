import SpanGeometry
import SpanSession
import SpanUncertainty
import Testing

@Suite("The fold of a session's events")
struct FoldTests {
  private var state = SessionState(SessionSettings(), at: 1000)

  @discardableResult
  private mutating func add(_ id: String?, _ x: Double = 0, at: Int64 = 1001) throws -> Anchor {
    try state.add(
      GivenAnchor(id: id, point: GivenPoint(position: Vector3(x, 0, 0)), planeID: nil), at: at)
  }

  /// What the device says of anchors on the x axis.
  private mutating func move(_ ids: [String], to x: Double, capturedAt: Double? = nil) throws -> UpdateOutcome {
    var updates = AnchorUpdates()
    updates.capturedAt = capturedAt
    updates.updates = ids.map { AnchorUpdates.Update(id: $0, position: Vector3(x, 0, 0), isIdentityPose: false) }
    return try state.update(updates, at: 2000)
  }

  private func distance(_ a: String, _ b: String) -> MeasurementCommand {
    MeasurementCommand(id: nil, kind: .distance, points: [a, b], planeID: nil, name: nil)
  }

  @Test mutating func `ids are one when their bytes are`() throws {
    try add("\u{e9}")
    try add("e\u{301}")
    #expect(throws: Refusal.anchorExists("\u{e9}")) { try add("\u{e9}") }
    #expect(state.anchor("\u{e9}")?.id.utf8.count == 2)
    #expect(state.anchor("e\u{301}")?.id.utf8.count == 3)
  }

  @Test mutating func `what is refused leaves everything as it was`() throws {
    try add("a")
    try add("b", 1)
    _ = try state.undo(at: 1002)
    let version = state.version
    #expect(throws: Refusal.anchorUnknown("x")) { try state.removeAnchor("x", at: 1) }
    #expect(throws: Refusal.measurementUnknown("x")) { try state.removeMeasurement("x", at: 1) }
    #expect(throws: Refusal.pointUnknown("b", place: 1)) { _ = try state.add(distance("a", "b"), at: 1) }
    #expect(throws: Refusal.anchorExists("a")) { try add("a") }
    #expect(state.version == version && state.anchors.map(\.id) == ["a"])
    _ = try state.redo(at: 1003)
    #expect(state.anchors.map(\.id) == ["a", "b"])
  }

  @Test mutating func `time never runs backwards`() throws {
    try add("a", at: 5000)
    try add("b", at: 4000)
    #expect(state.updatedAt == 5000 && state.createdAt == 1000 && state.version == 3)
  }

  @Test mutating func `the last thousand actions can be undone`() throws {
    for number in 0..<1005 { try add("\(number)", Double(number)) }
    for _ in 0..<SessionState.Bounds.actions { _ = try state.undo(at: 1002) }
    #expect(throws: Refusal.nothingToUndo) { _ = try state.undo(at: 1003) }
    #expect(state.anchors.count == 5)
    for _ in 0..<SessionState.Bounds.actions { _ = try state.redo(at: 1004) }
    #expect(state.anchors.count == 1005)
  }

  @Test mutating func `ten thousand anchors are enough until a reset`() throws {
    for number in 0..<SessionState.Bounds.anchors { try add(nil, Double(number)) }
    #expect(throws: Refusal.tooMany("anchors", limit: 10_000)) { try add(nil) }
    _ = try state.undo(at: 1002)
    try add(nil)
    state.reset(at: 1003)
    try add(nil)
    #expect(state.counts.anchors == 1)
  }

  @Test mutating func `undo names the event that it takes back, redo the one it brings`() throws {
    try add("a")
    try add("b", 1)
    _ = try state.add(distance("a", "b"), at: 1002)
    #expect(try state.undo(at: 1003) == 4)
    #expect(try state.undo(at: 1003) == 3)
    #expect(try state.redo(at: 1003) == 3)
    #expect(try state.undo(at: 1003) == 3)
    #expect(try state.undo(at: 1003) == 2)
  }

  @Test mutating func `a clock is looked at when something moves, and once a minute`() throws {
    try add("a")
    #expect(try move(["a"], to: 0, capturedAt: 10).isEvent)
    #expect(try !move(["a"], to: 0, capturedAt: 69.9).isEvent)
    #expect(state.capturedAt == 10)
    #expect(try move(["a"], to: 0, capturedAt: 70).isEvent)
    #expect(try move(["a"], to: 0.1, capturedAt: 71).isEvent)
    #expect(state.capturedAt == 71)
    #expect(try !move(["a"], to: 0.1).isEvent)
  }

  @Test mutating func `exactly a day is no jump, and exactly a metre no reason to doubt`() throws {
    try add("a")
    #expect(try move(["a"], to: 1, capturedAt: 0).suspects.isEmpty)
    #expect(throws: Refusal.capturedAtImplausible(86_401, last: 0)) {
      _ = try move(["a"], to: 2, capturedAt: 86_401)
    }
    #expect(throws: Refusal.capturedAtImplausible(-86_401, last: 0)) {
      _ = try move(["a"], to: 2, capturedAt: -86_401)
    }
    let outcome = try move(["a"], to: 2.5, capturedAt: 86_400)
    #expect(outcome.suspects.map(\.id) == ["a"] && outcome.suspects.map(\.jump) == [1.5])
    #expect(state.anchor("a")?.isSuspect == true)
  }

  @Test mutating func `an anchor undone before it moved has moved for nobody`() throws {
    try add("a")
    try add("b", 1)
    _ = try state.undo(at: 1002)
    #expect(try move(["b"], to: 3).ignored.map(\.reason) == [.unknown])
    _ = try state.redo(at: 1003)
    #expect(state.largestDrift == 0 && state.rigidFit == .identity)
  }

  @Test mutating func `the same calls give the same state, to the last bit`() throws {
    func run() throws -> [Double] {
      var fold = FoldTests()
      for number in 0..<6 { try fold.add("\(number)", Double(number * number) / 7) }
      _ = try fold.move(["1", "4"], to: 0.3)
      let measurement = try fold.state.add(distance("0", "4"), at: 3000)
      let measured = try #require(fold.state.read(measurement).measured)
      let fit = try #require(fold.state.rigidFit)
      return [measured.value, measured.uncertainty.standard, fit.residual, fit.translation.x]
    }
    let (a, b) = (try run(), try run())
    #expect(a.map(\.bitPattern) == b.map(\.bitPattern))
  }
}
