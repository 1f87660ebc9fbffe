public import SpanGeometry
internal import SpanUncertainty

/// A session as the fold of its events: each method that changes it is one kind of event, and the same calls in the
/// same order give the same state to the last bit.
///
/// A refused change leaves the state as it was.
public struct SessionState: Sendable {
  public private(set) var settings: SessionSettings
  /// Settings with all the noise models that anchors were placed under, the present one last.
  package private(set) var models: [SessionSettings]
  /// An anchor was placed under the present one.
  package private(set) var isModelUsed = false
  public internal(set) var planes = PlaneTable()
  /// The number of the last event.
  public internal(set) var version = 0
  public let createdAt: Int64
  /// Milliseconds since 1970, UTC.
  public internal(set) var updatedAt: Int64
  /// The device's clock at its last update, seconds.
  public internal(set) var capturedAt: Double?
  package internal(set) var layout = Layout()
  var history = History()
  var measurer: Measurer
  /// Taps so far, those undone included: names the variables of planes fitted for single taps.
  package internal(set) var taps = 0
  /// The motion common to all anchors; nil: to be found anew.
  var knownFit: RigidFit?

  public init(_ settings: SessionSettings, at: Int64) {
    self.settings = settings
    models = [settings]
    measurer = settings.measurer
    createdAt = at
    updatedAt = at
    version = 1
  }

  /// From a snapshot.
  package init(
    _ settings: SessionSettings, models: [SessionSettings], isModelUsed: Bool, planes: PlaneTable, version: Int,
    createdAt: Int64, updatedAt: Int64, capturedAt: Double?, layout: Layout, done: [Action], undone: [Action], taps: Int
  ) {
    self.settings = settings
    self.models = models
    self.isModelUsed = isModelUsed
    self.planes = planes
    self.version = version
    self.createdAt = createdAt
    self.updatedAt = updatedAt
    self.capturedAt = capturedAt
    self.layout = layout
    history = History(done: done, undone: undone)
    self.taps = taps
    measurer = settings.measurer
  }

  /// One more event.
  mutating func advance(_ at: Int64) {
    version += 1
    updatedAt = max(updatedAt, at)
  }

  public mutating func change(_ settings: SessionSettings, at: Int64) {
    if settings.profile != self.settings.profile || settings.noise != self.settings.noise {
      if !isModelUsed { models.removeLast() }
      models.append(settings)
      isModelUsed = false
    }
    self.settings = settings
    measurer = settings.measurer
    advance(at)
  }

  /// The present noise model, for an anchor to be placed under.
  mutating func useModel() -> Int {
    isModelUsed = true
    return models.count - 1
  }

  public mutating func changePlanes(upsert: [PlaneRecord], remove: [String], at: Int64) throws(Refusal) {
    var changed = planes
    changed.change(upsert: upsert, remove: remove)
    guard changed.count <= Bounds.planes else { throw .tooMany("planes", limit: Bounds.planes) }
    guard changed.vertices <= Bounds.vertices else { throw .tooMany("vertices", limit: Bounds.vertices) }
    guard changed.knownCount <= Bounds.knownPlanes else {
      throw .tooMany("different planes, with those that went", limit: Bounds.knownPlanes)
    }
    planes = changed
    advance(at)
  }

  /// How much one session may hold.
  public enum Bounds {
    public static let planes = 10_000
    /// Of all outlines.
    public static let vertices = 200_000
    /// Of all planes there ever were.
    public static let knownPlanes = 100_000
    /// Since the last reset.
    public static let anchors = 10_000
    public static let measurements = 10_000
    /// Of all measurements, each as often as one names it.
    public static let names = 100_000
    /// Of one path, each as often as it comes by.
    public static let pathAnchors = 10_000
    /// What can be undone: the last so many actions.
    public static let actions = 1_000
  }
}

// MARK: - Reading

extension SessionState {
  /// Those that count, in the order they were placed.
  public var anchors: [Anchor] { layout.anchors.filter(\.isLive) }

  public func anchor(_ id: String) -> Anchor? { layout.place(ofAnchor: id).map { layout.anchors[$0] } }

  /// Those that count, in the order they were made.
  public var measurements: [SessionMeasurement] { layout.measurements.filter(layout.counts) }

