package import SpanGeometry
package import SpanUncertainty

/// `POST /v1/measure`, decoded: nothing in it can be wrong any more.
package struct MeasureRequest: Sendable {
  package var taps: [TapInput]
  /// The only tap came as `screenPoint` at the top, not in a list.
  package var isShorthand: Bool
  package var planes: PlaneSet
  package var featurePoints: [Vector3]
  package var points: [PointInput]
  package var targets: [Target]
  package var alignment: AlignmentFilter
  package var snap: SnapOptions
  package var measurements: [MeasurementInput]
  package var profile: NoiseProfile
  /// What the client says about single values of the profile.
  package var noise: [NoiseMember: Double]
  /// 0.5 < p < 0.9999.
  package var confidence: Double
  package var unit: LengthUnit
  /// A known length that was measured: tells the scale.
  package var reference: Reference?
  /// See ``Limits/encounters``.
  package var encounters: Int
}

private enum MeasureMember: Int, MemberSet {
  case camera, screenPoint, taps, planes, featurePoints, points, targets, alignment, snap, measurements, profile
  case noise, confidence, unit, reference
  static let names = MemberNames(
    "camera screenPoint taps planes featurePoints points targets alignment snap measurements profile noise confidence"
      + " unit reference")
}

extension MeasureRequest {
  package static func decode(
    _ document: borrowing JSONDocument, limits: Limits = Limits(), profiles: [NoiseProfile] = NoiseProfile.all
  ) throws(RequestFaults) -> MeasureRequest {
    try RequestDecoder.decode(document, limits: limits, profiles: profiles) { $0.measureRequest($1) }
  }
}

extension RequestDecoder {
  fileprivate mutating func measureRequest(_ root: JSONValue) -> MeasureRequest? {
    guard let members = Members<MeasureMember>(root, &faults) else { return nil }
    let camera = sharedCamera(members[.camera])
    var drafts = taps(members[.taps], screenPoint: members[.screenPoint], camera: camera)
    let (planes, places) = planes(members[.planes])
    let features = featurePoints(members[.featurePoints])
    var names = NameIndex<PointReference>()
    let points = points(members[.points], names: &names, triangulates: true)
    let encounters = encounters(
      taps: drafts.count, planes, features: features.count, points: points.count, at: members[.taps] ?? root)
    if members[.taps] == nil, members[.screenPoint] == nil, members[.points] == nil {
      faults.add(
        .tapIncomplete, at: root, "There is nothing to measure: send a screenPoint with a camera, taps, or points.")
    }
    let taps = named(&drafts, names: &names)
    let measurements =
      members[.measurements].map { self.measurements($0, names: names, planes: places) }
      ?? Self.defaultMeasurements(points, taps)
    return MeasureRequest(
      taps: taps, isShorthand: members[.screenPoint] != nil, planes: planes, featurePoints: features, points: points,
      targets: targets(members[.targets]), alignment: alignment(members[.alignment]), snap: snap(members[.snap]),
      measurements: measurements, profile: profile(members[.profile]), noise: noise(members[.noise]),
      confidence: confidence(members[.confidence]), unit: unit(members[.unit]),
      reference: members[.reference].flatMap { reference($0) }, encounters: encounters)
  }

  /// One distance for each consecutive pair of (points, then taps) that ends in a tap.
  private static func defaultMeasurements(_ points: [PointInput], _ taps: [TapInput]) -> [MeasurementInput] {
    var previous = points.last.map { ($0.id, PointReference.point(points.count - 1)) }
    var measurements: [MeasurementInput] = []
    for (place, tap) in taps.enumerated() {
      let current = (tap.id, PointReference.tap(place))
      if let previous {
        measurements.append(
          MeasurementInput(
            id: "measurement-\(measurements.count + 1)", kind: .distance, names: [previous.0, current.0],
            points: [previous.1, current.1]))
      }
      previous = current
    }
    return measurements
  }
}

extension RequestDecoder {
  /// Settles the ids of taps: those sent are entered first, the others skip them.
  mutating func named(_ drafts: inout [TapDraft], names: inout NameIndex<PointReference>) -> [TapInput] {
    for (place, draft) in drafts.enumerated() {
      if let id = draft.id { enter(id, .tap(place), into: &names, at: draft.place) }
    }
    var generator = NameGenerator(prefix: "tap")
    var taps: [TapInput] = []
    taps.reserveCapacity(drafts.count)
    for (place, draft) in drafts.enumerated() {
      let id = draft.id ?? generator.name(at: place, in: &names, value: .tap(place))
      if let tap = draft.tap { taps.append(TapInput(id: id, tap: tap)) }
    }
    return taps
  }

  /// What casting and snapping will look at, bounded before they do.
  mutating func encounters(
    taps: Int, _ planes: PlaneSet, features: Int, points: Int, at value: JSONValue
  ) -> Int {
    let surroundings = planes.planes.count + vertices + features + points
    guard taps > 0, surroundings > limits.encounters / taps else { return taps * surroundings }
    faults.add(
      .tooMany, at: value,
      "\(taps) taps with \(surroundings) planes, vertices, feature points and points are more than one request may"
        + " combine (\(limits.encounters)); send fewer at a time.")
    return limits.encounters
  }
}
