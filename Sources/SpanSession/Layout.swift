package import SpanGeometry
public import SpanUncertainty

/// What a user has made in a session since its beginning or its last reset: what undo takes back and redo brings again.
///
/// Anchors and measurements stay in their lists, and their flags say whether they count, so that a place in a list is a
/// name that holds whatever happens in between.
package struct Layout: Sendable {
  package private(set) var anchors: SharedList<Anchor> = []
  /// Where taps snap to: the current positions; infinitely far for those that do not count.
  private(set) var snapPositions: [Vector3] = []
  package private(set) var measurements: [SessionMeasurement] = []
  /// How many points the measurements name.
  private(set) var nameCount = 0
  /// As tapped, those included that do not count any more.
  package private(set) var path: [Int] = []
  package private(set) var isClosed = false
  /// The camera of the first tap, which displacements count from.
  package private(set) var start: Vector3?
  /// How many anchors count.
  private(set) var liveCount = 0
  /// How many anchors are not where they were placed.
  private(set) var movedCount = 0
  private var anchorPlaces: [Identifier: Int] = [:]
  private var measurementPlaces: [Identifier: Int] = [:]

  init() {}

  /// From a snapshot.
  package init(
    anchors: [Anchor], measurements: [SessionMeasurement], path: [Int], isClosed: Bool, start: Vector3?
  ) {
    self.anchors = SharedList(anchors)
    self.measurements = measurements
    self.path = path
    self.isClosed = isClosed
    self.start = start
    snapPositions = anchors.map { $0.isLive ? $0.current.position : Self.nowhere }
    movedCount = anchors.count { $0.isMoved }
    liveCount = anchors.count { $0.isLive }
    nameCount = measurements.reduce(0) { $0 + $1.points.count }
    for (place, anchor) in anchors.enumerated() where anchor.isLive { anchorPlaces[Identifier(anchor.id)] = place }
    for place in measurements.indices { index(measurement: place) }
  }

  private static let nowhere = Vector3(.infinity, .infinity, .infinity)

  func place(ofAnchor id: String) -> Int? { anchorPlaces[Identifier(id)] }
  func place(ofMeasurement id: String) -> Int? {
    measurementPlaces[Identifier(id)].flatMap { counts(measurements[$0]) ? $0 : nil }
  }

  /// A measurement is there as long as all its points are.
  func counts(_ measurement: SessionMeasurement) -> Bool {
    measurement.isHeld && measurement.points.allSatisfy { anchors[$0].isLive }
  }

  // MARK: Changes by the user, one of which is an effect

  mutating func append(_ anchor: Anchor) {
    anchorPlaces[Identifier(anchor.id)] = anchors.count
    anchors.append(anchor)
    if anchor.isLive { liveCount += 1 }
    snapPositions.append(anchor.current.position)
  }

  mutating func append(_ measurement: SessionMeasurement) {
    measurementPlaces[Identifier(measurement.id)] = measurements.count
    measurements.append(measurement)
    nameCount += measurement.points.count
  }

  mutating func setAnchor(_ place: Int, shown: Bool) { change(place) { $0.isShown = shown } }
  mutating func setAnchor(_ place: Int, removed: Bool) { change(place) { $0.isRemoved = removed } }

  mutating func setMeasurement(_ place: Int, shown: Bool) {
    measurements[place].isShown = shown
    index(measurement: place)
  }

  mutating func setMeasurement(_ place: Int, removed: Bool) {
    measurements[place].isRemoved = removed
    index(measurement: place)
  }

  mutating func extendPath(by place: Int) { path.append(place) }
  mutating func shortenPath() { path.removeLast() }
  mutating func setPath(_ path: [Int], isClosed: Bool) { (self.path, self.isClosed) = (path, isClosed) }
  mutating func setClosed(_ isClosed: Bool) { self.isClosed = isClosed }
  mutating func setStart(_ start: Vector3?) { self.start = start }

  /// How long the lists are without what was undone and would be forgotten.
  var keptCounts: (anchors: Int, measurements: Int) {
    ((anchors.lastIndex(where: \.isShown) ?? -1) + 1, (measurements.lastIndex(where: \.isShown) ?? -1) + 1)
  }

  /// The same of ``nameCount``.
  var keptNameCount: Int { measurements[keptCounts.measurements...].reduce(nameCount) { $0 - $1.points.count } }

  /// Roughly, what it holds in memory, bytes.
  var footprint: Int { anchors.count * 2560 + measurements.count * 256 + 8 * (nameCount + path.count) }

  /// Forgets what was undone, now that it can not be brought again: it stands at the ends of the lists.
  mutating func dropUndone() {
    while let last = anchors.last, !last.isShown {
      if last.isMoved { movedCount -= 1 }
      _ = anchors.popLast()
      snapPositions.removeLast()
    }
    while let last = measurements.last, !last.isShown {
      nameCount -= last.points.count
      measurements.removeLast()
    }
  }

  // MARK: Changes by the device

  mutating func move(_ place: Int, to whereabouts: Anchor.Whereabouts, capturedAt: Double?, isSuspect: Bool) {
    let was = anchors[place].isMoved
    change(place) {
      $0.current = whereabouts
      $0.capturedAt = capturedAt ?? $0.capturedAt
      $0.isSuspect = isSuspect
    }
    movedCount += (anchors[place].isMoved ? 1 : 0) - (was ? 1 : 0)
  }

  /// Whatever the device says next is newer.
  mutating func forgetClock() { for place in anchors.indices { anchors[place].capturedAt = nil } }

  mutating func lose(_ place: Int) { change(place) { $0.isLost = true } }

  private mutating func change(_ place: Int, _ body: (inout Anchor) -> Void) {
    if anchors[place].isLive { liveCount -= 1 }
    body(&anchors[place])
    if anchors[place].isLive { liveCount += 1 }
    let anchor = anchors[place]
    let id = Identifier(anchor.id)
    if anchor.isLive {
      anchorPlaces[id] = place
      snapPositions[place] = anchor.current.position
    } else {
      if anchorPlaces[id] == place { anchorPlaces[id] = nil }
      snapPositions[place] = Self.nowhere
    }
  }

  /// A name means the last that has it; one before may wait for its anchors to come back.
  private mutating func index(measurement place: Int) {
    let id = Identifier(measurements[place].id)
    if measurements[place].isHeld {
      measurementPlaces[id] = place
    } else if measurementPlaces[id] == place {
      measurementPlaces[id] = measurements.lastIndex { $0.isHeld && Identifier($0.id) == id }
    }
  }
}

/// A measurement that a session keeps.
public struct SessionMeasurement: Sendable {
  public let id: String
  public let kind: Measurand
  /// By place in the list of anchors.
  package let points: [Int]
  public let planeID: String?
  public let name: String?
  package var isShown = true
  package var isRemoved = false
  /// The user made it and did not take it back or away.
  var isHeld: Bool { isShown && !isRemoved }

  package init(id: String, kind: Measurand, points: [Int], planeID: String?, name: String?) {
    self.id = id
    self.kind = kind
    self.points = points
    self.planeID = planeID
    self.name = name
  }
}
