internal import SpanGeometry
package import SpanMessage
internal import SpanUncertainty

extension MeasureResult {
  package var response: Response {
    // A tap takes about 1.8 kB, a measurement up to 2.5 kB.
    let capacity = 512 + 2048 * taps.count + 2560 * measurements.count
    return Response.json(capacity: min(capacity, 1 << 20), marks: taps.compactMap(\.missCode).map(\.text)) { json in
      let pointIDs = request.points.map(\.id)
      json.beginObject()
      json.name("taps")
      json.beginArray()
      for index in taps.indices { tap(index, pointIDs: pointIDs, &json) }
      json.endArray()
      json.name("measurements")
      json.beginArray()
      for index in measurements.indices { measurement(request.measurements[index], measurements[index], &json) }
      json.endArray()
      if let reference = request.reference { json.member("reference", reference) }
      json.member("warnings", warnings)
      json.endObject()
    }
  }

  private func tap(_ index: Int, pointIDs: [String], _ json: inout JSONWriter) {
    let tap = taps[index]
    json.beginObject()
    json.sight(request.taps[index])
    json.tapOutcome(
      tap, range: range(of: tap), planeIDs: request.planes.ids, targets: request.targets,
      unit: request.unit, pointID: { pointIDs[$0] })
    json.endObject()
  }

  private func measurement(_ input: MeasurementInput, _ answer: Answer?, _ json: inout JSONWriter) {
    json.beginObject()
    json.member("id", input.id)
    json.member("kind", input.kind.rawValue)
    json.name("points")
    json.beginArray()
    for name in input.names { json.string(name) }
    json.endArray()
    if let answer {
      json.measured(answer.measured, input.kind.unit, in: request.unit, method: input.method)
      if let conformity = answer.conformity { json.member("conformity", conformity) }
      if let advice = answer.advice {
        json.member("advice", advice, answer.measured, input.kind.unit, in: request.unit)
      }
    } else {
      json.memberNull("value")
      json.member("unit", text: input.kind.unit.name)
      json.memberNull("uncertainty")
      json.memberNull("display")
    }
    json.endObject()
  }
}

extension LocatedTap {
  /// Why there is no hit; nil: there is one.
  var missCode: MissCode? {
    switch outcome {
    case .hit: nil
    case .missed: .nothingHit
    case .trackingUnavailable: .trackingUnavailable
    }
  }

  static let trackingUnavailableMessage =
    "The tracker had no pose for this tap (not available, or relocalizing); tap again when it has."
}

extension JSONWriter {
  /// What became of a tap, behind its sight.
  mutating func tapOutcome(
    _ tap: LocatedTap, range: Measured?, planeIDs: [String], targets: [Target], unit: LengthUnit,
    pointID: (Int) -> String
  ) {
    switch tap.outcome {
    case .hit(let hit, let snap, let propagation):
      name("hit")
      self.hit(hit, planeIDs: planeIDs)
      name("snap")
      if let snap { self.snap(snap, planeIDs: planeIDs, pointID: pointID) } else { null() }
      member("position", propagation.point.position)
      member("covariance", rowMajor: propagation.point.covariance)
      if let range {
        name("range")
        beginObject()
        measured(range, .metres, in: unit)
        endObject()
      }
    case .missed(let miss):
      noHit(.nothingHit, miss.message(planeIDs: planeIDs, targets: targets))
    case .trackingUnavailable:
      noHit(.trackingUnavailable, LocatedTap.trackingUnavailableMessage)
    }
  }

  private mutating func noHit(_ code: MissCode, _ message: String) {
    memberNull("hit")
    miss(code, message)
    memberNull("snap")
    memberNull("position")
    memberNull("covariance")
  }

  /// Value, unit, ±, text and components.
  /// - Parameter method: as asked for; it is echoed with the number of draws.
  mutating func measured(
    _ measured: Measured, _ unit: Measurand.Unit, in length: LengthUnit, method: MeasurementInput.Method? = nil
  ) {
    member("value", measured.value)
    member("unit", text: unit.name)
    member("uncertainty", measured.uncertainty, method: method)
    member("display") { Display(measured.value, measured.uncertainty, unit, in: length).write(onto: &$0) }
    if let components = measured.components { member("components", components) }
  }

  fileprivate mutating func member(_ name: StaticString, _ reference: Reference) {
    self.name(name)
    beginObject()
    member("scale", reference.scale)
    member("standard", reference.standard)
    endObject()
  }

  fileprivate mutating func member(_ name: StaticString, _ conformity: Conformity) {
    self.name(name)
    beginObject()
    member("probability", conformity.probability)
    member("verdict", conformity.verdict.rawValue)
    endObject()
  }

  mutating func member(
    _ name: StaticString, _ advice: Advice, _ measured: Measured, _ unit: Measurand.Unit, in length: LengthUnit
  ) {
    self.name(name)
    beginObject()
    member("source", text: advice.source.name)
    member("message") { advice.writeMessage(on: measured, unit, in: length, onto: &$0) }
    member("expanded", advice.expanded)
    endObject()
  }

  /// Id, ray and image point of a tap.
  mutating func sight(_ input: TapInput) {
    member("id", input.id)
    member("ray", input.tap.sight.ray)
    if case .lens(let lens) = input.tap.sight.aim, let imagePoint = lens.imagePoint {
      member("imagePoint", imagePoint)
    }
  }

  mutating func miss(_ code: MissCode, _ message: String) {
    name("miss")
    beginObject()
    member("code", code.text)
    member("message", message)
    endObject()
  }
}
