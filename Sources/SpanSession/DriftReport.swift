internal import SpanGeometry
internal import SpanUncertainty

/// How a session's anchors have moved since they were placed, and what that did to its measurements.
public struct DriftReport: Sendable {
  /// At least one anchor has drifted by the threshold.
  public let isWarning: Bool
  /// Metres; 0 without anchors.
  public let maximum: Double
  public let anchors: [Anchor]
  /// nil: no anchors.
  public let rigid: RigidFit?
  public let measurements: [Change]

  public struct Change: Sendable {
    public let measurement: SessionMeasurement
    public let placedValue: Double?
    public let value: Double?
    public let change: Double?
    public let isWarning: Bool
  }

  /// Anchors have moved, and no measurement with them.
  public var spoilsNothing: Bool { isWarning && !measurements.contains(where: \.isWarning) }
}

extension SessionState {
  public func drift() -> DriftReport {
    let anchors = anchors
    let maximum = anchors.reduce(0) { max($0, $1.drift) }
    let changes = measurements.map { measurement in
      let reading = read(measurement)
      let change = reading.change
      return DriftReport.Change(
        measurement: measurement, placedValue: reading.placedValue, value: reading.measured?.value, change: change,
        isWarning: change.map(isWarning(change:)) ?? false)
    }
    return DriftReport(
      isWarning: !anchors.isEmpty && isWarning(drift: maximum), maximum: maximum, anchors: anchors, rigid: rigidFit,
      measurements: changes)
  }
}
