internal import SpanGeometry
internal import SpanSession
internal import SpanUncertainty

extension JSONWriter {
  mutating func session(_ session: LiveSession) {
    let state = session.state
    beginObject()
    member("id", session.id)
    members(session.input)
    member("version", session.version)
    member("createdAt", Timestamp.text(state.createdAt))
    member("updatedAt", Timestamp.text(state.updatedAt))
    name("counts")
    beginObject()
    member("planes", state.planes.count)
    member("anchors", state.counts.anchors)
    member("measurements", state.counts.measurements)
    endObject()
    member("closed", state.isClosed)
    name("drift")
    beginObject()
    let drift = state.largestDrift
    member("maximum", drift)
    member("warning", state.counts.anchors > 0 && state.isWarning(drift: drift))
    endObject()
    endObject()
  }

  mutating func anchor(_ anchor: Anchor, in session: LiveSession) {
    beginObject()
    member("id", anchor.id)
    whereabouts("placed", anchor.placed)
    whereabouts("current", anchor.current)
    drift(of: anchor, in: session)
    if anchor.isSuspect { member("suspect", true) }
    if let planeID = anchor.planeID { member("planeId", planeID) }
    if let edge = anchor.edge, case .edge(let feature) = edge.snap.feature {
      name("snap")
      beginObject()
      self.edge(edge.snap, index: feature.index, planeID: edge.planeID)
      endObject()
    }
    member("covariance", rowMajor: session.state.covariance(of: anchor))
    endObject()
  }

  private mutating func whereabouts(_ name: StaticString, _ whereabouts: Anchor.Whereabouts) {
    self.name(name)
    beginObject()
    member("position", whereabouts.position)
    member("at", Timestamp.text(whereabouts.at))
    endObject()
  }

  private mutating func drift(of anchor: Anchor, in session: LiveSession) {
    member("drift", anchor.drift)
    member("driftVector", anchor.driftVector)
    member("warning", session.state.isWarning(drift: anchor.drift))
  }

  mutating func measurement(_ measurement: SessionMeasurement, in session: LiveSession) {
    let reading = session.state.read(measurement)
    beginObject()
    member("id", measurement.id)
    if let name = measurement.name { member("name", name) }
    if let measured = reading.measured {
      measuring(measurement.kind, session.state.names(of: measurement))
      self.measured(measured, measurement.kind.unit, in: session.unit)
      if let advice = session.state.advice(on: measured, measurement) {
        member("advice", advice, measured, measurement.kind.unit, in: session.unit)
      }
    } else {
      noValue(measurement.kind, session.state.names(of: measurement))
    }
    if let planeID = measurement.planeID { member("planeId", planeID) }
    endObject()
  }

  /// A step of the path.
  mutating func segment(_ segment: TapOutcome.Segment, in unit: LengthUnit) {
    beginObject()
    measuring(.distance, [segment.from] + (segment.to.map { [$0] } ?? []))
    measured(segment.measured, .metres, in: unit)
    endObject()
  }

  mutating func path(_ path: Path, in unit: LengthUnit) {
    beginObject()
    name("anchors")
    strings(path.anchors)
    name("segments")
    beginArray()
    for segment in path.segments { self.segment(segment, in: unit) }
    endArray()
    whole("length", path.length, path.isClosed ? .perimeter : .polyline, path, unit)
    member("closed", path.isClosed)
    whole("perimeter", path.perimeter, .perimeter, path, unit)
    whole("area", path.area, .area, path, unit)
    endObject()
  }

  private mutating func whole(
    _ name: StaticString, _ measured: Measured?, _ kind: Measurand, _ path: Path, _ unit: LengthUnit
  ) {
    guard let measured else { return memberNull(name) }
    self.name(name)
    beginObject()
    measuring(kind, path.anchors)
    self.measured(measured, kind.unit, in: unit)
    endObject()
  }

  private mutating func strings(_ list: [String]) {
    beginArray()
    for text in list { string(text) }
    endArray()
  }

  /// What is measured, of which points.
  private mutating func measuring(_ kind: Measurand, _ points: [String]) {
    member("kind", kind.rawValue)
    name("points")
    strings(points)
  }

  private mutating func noValue(_ kind: Measurand, _ points: [String]) {
    measuring(kind, points)
    memberNull("value")
    member("unit", text: kind.unit.name)
    memberNull("uncertainty")
    memberNull("display")
  }
}

// MARK: - Drift

extension JSONWriter {
  mutating func drift(
    _ report: DriftReport, in session: LiveSession, ignored: [UpdateOutcome.Ignored] = [], warnings: [Warning] = []
  ) {
    beginObject()
    member("threshold", session.state.settings.driftThreshold)
    member("warning", report.isWarning)
    if report.isWarning { member("message") { report.writeMessage(in: session.unit, onto: &$0) } }
    member("maximum", report.maximum)
    name("anchors")
    beginArray()
    for anchor in report.anchors {
      beginObject()
      member("id", anchor.id)
      drift(of: anchor, in: session)
      if anchor.isSuspect { member("suspect", true) }
      endObject()
    }
    endArray()
    self.ignored(ignored)
    name("rigid")
    if let rigid = report.rigid { self.rigid(rigid) } else { null() }
    name("measurements")
    beginArray()
    for change in report.measurements { self.change(change) }
    endArray()
    member("warnings", warnings)
    member("version", session.version)
    endObject()
  }

  private mutating func rigid(_ fit: RigidFit) {
    beginObject()
    member("translation", fit.translation)
    member("rotationDegrees", fit.rotationDegrees)
    member("residual", fit.residual)
    member("residualMaximum", fit.residualMaximum)
    endObject()
  }

  private mutating func change(_ change: DriftReport.Change) {
    beginObject()
    member("id", change.measurement.id)
    member("kind", change.measurement.kind.rawValue)
    member("placedValue", change.placedValue)
    member("value", change.value)
    member("change", change.change)
    member("warning", change.isWarning)
    endObject()
  }

  mutating func ignored(_ list: [UpdateOutcome.Ignored]) {
    name("ignored")
    beginArray()
    for entry in list {
      beginObject()
      member("id", entry.id)
      member("reason", entry.reason.rawValue)
      endObject()
    }
    endArray()
  }
}

extension DriftReport {
  /// What it means for the user.
  fileprivate func writeMessage(in unit: LengthUnit, onto text: inout JSONWriter) {
    let isTogether = spoilsNothing && rigid.map { $0.residualMaximum < maximum / 2 } == true
    text.append(isTogether ? "The tracker has moved the anchors by up to " : "Anchors have moved by up to ")
    Display.writePlusMinus(maximum, .metres, in: unit, onto: &text)
    if isTogether {
      text.append(", together: no measurement has changed by the threshold.")
    } else {
      text.append(" since they were placed; measure again what ")
      text.append(spoilsNothing ? "you take from them." : "is flagged.")
    }
  }
}
