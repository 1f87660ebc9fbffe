internal import SpanGeometry
package import SpanUncertainty

/// `POST /v1/measure`, computed: what became of each tap, and each measurement.
package struct MeasureResult: Sendable {
  package var request: MeasureRequest
  package var taps: [LocatedTap]
  /// For each tap that hit: how far it is from its camera.
  package var ranges: [Measured?]
  /// nil: no value, for the reason a warning gives.
  package var measured: [Measured?]
  package var warnings: [Warning]
}

extension MeasureRequest {
  /// Casts and snaps the taps, then measures.
  package func run() -> MeasureResult {
    let survey = self.survey
    let located = survey.locate(taps.map(\.tap))
    var variables = Variables(survey: survey, located: located)
    var warnings = planes.warnings + Warning.list(located.map(\.notices), isShorthand: isShorthand)
    let measured = measurements.enumerated().map { index, measurement in
      variables.measure(measurement, pointer: "/measurements/\(index)", &warnings)
    }
    let ranges = located.map { tap -> Measured? in
      guard case .hit(_, _, let propagation) = tap.outcome else { return nil }
      return survey.measurer.range(propagation)
    }
    return MeasureResult(request: self, taps: located, ranges: ranges, measured: measured, warnings: warnings)
  }

  private var survey: Survey {
    Survey(
      raycast: Raycast(
        planes: planes.planes, featurePoints: featurePoints, targets: targets, alignment: alignment),
      planeSigmas: planes.sigmas,
      given: points.map(\.point), snap: snap,
      measurer: Measurer(
        noise: NoiseModel(profile: profile, overrides: noise), coverage: Coverage(confidence: confidence)))
  }
}

/// The random points that the measurements of a request name. A tap that snapped onto a point is that point; points
/// that nobody names are never made.
private struct Variables {
  let survey: Survey
  let located: [LocatedTap]
  private var points: [RandomPoint] = []
  private var ofPoint: [Int: Int] = [:]
  private var ofTap: [Int?]

  init(survey: Survey, located: [LocatedTap]) {
    self.survey = survey
    self.located = located
    ofTap = [Int?](repeating: nil, count: located.count)
  }

  mutating func measure(_ input: MeasurementInput, pointer: String, _ warnings: inout [Warning]) -> Measured? {
    var indices: [Int] = []
    indices.reserveCapacity(input.points.count)
    for (place, reference) in input.points.enumerated() {
      guard let index = variable(reference) else {
        warnings.append(
          Warning(
            .measurementMissedTap, "The tap \"\(input.names[place])\" hit nothing, so this has no value.",
            pointer: "\(pointer)/points/\(place)"))
        return nil
      }
      indices.append(index)
    }
    let surface = input.plane.map { survey.surface(ofPlane: $0, range: range(of: input.points[0], toPlane: $0)) }
    let measured = survey.measurer.measure(input.kind, indices, of: points, surface: surface)
    if measured == nil {
      warnings.append(
        Warning(
          .measurementDegenerate, "An arm of the angle has no length, so the angle has no value.",
          pointer: "\(pointer)/points"))
    }
    return measured
  }

  /// The index of the variable; nil for a tap that missed.
  private mutating func variable(_ reference: PointReference) -> Int? {
    switch reference {
    case .point(let index):
      if let known = ofPoint[index] { return known }
      points.append(survey.point(given: index))
      ofPoint[index] = points.count - 1
      return points.count - 1
    case .tap(let index):
      if let known = ofTap[index] { return known }
      guard case .hit(_, let snap, let propagation) = located[index].outcome else { return nil }
      if case .point(let target)? = snap?.feature { return variable(.point(target)) }
      points.append(propagation.point)
      ofTap[index] = points.count - 1
      return points.count - 1
    }
  }

  /// How far a plane was hit by the tap that is measured against it, metres; estimated planes count it. A point
  /// that no tap made has no such distance.
  private func range(of reference: PointReference, toPlane plane: Int) -> Double {
    guard case .tap(let index) = reference, case .hit(let hit, _, _) = located[index].outcome else { return 0 }
    return hit.distance
  }
}
