public import SpanGeometry
public import SpanUncertainty

/// An anchor that the client knows the place of.
public struct GivenAnchor: Sendable {
  /// nil: one is made.
  public var id: String?
  public var point: GivenPoint
  public var planeID: String?

  public init(id: String?, point: GivenPoint, planeID: String?) {
    self.id = id
    self.point = point
    self.planeID = planeID
  }
}

/// What a device says of its anchors at one moment.
public struct AnchorUpdates: Sendable {
  /// The device's clock, seconds.
  public var capturedAt: Double?
  public var tracking = Camera.Tracking.normal
  public var updates: [Update] = []
  /// The device gave them up.
  public var remove: [String] = []

  public struct Update: Sendable {
    public var id: String
    public var position: Vector3
    /// What trackers say of anchors they have lost: no rotation, at the world's origin.
    public var isIdentityPose: Bool

    public init(id: String, position: Vector3, isIdentityPose: Bool) {
      self.id = id
      self.position = position
      self.isIdentityPose = isIdentityPose
    }
  }

  public init() {}
}

/// What became of a device's updates.
public struct UpdateOutcome: Sendable, Equatable {
  public var ignored: [Ignored] = []
  /// Anchors that jumped in a way that trackers do when they are lost, with how far, metres.
  public var suspects: [Suspect] = []
  /// Something was changed, if only a clock.
  public var isEvent = false

  public struct Ignored: Sendable, Equatable {
    public let id: String
    public let reason: Reason
  }

  public enum Reason: String, Sendable, CaseIterable {
    /// Older than what is known.
    case stale
    /// No anchor of that name counts.
    case unknown
    /// It moved by less than ``SessionState/smallestMove``.
    case unchanged
    /// The tracker had no pose.
    case trackingUnavailable
  }

  public struct Suspect: Sendable, Equatable {
    public let id: String
    /// Metres.
    public let jump: Double
    public let isIdentityPose: Bool
  }
}

extension SessionState {
  /// - Returns: the anchor.
  public mutating func add(_ given: GivenAnchor, at: Int64) throws(Refusal) -> Anchor {
    if let id = given.id, layout.place(ofAnchor: id) != nil { throw .anchorExists(id) }
    try checkRoomForAnchor()
    forgetUndone()
    let point = RandomPoint(given: given.point.position, covariance: given.point.covariance, noise: measurer.noise)
    let place = layout.anchors.count
    let id = given.id ?? newName("anchor", place) { layout.place(ofAnchor: $0) != nil }
    let anchor = Anchor(id: id, at: at, origin: .given(given.point, point), model: useModel(), planeID: given.planeID)
    layout.append(anchor)
    act([.showAnchor(place)], at: at)
    return anchor
  }

  func checkRoomForAnchor() throws(Refusal) {
    if layout.keptCounts.anchors >= Bounds.anchors { throw .tooMany("anchors", limit: Bounds.anchors) }
  }

  /// Its measurements go with it, and come back when this is undone.
  public mutating func removeAnchor(_ id: String, at: Int64) throws(Refusal) {
    guard let place = layout.place(ofAnchor: id) else { throw .anchorUnknown(id) }
    forgetUndone()
    act([.removeAnchor(place)], at: at)
  }

  /// Moves below this, metres, are noise.
  public static let smallestMove = 1e-4
  /// No tracker corrects an anchor by more at once, metres, unless it was lost.
  public static let largestStep = 1.0
  /// Seconds; a clock that jumps by more is another clock.
  public static let largestClockJump = 86_400.0
  /// Seconds between two looks at a clock while nothing moves.
  private static let clockInterval = 60.0

  /// Takes over where the device says its anchors are.
  public mutating func update(_ updates: AnchorUpdates, at: Int64) throws(Refusal) -> UpdateOutcome {
    if let now = updates.capturedAt, let last = capturedAt, abs(now - last) > Self.largestClockJump {
      throw .capturedAtImplausible(now, last: last)
    }
    var outcome = UpdateOutcome()
    for update in updates.updates { take(update, updates, at, &outcome) }
    for id in updates.remove {
      guard let place = layout.place(ofAnchor: id) else {
        outcome.ignored.append(UpdateOutcome.Ignored(id: id, reason: .unknown))
        continue
      }
      layout.lose(place)
      outcome.isEvent = true
    }
    if let now = updates.capturedAt, outcome.isEvent || isWorthLogging(clock: now) {
      capturedAt = now
      outcome.isEvent = true
    }
    if outcome.isEvent {
      knownFit = nil
      advance(at)
    }
    return outcome
  }

  /// A clock that runs on while nothing moves is looked at now and then.
  private func isWorthLogging(clock now: Double) -> Bool { capturedAt.map { now - $0 >= Self.clockInterval } ?? true }

  private mutating func take(
    _ update: AnchorUpdates.Update, _ updates: AnchorUpdates, _ at: Int64, _ outcome: inout UpdateOutcome
  ) {
    func ignore(_ reason: UpdateOutcome.Reason) {
      outcome.ignored.append(UpdateOutcome.Ignored(id: update.id, reason: reason))
    }
    guard let place = layout.place(ofAnchor: update.id) else { return ignore(.unknown) }
    guard updates.tracking != .unavailable else { return ignore(.trackingUnavailable) }
    let anchor = layout.anchors[place]
    if let now = updates.capturedAt, let last = anchor.capturedAt, now < last { return ignore(.stale) }
    let jump = (update.position - anchor.current.position).length
    guard jump >= Self.smallestMove - Self.tolerance else { return ignore(.unchanged) }
    let isSuspect = update.isIdentityPose || jump > Self.largestStep
    if isSuspect {
      outcome.suspects.append(
        UpdateOutcome.Suspect(id: update.id, jump: jump, isIdentityPose: update.isIdentityPose))
    }
    layout.move(
      place, to: Anchor.Whereabouts(position: update.position, at: at), capturedAt: updates.capturedAt,
      isSuspect: isSuspect)
    outcome.isEvent = true
  }
}
