internal import SpanGeometry
package import SpanUncertainty

/// `POST /v1/measure`, computed: what became of each tap, and each measurement.
package struct MeasureResult: Sendable {
  package var request: MeasureRequest
  package var taps: [LocatedTap]
  /// Of the taps, for how far they are from their cameras.
  package var measurer: Measurer
  /// nil: no value, for the reason a warning gives.
  package var measurements: [Answer?]
  package var warnings: [Warning]

  /// A measurement with what was asked about it.
  package struct Answer: Sendable {
    package var measured: Measured
    package var conformity: Conformity?
    package var advice: Advice?
  }
}

extension MeasureResult {
  /// How far a tap is from its camera; nil: it hit nothing.
  func range(of tap: LocatedTap) -> Measured? {
    guard case .hit(_, _, let propagation) = tap.outcome else { return nil }
    var range = measurer.range(propagation)
    range.scale(by: request.scale, exponent: 1)
    return range
  }
}

extension MeasureRequest {
  /// Does it keep others waiting? Whatever is simulated does.
  func isLong(_ limits: Limits) -> Bool {
    measurements.simulatedPoints > 0
      || limits.isLong(encounters: encounters, points: measurements.reduce(0) { $0 + $1.points.count })
  }

  /// Casts and snaps the taps, then measures.
  package func run() -> MeasureResult {
    let survey = self.survey
    let located = survey.locate(taps.map(\.tap))
    var variables = Variables(survey: survey, located: located)
    var warnings = planes.warnings + Warning.list(located.map(\.notices), isShorthand: isShorthand)
    warnings += points.indices.flatMap { index -> [Warning] in
      guard case .seen(let taps) = points[index].origin else { return [] }
      return Warning.ofTracking(taps, pointer: "/points/\(index)/taps")
    }
    warnings += Warning.list(survey.points, of: points)
    let answers = measurements.indices.map { index in
      answer(measurements[index], &variables, pointer: "/measurements/\(index)", &warnings)
    }
    return MeasureResult(
      request: self, taps: located, measurer: survey.measurer, measurements: answers, warnings: warnings)
  }

  fileprivate var scale: Double { reference?.scale ?? 1 }

  private var survey: Survey {
    var noise = NoiseModel(profile: profile, overrides: noise)
    if let reference { noise = noise.replacing(scale: reference.standard) }
    // Displacements count from the first tap; without taps, from the first view of a point.
    let views = points.flatMap { point -> [Tap] in
      if case .seen(let taps) = point.origin { taps } else { [] }
    }
    let start = taps.map(\.tap).start ?? views.start ?? .zero
    let known = points.map { point -> KnownPoint in
      switch point.origin {
      case .given(let point): .given(point)
      case .seen(let taps): .triangulated(Triangulation(taps.usable, from: start, noise: noise))
      }
    }
    return Survey(
      raycast: Raycast(
        planes: planes.planes, featurePoints: featurePoints, targets: targets, alignment: alignment,
        hierarchy: .worthwhile(for: planes.planes, rays: taps.count),
        featureHierarchy: .worthwhile(for: featurePoints, searches: taps.count)),
      planeSigmas: planes.sigmas, points: known, snap: snap,
      measurer: Measurer(noise: noise, coverage: Coverage(confidence: confidence)))
  }

  private func answer(
    _ input: MeasurementInput, _ variables: inout Variables, pointer: @autoclosure () -> String,
    _ warnings: inout [Warning]
  ) -> MeasureResult.Answer? {
    guard let indices = variables.indices(of: input, pointer: pointer(), &warnings),
      var measured = variables.measure(input, indices, pointer: pointer(), &warnings)
    else { return nil }
    variables.checkRing(input, indices, pointer: pointer(), &warnings)
    if case .monteCarlo(let seed) = input.method {
      let draws = MonteCarlo.budget / max(1, measurements.simulatedPoints)
      measured = variables.simulate(measured, input, indices, mostDraws: draws, seed: seed)
    }
    let advice = variables.advice(on: measured, input, indices)
    measured.scale(by: scale, exponent: input.kind.scaleExponent)
    return MeasureResult.Answer(
      measured: measured, conformity: input.limits.map { Conformity(measured.value, measured.uncertainty, $0) },
      advice: advice?.scaled(by: scale, exponent: input.kind.scaleExponent))
  }
}
