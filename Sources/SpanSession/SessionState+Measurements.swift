internal import SpanGeometry
public import SpanUncertainty

/// Something to measure of a session's anchors.
public struct MeasurementCommand: Sendable {
  /// nil: one is made.
  public var id: String?
  public var kind: Measurand
  /// Ids of anchors, as many as the kind takes.
  public var points: [String]
  /// There for a `pointToPlane`.
  public var planeID: String?
  public var name: String?

  public init(id: String?, kind: Measurand, points: [String], planeID: String?, name: String?) {
    self.id = id
    self.kind = kind
    self.points = points
    self.planeID = planeID
    self.name = name
  }
}

/// A measurement's figures of the moment.
public struct MeasurementReading: Sendable {
  /// nil: an arm of the angle has no length, or the plane is gone.
  public let measured: Measured?
  /// Of the positions that the anchors were placed at.
  public let placedValue: Double?
  /// By how much it has changed since.
  public var change: Double? {
    guard let measured, let placedValue else { return nil }
    return measured.value - placedValue
  }
}

extension SessionState {
  public mutating func add(_ command: MeasurementCommand, at: Int64) throws(Refusal) -> SessionMeasurement {
    if let id = command.id, layout.place(ofMeasurement: id) != nil { throw .measurementExists(id) }
    var points: [Int] = []
    for (index, name) in command.points.enumerated() {
      guard let place = layout.place(ofAnchor: name) else { throw .pointUnknown(name, place: index) }
      points.append(place)
    }
    if let id = command.planeID, planes.place(of: id) == nil { throw .measuredPlaneUnknown(id) }
    guard layout.keptCounts.measurements < Bounds.measurements else {
      throw .tooMany("measurements", limit: Bounds.measurements)
    }
    guard layout.keptNameCount + points.count <= Bounds.names else {
      throw .tooMany("points in all its measurements", limit: Bounds.names)
    }
    forgetUndone()
    let place = layout.measurements.count
    let id = command.id ?? newName("measurement", place) { layout.place(ofMeasurement: $0) != nil }
    let measurement = SessionMeasurement(
      id: id, kind: command.kind, points: points, planeID: command.planeID, name: command.name)
    layout.append(measurement)
    act([.showMeasurement(place)], at: at)
    return measurement
  }

  public mutating func removeMeasurement(_ id: String, at: Int64) throws(Refusal) {
    guard let place = layout.place(ofMeasurement: id) else { throw .measurementUnknown(id) }
    forgetUndone()
    act([.removeMeasurement(place)], at: at)
  }

  public func read(_ measurement: SessionMeasurement) -> MeasurementReading {
    let numbering = Numbering(measurement.points)
    let surface = surface(of: measurement)
    let placed = measurement.points.map { layout.anchors[$0].placed.position }
    let placedValue: Double? =
      if let surface {
        abs(surface.normal.dot(placed[0] - surface.support))
      } else {
        measurement.kind.value(of: placed)
      }
    guard
      var measured = measurer.measure(
        measurement.kind, numbering.numbers, of: numbering.distinct.map(variable), surface: surface)
    else {
      return MeasurementReading(measured: nil, placedValue: placedValue)
    }
    if let placedValue { flagDrift(&measured, since: placedValue) }
    return MeasurementReading(measured: measured, placedValue: placedValue)
  }

  /// What would shrink its ± most.
  public func advice(on measured: Measured, _ measurement: SessionMeasurement) -> Advice? {
    let numbering = Numbering(measurement.points)
    let points = numbering.distinct.map { place -> AdvisablePoint in
      // An anchor that was moved can not be tapped anew where it was.
      guard motion == nil, case .tapped(let tap) = layout.anchors[place].origin else { return .fixed(variable(place)) }
      return tap.advisable
    }
    return measurer.advice(
      on: measured, measurement.kind, numbering.numbers, of: points, surface: surface(of: measurement))
  }

  /// An estimated plane counts how far it was hit by the tap in question; a point that no tap made has no such
  /// distance.
  private func surface(of measurement: SessionMeasurement) -> SurfaceError? {
    guard let id = measurement.planeID, let place = planes.place(of: id) else { return nil }
    var range = 0.0
    if case .tapped(let tap) = layout.anchors[measurement.points[0]].origin { range = tap.hitDistance }
    return SurfaceError(
      planes.raycast.planes[place], key: planes.keys[place], sigma: planes.sigmas[place], noise: measurer.noise,
      range: range)
  }

  func flagDrift(_ measured: inout Measured, _ kind: Measurand, placed: [Vector3]) {
    guard layout.movedCount > 0, let value = kind.value(of: placed) else { return }
    flagDrift(&measured, since: value)
  }

  private func flagDrift(_ measured: inout Measured, since placedValue: Double) {
    if layout.movedCount > 0, isWarning(change: measured.value - placedValue) {
      measured.uncertainty.flags.append(.drift)
    }
  }

  func isWarning(change: Double) -> Bool { isWarning(drift: abs(change)) }
}