  public func measurement(_ id: String) -> SessionMeasurement? {
    layout.place(ofMeasurement: id).map { layout.measurements[$0] }
  }

  /// The ids of a measurement's points.
  public func names(of measurement: SessionMeasurement) -> [String] { measurement.points.map { layout.anchors[$0].id } }

  /// How many count.
  public var counts: (anchors: Int, measurements: Int) {
    (layout.liveCount, layout.measurements.count(where: layout.counts))
  }

  /// How many points an answer about all measurements, the path or all anchors looks at, at most.
  public var pointCount: Int { max(layout.nameCount, layout.path.count, layout.anchors.count) }

  /// Metres; 0 without anchors.
  public var largestDrift: Double {
    layout.movedCount == 0 ? 0 : layout.anchors.reduce(0) { $1.isLive ? max($0, $1.drift) : $0 }
  }

  /// Slack of thresholds, metres: the last bit does not decide.
  static let tolerance = 1e-9

  /// Has it drifted by so much that one should know?
  public func isWarning(drift: Double) -> Bool { drift >= settings.driftThreshold - Self.tolerance }

  /// What can be undone, the last at the end.
  package var done: SharedList<Action> { history.done }
  /// What can be done again, the next at the end.
  package var undone: SharedList<Action> { history.undone }

  /// Roughly, what it holds in memory, bytes.
  public var footprint: Int { 4096 + layout.footprint + history.footprint + planes.footprint }
}

// MARK: - Anchors as random variables

extension SessionState {
  /// The best rigid motion from where the anchors were placed to where they are; nil without anchors.
  public var rigidFit: RigidFit? {
    if let knownFit { return knownFit }
    let live = anchors
    guard layout.movedCount > 0 else { return live.isEmpty ? nil : .identity }
    return RigidFit(from: live.map(\.placed.position), to: live.map(\.current.position))
  }

  /// Finds once what many answers need; to be called when nothing will change for a while.
  public mutating func settle() { if layout.movedCount > 0, knownFit == nil { knownFit = rigidFit } }

  /// Of an anchor where it is now, every source but scale, m².
  public func covariance(of anchor: Anchor) -> Matrix3 { Self.variable(anchor, motion).covariance }

  func variable(_ place: Int) -> RandomPoint { Self.variable(layout.anchors[place], motion) }

  /// The common motion where there is any.
  var motion: RigidFit? { layout.movedCount > 0 ? rigidFit : nil }

  static func variable(_ anchor: Anchor, _ motion: RigidFit?) -> RandomPoint {
    let placed = anchor.origin.point
    guard let motion else { return placed }
    return placed.corrected(
      to: anchor.current.position, rotation: motion.rotation,
      residual: anchor.current.position - motion.apply(anchor.placed.position))
  }
}

// MARK: - What the user does

extension SessionState {
  /// Makes it so, and remembers how to take it back.
  mutating func act(_ effects: [Effect], at: Int64) {
    relayout(at)
    var effects = effects
    for place in effects.indices { layout.redo(&effects[place]) }
    history.appendDone(Action(sequence: version, effects: effects))
    history.keepDone(Bounds.actions)
  }

  /// From now on what was undone can not be brought again.
  mutating func forgetUndone() {
    guard !undone.isEmpty else { return }
    history.forgetUndone()
    layout.dropUndone()
  }

  /// - Returns: the number of the event that was taken back.
  public mutating func undo(at: Int64) throws(Refusal) -> Int {
    guard var action = history.popDone() else { throw .nothingToUndo }
    for place in action.effects.indices.reversed() { layout.undo(&action.effects[place]) }
    history.appendUndone(action)
    relayout(at)
    return action.sequence
  }

  /// - Returns: the number of the event that counts again.
  public mutating func redo(at: Int64) throws(Refusal) -> Int {
    guard var action = history.popUndone() else { throw .nothingToRedo }
    for place in action.effects.indices { layout.redo(&action.effects[place]) }
    history.appendDone(action)
    relayout(at)
    return action.sequence
  }

  /// The layout is another.
  private mutating func relayout(_ at: Int64) {
    knownFit = nil
    advance(at)
  }

  /// Forgets anchors, path and measurements, and the device's clock; planes stay.
  public mutating func reset(at: Int64) {
    forgetUndone()
    capturedAt = nil
    layout.forgetClock()
    act([.exchange(Layout())], at: at)
  }
}
