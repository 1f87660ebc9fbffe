internal import SpanGeometry
internal import SpanUncertainty

/// The random points that the measurements of a request name. A tap that snapped onto a point is that point; points
/// that nobody names are never made.
struct Variables {
  private let survey: Survey
  private let located: [LocatedTap]
  private var points: [RandomPoint] = []
  /// For each point the tap behind it; nil when it was given.
  private var taps: [TapPropagation?] = []
  private var ofPoint: [Int?]
  private var ofTap: [Int?]
  /// Pairs of edges that may still be looked at for rings that cross themselves; some 50 ms.
  private var edgePairs = 20_000_000

  init(survey: Survey, located: [LocatedTap]) {
    self.survey = survey
    self.located = located
    ofPoint = [Int?](repeating: nil, count: survey.points.count)
    ofTap = [Int?](repeating: nil, count: located.count)
  }

  /// The variables of a measurement in its order; nil, with a warning, when one of them does not exist.
  mutating func indices(
    of input: MeasurementInput, pointer: @autoclosure () -> String, _ warnings: inout [Warning]
  ) -> [Int]? {
    var indices: [Int] = []
    indices.reserveCapacity(input.points.count)
    for (place, reference) in input.points.enumerated() {
      if let index = variable(reference) {
        indices.append(index)
        continue
      }
      let reason: String
      if case .tap = reference { reason = "hit nothing" } else { reason = "was not found from its taps" }
      warnings.append(
        Warning(
          .measurementMissedTap, "\"\(input.names[place])\" \(reason), so this has no value.",
          pointer: "\(pointer())/points/\(place)"))
      return nil
    }
    return indices
  }

  func measure(
    _ input: MeasurementInput, _ indices: [Int], pointer: @autoclosure () -> String, _ warnings: inout [Warning]
  ) -> Measured? {
    let measured = survey.measurer.measure(
      input.kind, indices, of: points, surface: surface(of: input))
    if measured == nil {
      warnings.append(
        Warning(
          .measurementDegenerate, "An arm of the angle has no length, so the angle has no value.",
          pointer: "\(pointer())/points"))
    }
    return measured
  }

  /// A ring whose edges cross has parts that count against each other: its area is none that anybody meant.
  mutating func checkRing(
    _ input: MeasurementInput, _ indices: [Int], pointer: @autoclosure () -> String, _ warnings: inout [Warning]
  ) {
    let ring: ArraySlice<Int>
    switch input.kind {
    case .area, .perimeter: ring = indices[...]
    case .volume: ring = indices.dropLast()
    case .distance, .polyline, .angle, .height, .pointToPlane: return
    }
    let base = ring.map { points[$0].position }
    guard Shapes.crossesItself(base, work: &edgePairs) else { return }
    warnings.append(.selfIntersecting(input.kind, pointer: "\(pointer())/points"))
  }

  func simulate(
    _ measured: Measured, _ input: MeasurementInput, _ indices: [Int], mostDraws: Int, seed: UInt64
  ) -> Measured {
    let (points, order) = advisable(indices)
    return MonteCarlo(survey.measurer, input.kind, order, of: points, surface: surface(of: input))
      .refine(measured, mostDraws: mostDraws, seed: seed)
  }

  func advice(on measured: Measured, _ input: MeasurementInput, _ indices: [Int]) -> Advice? {
    let (points, order) = advisable(indices)
    return survey.measurer.advice(on: measured, input.kind, order, of: points, surface: surface(of: input))
  }

  /// The points of one measurement, each once, and their order in it.
  private func advisable(_ indices: [Int]) -> (points: [AdvisablePoint], order: [Int]) {
    let numbering = Numbering(indices)
    return (numbering.distinct.map { taps[$0]?.advisable ?? .fixed(points[$0]) }, numbering.numbers)
  }

  private mutating func append(_ point: consuming RandomPoint, _ tap: TapPropagation? = nil) -> Int {
    taps.append(tap)
    points.append(point)
    return points.count - 1
  }

  /// The index of the variable; nil for a tap that missed and for a point that was not found.
  private mutating func variable(_ reference: PointReference) -> Int? {
    switch reference {
    case .point(let index):
      if let known = ofPoint[index] { return known }
      guard let point = survey.point(known: index) else { return nil }
      let place = append(point)
      ofPoint[index] = place
      return place
    case .tap(let index):
      if let known = ofTap[index] { return known }
      guard case .hit(_, let snap, let propagation) = located[index].outcome else { return nil }
      if let snap, case .point(let target) = snap.feature { return variable(.point(target)) }
      let place = append(propagation.point, propagation)
      ofTap[index] = place
      return place
    }
  }

  /// The plane that a point is measured against. An estimated plane counts how far it was hit by the tap in
  /// question; a point that no tap made has no such distance.
  private func surface(of input: MeasurementInput) -> SurfaceError? {
    guard let plane = input.plane else { return nil }
    var range = 0.0
    if case .tap(let index) = input.points[0], case .hit(let hit, _, _) = located[index].outcome {
      range = hit.distance
    }
    return survey.surface(ofPlane: plane, range: range)
  }
}
