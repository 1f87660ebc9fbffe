public import SpanGeometry
public import SpanUncertainty

/// A tap on what a session knows.
public struct TapCommand: Sendable {
  public var tap: Tap
  public var targets = Raycast.defaultTargets
  public var alignment = AlignmentFilter.any
  /// nil: as the session has it.
  public var snap: SnapOptions?
  public var featurePoints: [Vector3] = []
  /// For the anchor; nil: one is made.
  public var anchorID: String?

  public init(_ tap: Tap) { self.tap = tap }
}

/// What came of a tap.
public struct TapOutcome: Sendable {
  public let located: LocatedTap
  /// Of all planes that the tap was held against, by index.
  public let planeIDs: [String]
  /// From the camera, of a tap that hit.
  public internal(set) var range: Measured?
  /// The anchor the tap stands for; nil for a preview that would place one, and for a miss.
  public internal(set) var anchor: Anchor?
  /// The tap snapped to an anchor that was there.
  public internal(set) var isReused = false
  /// It closed the path.
  public internal(set) var isClosing = false
  /// From the previous anchor of the path.
  public internal(set) var segment: Segment?

  public struct Segment: Sendable {
    /// nil: of a preview.
    public let from: String
    public fileprivate(set) var to: String?
    public let measured: Measured
  }

  /// Keeps the figures, of an anchor that was only tried.
  fileprivate mutating func withdrawAnchor() {
    anchor = nil
    segment?.to = nil
  }
}

extension SessionState {
  /// What a tap would do, without doing it.
  public func preview(_ command: TapCommand) -> TapOutcome {
    var (outcome, point, place) = locate(command)
    guard let point else { return outcome }
    let step = step(onto: place)
    guard place == nil, case .extend = step, layout.movedCount > 0 else {
      measure(&outcome, step: step, point)
      return outcome
    }
    // The anchor that would be placed would take part in the motion common to all.
    var trial = self
    trial.layout.append(Anchor(id: "", at: 0, origin: .tapped(point), model: 0))
    trial.knownFit = nil
    trial.settle()
    outcome.anchor = trial.layout.anchors.last
    trial.measure(&outcome, step: step, point)
    outcome.withdrawAnchor()
    return outcome
  }

  /// Places an anchor or reuses one; a miss does nothing.
  /// - Parameter isMeasured: the outcome has its figures.
  /// - Returns: the outcome, and whether it was an event.
  public mutating func tap(
    _ command: TapCommand, at: Int64, isMeasured: Bool = true
  ) throws(Refusal) -> (outcome: TapOutcome, isEvent: Bool) {
    var (outcome, point, reused) = locate(command)
    guard let point else { return (outcome, false) }
    let step = step(onto: reused)
    if reused != nil, case .stay = step {
      measure(&outcome, step: step, point)
      return (outcome, false)
    }
    if reused == nil, let id = command.anchorID, layout.place(ofAnchor: id) != nil { throw .anchorExists(id) }
    if reused == nil { try checkRoomForAnchor() }
    if case .extend = step, layout.path.count >= Bounds.pathAnchors {
      throw .tooMany("anchors along one path", limit: Bounds.pathAnchors)
    }
    forgetUndone()
    var effects: [Effect] = []
    if layout.start == nil { effects.append(.start(command.tap.sight.ray.origin)) }
    let place = reused ?? place(outcome, command, at, &effects)
    effects += self.effects(of: step, place)
    taps += 1
    act(effects, at: at)
    outcome.anchor = layout.anchors[place]
    // The new anchor takes part in the motion common to all.
    if isMeasured {
      settle()
      measure(&outcome, step: step, point)
    }
    return (outcome, true)
  }

  /// - Returns: nil for a miss; the place of the anchor that was snapped to.
  private func locate(_ command: TapCommand) -> (TapOutcome, TapPropagation?, Int?) {
    let survey = survey(command)
    let located = survey.locate(
      command.tap, from: layout.start ?? command.tap.sight.ray.origin, fittedKey: -1 - taps)
    var outcome = TapOutcome(located: located, planeIDs: planes.ids)
    guard case .hit(_, let snap, let propagation) = located.outcome else { return (outcome, nil, nil) }
    guard case .point(let place)? = snap?.feature else { return (outcome, propagation, nil) }
    outcome.anchor = layout.anchors[place]
    outcome.isReused = true
    return (outcome, propagation, place)
  }

  private func survey(_ command: TapCommand) -> Survey {
    let raycast = planes.raycast.asking(
      for: command.targets, command.alignment, featurePoints: command.featurePoints)
    let (anchors, motion) = (layout.anchors, self.motion)
    return Survey(
      raycast: raycast, planeSigmas: planes.sigmas, planeKeys: planes.keys, anchors: layout.snapPositions,
      snap: command.snap ?? settings.snap, measurer: measurer,
      variable: { Self.variable(anchors[$0], motion) })
  }

  private mutating func place(
    _ outcome: TapOutcome, _ command: TapCommand, _ at: Int64, _ effects: inout [Effect]
  ) -> Int {
    guard case .hit(let hit, let snap, let propagation) = outcome.located.outcome else { return 0 }
    var planeID: String?
    if case .plane(let index) = hit.surface { planeID = planes.ids[index] }
    var edge: Anchor.Edge?
    if let snap, case .edge(let found) = snap.feature {
      edge = Anchor.Edge(snap: snap, planeID: planes.ids[found.plane])
    }
    let place = layout.anchors.count
    let id = command.anchorID ?? newName("anchor", place) { layout.place(ofAnchor: $0) != nil }
    layout.append(Anchor(id: id, at: at, origin: .tapped(propagation), model: useModel(), planeID: planeID, edge: edge))
    effects.append(.showAnchor(place))
    return place
  }

  /// Adds the range, and the segment that a step would draw.
  private func measure(_ outcome: inout TapOutcome, step: Step, _ point: TapPropagation) {
    outcome.range = measurer.range(point)
    let from: Int
    switch step {
    case .extend(let last): from = last
    case .close(let last):
      from = last
      outcome.isClosing = true
    case .begin, .stay, .pair: return
    }
    let anchor = layout.anchors[from]
    let measured = measurer.measure(
      .distance, [0, 1], of: [variable(from), outcome.anchor.map { variable(of: $0) } ?? point.point])
    guard var measured else { return }
    flagDrift(
      &measured, .distance, placed: [anchor.placed.position, outcome.anchor?.placed.position ?? point.point.position])
    outcome.segment = TapOutcome.Segment(from: anchor.id, to: outcome.anchor?.id, measured: measured)
  }

  private func variable(of anchor: Anchor) -> RandomPoint { Self.variable(anchor, motion) }

  /// `prefix-3`: from a position in a list, counted from 1, skipping what is taken.
  func newName(_ prefix: String, _ place: Int, isTaken: (String) -> Bool) -> String {
    var number = place + 1
    while isTaken("\(prefix)-\(number)") { number += 1 }
    return "\(prefix)-\(number)"
  }
}
