internal import SpanGeometry
internal import SpanReport
internal import SpanSession
internal import SpanUncertainty

extension Report {
  /// More rows make a book, not a report; lists of measurements have no such limit.
  static let mostRows = 1000
  /// Of all rows: what they take to be worked out grows with them.
  static let mostPoints = 20_000

  init(_ session: LiveSession) {
    var state = session.state
    state.settle()
    let anchors = state.anchors
    var rows = RowList(state, session.unit)
    rows.add(state.path())
    let measurements = state.measurements
    for measurement in measurements { rows.add(measurement) }
    self.init(
      id: session.id, name: session.input.name, facts: Self.facts(session), confidence: state.settings.confidence,
      profile: state.settings.profile.name, updatedAt: Timestamp.text(state.updatedAt),
      unit: Unit(symbol: "\(session.unit.symbol)", metres: session.unit.metres),
      anchors: anchors.prefix(Self.mostRows).map { Place(id: $0.id, position: $0.current.position) },
      rows: rows.rows)
    if rows.omitted > 0 {
      notes.append(
        "\(rows.omitted) more \(rows.omitted == 1 ? "was" : "were") measured than a report holds; the session's path and"
          + " measurements list them all."
      )
    }
    if anchors.count > Self.mostRows {
      notes.append("Of \(anchors.count) anchors the first \(Self.mostRows) are drawn.")
    }
    if rows.isEmpty { notes.append("Nothing has been measured.") }
  }

  private static func facts(_ session: LiveSession) -> [Fact] {
    let settings = session.state.settings
    func minute(_ at: Int64) -> String {
      let text = Timestamp.text(at)
      return "\(text.prefix(10)) \(text.dropFirst(11).prefix(5)) UTC"
    }
    let drift = session.state.largestDrift
    let warning = drift > 0 && session.state.isWarning(drift: drift) ? ", beyond the threshold" : ""
    return [
      Fact("State of", minute(session.state.updatedAt)), Fact("Begun", minute(session.state.createdAt)),
      Fact("Version", "\(session.version)"), Fact("Profile", settings.profile.name),
      Fact("Confidence", "\(settings.confidence.percent) %"), Fact("Unit", session.unit.rawValue),
      Fact("Largest drift", drift > 0 ? Display.plusMinus(drift, .metres, in: session.unit) + warning : "none"),
    ]
  }
}

/// The rows of a report, as long as there is room.
private struct RowList {
  private(set) var rows: [Row] = []
  private(set) var omitted = 0
  private var points = 0
  private let state: SessionState
  private let unit: LengthUnit

  init(_ state: SessionState, _ unit: LengthUnit) {
    self.state = state
    self.unit = unit
  }

  var isEmpty: Bool { rows.isEmpty }

  private mutating func takeRoom(for count: Int) -> Bool {
    guard rows.count < Report.mostRows, points + count <= Report.mostPoints else {
      omitted += 1
      return false
    }
    points += count
    return true
  }

  mutating func add(_ path: Path) {
    // As a whole first: it is what most look for.
    let whole: [(String, Measurand, Measured?)] =
      path.isClosed
      ? [("Perimeter of the path", .perimeter, path.perimeter), ("Area of the path", .area, path.area)]
      : [("Length of the path", .polyline, path.length)]
    for (title, kind, measured) in whole {
      guard let measured, takeRoom(for: path.anchors.count) else { continue }
      rows.append(row(.path, title, kind, path.anchors, measured))
    }
    for (place, segment) in path.segments.enumerated() {
      guard takeRoom(for: 2) else { continue }
      let points = [segment.from] + (segment.to.map { [$0] } ?? [])
      rows.append(row(.segment, "Segment \(place + 1)", .distance, points, segment.measured))
    }
  }

  private func row(
    _ origin: Row.Origin, _ title: String, _ kind: Measurand, _ points: [String], _ measured: Measured
  ) -> Row {
    let anchors = points.compactMap(state.anchor)
    return Row(
      origin, title, kind, unit: "\(kind.unit.name)", points: points, positions: anchors.map(\.current.position),
      reading: reading(measured, kind, placed: kind.value(of: anchors.map(\.placed.position))))
  }

  mutating func add(_ measurement: SessionMeasurement) {
    let names = state.names(of: measurement)
    guard takeRoom(for: names.count) else { return }
    let found = state.read(measurement)
    let kind = measurement.kind
    let positions = names.compactMap(state.anchor).map(\.current.position)
    rows.append(
      Row(
        .measurement(id: measurement.id), measurement.title, kind, unit: "\(kind.unit.name)", points: names,
        positions: positions, foot: foot(of: measurement, positions),
        reading: found.measured.map { reading($0, kind, placed: found.placedValue) }))
  }

  /// Where the plane of a `pointToPlane` is nearest to its point.
  private func foot(of measurement: SessionMeasurement, _ positions: [Vector3]) -> Vector3? {
    guard let plane = measurement.planeID.flatMap({ state.planes[$0] })?.plane, let point = positions.first else {
      return nil
    }
    return point - plane.normal.dot(point - plane.support) * plane.normal
  }

  private func reading(_ measured: Measured, _ kind: Measurand, placed: Double?) -> Row.Reading {
    let display = Display(measured.value, measured.uncertainty, kind.unit, in: unit)
    func plusMinus(_ standard: Double) -> String { Display.plusMinus(standard, kind.unit, in: unit) }
    return Row.Reading(
      measured: measured, placedValue: placed,
      texts: Row.Texts(
        display: display.text, standard: plusMinus(measured.uncertainty.standard), range: display.range,
        now: display.text(of: measured.value), placed: placed.map(display.text(of:)),
        change: placed.map { display.text(ofChange: measured.value - $0) },
        budget: measured.uncertainty.budget.map { plusMinus($0.standard) }))
  }
}

extension SessionMeasurement {
  /// The name, where there is one to be read.
  fileprivate var title: String { name.flatMap { $0.isBlank ? nil : $0 } ?? id }
}
