internal import SpanGeometry
internal import SpanMessage
internal import SpanSession
internal import SpanStore
internal import SpanUncertainty

extension SessionSnapshot {
  /// nil: of a form that this version does not write.
  static func session(_ id: String, from snapshot: Snapshot) -> LiveSession? {
    guard let document = try? JSONDocument(parsing: ByteBuffer(snapshot.data)),
      document.root["format"]?.number == Double(format)
    else { return nil }
    do throws(SnapshotReader.Fault) {
      var reader = SnapshotReader()
      return try reader.session(id, document.root, version: snapshot.version)
    } catch {
      return nil
    }
  }
}

/// Reads what the snapshot's writer wrote; anything else is a fault.
private struct SnapshotReader {
  struct Fault: Error {}

  /// More than a log has events.
  private static let mostTaps = 1 << 32

  /// Of the models that anchors were placed under.
  private var noise: [NoiseModel] = []

  mutating func session(_ id: String, _ root: JSONValue, version: Int) throws(Fault) -> LiveSession {
    let input = try settings(root["settings"])
    var models: [SessionSettings] = []
    for value in try array(root["models"]) { models.append(try settings(value).settings) }
    guard !models.isEmpty else { throw Fault() }
    noise = models.map(\.noiseModel)
    let state = SessionState(
      input.settings, models: models, isModelUsed: try boolean(root["modelUsed"]), planes: try planes(root),
      version: version, createdAt: try time(root["createdAt"]), updatedAt: try time(root["updatedAt"]),
      capturedAt: root["capturedAt"]?.number, layout: try layout(root["layout"]), done: try actions(root["done"]),
      undone: try actions(root["undone"]), taps: try place(root["taps"], below: Self.mostTaps))
    guard state.isRetraceable else { throw Fault() }
    return LiveSession(id: id, input, state)
  }

  // MARK: Parts

  private func settings(_ value: JSONValue?) throws(Fault) -> SettingsInput {
    guard let value else { throw Fault() }
    var decoder = RequestDecoder(stored: value)
    guard let input = decoder.settings(value, onto: SettingsInput(), isStored: true), decoder.faults.isEmpty else {
      throw Fault()
    }
    return input
  }

  private func planes(_ root: JSONValue) throws(Fault) -> PlaneTable {
    var decoder = RequestDecoder(stored: nil)
    var records: [PlaneRecord] = []
    for value in try array(root["planes"]) {
      guard let record = decoder.planeRecord(value) else { throw Fault() }
      records.append(record)
    }
    return PlaneTable(records, knownIDs: try list(root["knownPlanes"]) { value throws(Fault) in try self.text(value) })
  }

  private func layout(_ value: JSONValue?) throws(Fault) -> Layout {
    guard let value else { throw Fault() }
    let anchors = try list(value["anchors"]) { value throws(Fault) in try self.anchor(value) }
    return Layout(
      anchors: anchors,
      measurements: try list(value["measurements"]) { value throws(Fault) in
        try self.measurement(value, anchors.count)
      },
      path: try places(value["path"], below: anchors.count), isClosed: try boolean(value["closed"]),
      start: try value["start"].map { value throws(Fault) in try self.vector(value) })
  }

  private func anchor(_ value: JSONValue) throws(Fault) -> Anchor {
    let model = try place(value["model"], below: noise.count)
    let origin: Anchor.Origin
    if let tap = value["tap"] {
      let numbers = try list(tap) { value throws(Fault) in try self.number(value) }
      do throws(NumberReader.Fault) {
        origin = .tapped(try TapPropagation(numbers, noise: noise[model]))
      } catch {
        throw Fault()
      }
    } else {
      let given = GivenPoint(position: try vector(value["position"]), covariance: try matrix(value["covariance"]))
      origin = .given(
        given, RandomPoint(given: given.position, covariance: given.covariance, noise: noise[model]))
    }
    var anchor = Anchor(
      id: try text(value["id"]), at: try time(value["placedAt"]), origin: origin, model: model,
      planeID: value["planeId"]?.string, edge: try value["edge"].map { value throws(Fault) in try self.edge(value) })
    anchor.current = Anchor.Whereabouts(position: try vector(value["current"]), at: try time(value["currentAt"]))
    anchor.capturedAt = value["capturedAt"]?.number
    anchor.isSuspect = try boolean(value["suspect"])
    anchor.isShown = try boolean(value["shown"])
    anchor.isRemoved = try boolean(value["removed"])
    anchor.isLost = try boolean(value["lost"])
    return anchor
  }

