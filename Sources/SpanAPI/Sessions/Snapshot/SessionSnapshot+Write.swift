internal import SpanGeometry
internal import SpanMessage
internal import SpanSession
internal import SpanUncertainty

/// A session written down whole, so that its log need not be folded from the beginning.
enum SessionSnapshot {
  /// Of this form; one of another is not read, and the log is folded instead as long as it is there.
  static let format = 1

  static func data(_ session: LiveSession) -> [UInt8] { .json { $0.snapshot(session) } }
}

extension JSONWriter {
  fileprivate mutating func snapshot(_ session: LiveSession) {
    let state = session.state
    beginObject()
    member("format", SessionSnapshot.format)
    member("createdAt", Double(state.createdAt))
    member("updatedAt", Double(state.updatedAt))
    if let capturedAt = state.capturedAt { member("capturedAt", capturedAt) }
    member("taps", state.taps)
    name("settings")
    stored(session.input)
    member("modelUsed", state.isModelUsed)
    list("models", state.models) { json, settings in
      var input = SettingsInput()
      input.settings = settings
      json.stored(input)
    }
    list("planes", state.planes.records) { $0.raw($1.source) }
    list("knownPlanes", state.planes.knownIDs) { $0.string($1) }
    name("layout")
    layout(state.layout)
    list("done", state.done) { $0.action($1) }
    list("undone", state.undone) { $0.action($1) }
    endObject()
  }

  private mutating func list<Element>(
    _ name: StaticString, _ elements: some Sequence<Element>, _ write: (inout JSONWriter, Element) -> Void
  ) {
    self.name(name)
    beginArray()
    for element in elements { write(&self, element) }
    endArray()
  }

  private mutating func layout(_ layout: Layout) {
    beginObject()
    list("anchors", layout.anchors) { $0.stored($1) }
    list("measurements", layout.measurements) { $0.stored($1) }
    list("path", layout.path) { $0.integer($1) }
    member("closed", layout.isClosed)
    if let start = layout.start { member("start", start) }
    endObject()
  }

  private mutating func stored(_ anchor: Anchor) {
    beginObject()
    member("id", anchor.id)
    member("placedAt", Double(anchor.placed.at))
    member("current", anchor.current.position)
    member("currentAt", Double(anchor.current.at))
    if let capturedAt = anchor.capturedAt { member("capturedAt", capturedAt) }
    member("suspect", anchor.isSuspect)
    if let planeID = anchor.planeID { member("planeId", planeID) }
    member("model", anchor.model)
    if let edge = anchor.edge, case .edge(let feature) = edge.snap.feature {
      name("edge")
      beginObject()
      member("planeId", edge.planeID)
      member("plane", feature.plane)
      member("index", feature.index)
      member("direction", feature.direction)
      member("corner", feature.isCorner)
      member("position", edge.snap.position)
      member("offset", edge.snap.offset)
      endObject()
    }
    switch anchor.origin {
    case .tapped(let tap): list("tap", tap.numbers?.values ?? []) { $0.number($1) }
    case .given(let point, _):
      member("position", point.position)
      if let covariance = point.covariance { member("covariance", rowMajor: covariance) }
    }
    flags(isShown: anchor.isShown, isRemoved: anchor.isRemoved)
    member("lost", anchor.isLost)
    endObject()
  }

  private mutating func stored(_ measurement: SessionMeasurement) {
    beginObject()
    member("id", measurement.id)
    member("kind", measurement.kind.rawValue)
    list("points", measurement.points) { $0.integer($1) }
    if let planeID = measurement.planeID { member("planeId", planeID) }
    if let name = measurement.name { member("name", name) }
    flags(isShown: measurement.isShown, isRemoved: measurement.isRemoved)
    endObject()
  }

  private mutating func flags(isShown: Bool, isRemoved: Bool) {
    member("shown", isShown)
    member("removed", isRemoved)
  }

  private mutating func action(_ action: Action) {
    beginObject()
    member("seq", action.sequence)
    list("effects", action.effects) { $0.effect($1) }
    endObject()
  }

  /// An object with one member, named after the effect.
  private mutating func effect(_ effect: Effect) {
    beginObject()
    switch effect {
    case .showAnchor(let place): member("showAnchor", place)
    case .removeAnchor(let place): member("removeAnchor", place)
    case .showMeasurement(let place): member("showMeasurement", place)
    case .removeMeasurement(let place): member("removeMeasurement", place)
    case .extendPath(let place): member("extendPath", place)
    case .closePath: member("closePath", true)
    case .beginPath(let old, let wasClosed, let first):
      name("beginPath")
      beginObject()
      list("old", old) { $0.integer($1) }
      member("wasClosed", wasClosed)
      list("first", first) { $0.integer($1) }
      endObject()
    case .start(let camera): member("start", camera)
    case .exchange(let layout):
      name("exchange")
      self.layout(layout)
    }
    endObject()
  }
}