  private func edge(_ value: JSONValue) throws(Fault) -> Anchor.Edge {
    let feature = Snap.Edge(
      plane: try integer(value["plane"]), index: try integer(value["index"]),
      direction: try vector(value["direction"]), isCorner: try boolean(value["corner"]))
    return Anchor.Edge(
      snap: Snap(
        position: try vector(value["position"]), offset: try number(value["offset"]), feature: .edge(feature)),
      planeID: try text(value["planeId"]))
  }

  private func measurement(_ value: JSONValue, _ anchors: Int) throws(Fault) -> SessionMeasurement {
    let points = try places(value["points"], below: anchors)
    guard let kind = Measurand(rawValue: try text(value["kind"])), kind.pointCount.contains(points.count) else {
      throw Fault()
    }
    var measurement = SessionMeasurement(
      id: try text(value["id"]), kind: kind, points: points,
      planeID: value["planeId"]?.string, name: value["name"]?.string)
    measurement.isShown = try boolean(value["shown"])
    measurement.isRemoved = try boolean(value["removed"])
    return measurement
  }

  private func actions(_ value: JSONValue?) throws(Fault) -> [Action] {
    try list(value) { value throws(Fault) in
      Action(
        sequence: try self.integer(value["seq"]),
        effects: try self.list(value["effects"]) { value throws(Fault) in try self.effect(value) })
    }
  }

  private func effect(_ value: JSONValue) throws(Fault) -> Effect {
    guard let member = value.object?.first(where: { _ in true }) else { throw Fault() }
    let inside = member.value
    switch member.name.string {
    case "showAnchor": return .showAnchor(try integer(inside))
    case "removeAnchor": return .removeAnchor(try integer(inside))
    case "showMeasurement": return .showMeasurement(try integer(inside))
    case "removeMeasurement": return .removeMeasurement(try integer(inside))
    case "extendPath": return .extendPath(try integer(inside))
    case "closePath": return .closePath
    case "beginPath":
      return .beginPath(
        old: try places(inside["old"], below: .max), wasClosed: try boolean(inside["wasClosed"]),
        first: try places(inside["first"], below: .max))
    case "start": return .start(try vector(inside))
    case "exchange": return .exchange(try layout(inside))
    default: throw Fault()
    }
  }

  // MARK: Values

  private func array(_ value: JSONValue?) throws(Fault) -> JSONArray {
    guard let array = value?.array else { throw Fault() }
    return array
  }

  private func list<Element>(
    _ value: JSONValue?, _ read: (JSONValue) throws(Fault) -> Element
  ) throws(Fault) -> [Element] {
    var elements: [Element] = []
    for value in try array(value) { elements.append(try read(value)) }
    return elements
  }

  private func number(_ value: JSONValue?) throws(Fault) -> Double {
    guard let number = value?.number else { throw Fault() }
    return number
  }

  private func integer(_ value: JSONValue?) throws(Fault) -> Int {
    guard let integer = Int(exactly: try number(value)) else { throw Fault() }
    return integer
  }

  private func place(_ value: JSONValue?, below count: Int) throws(Fault) -> Int {
    let place = try integer(value)
    guard 0..<count ~= place else { throw Fault() }
    return place
  }

  private func places(_ value: JSONValue?, below count: Int) throws(Fault) -> [Int] {
    try list(value) { value throws(Fault) in try self.place(value, below: count) }
  }

  private func time(_ value: JSONValue?) throws(Fault) -> Int64 { Int64(try integer(value)) }

  private func boolean(_ value: JSONValue?) throws(Fault) -> Bool {
    guard let boolean = value?.boolean else { throw Fault() }
    return boolean
  }

  private func text(_ value: JSONValue?) throws(Fault) -> String {
    guard let text = value?.string else { throw Fault() }
    return text
  }

  private func vector(_ value: JSONValue?) throws(Fault) -> Vector3 {
    guard let v: InlineArray<3, Double> = value?.numbers() else { throw Fault() }
    return Vector3(v[0], v[1], v[2])
  }

  private func matrix(_ value: JSONValue?) throws(Fault) -> Matrix3? {
    guard let value else { return nil }
    guard let c: InlineArray<9, Double> = value.numbers() else { throw Fault() }
    return Matrix3(columns: Vector3(c[0], c[3], c[6]), Vector3(c[1], c[4], c[7]), Vector3(c[2], c[5], c[8]))
  }
}
