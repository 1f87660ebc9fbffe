internal import SpanSession
internal import SpanUncertainty

private enum SessionMeasurementMember: Int, MemberSet {
  case id, kind, points, planeId, name
  static let names = MemberNames("id kind points planeId name")
}

extension RequestDecoder {
  mutating func sessionMeasurement(_ value: JSONValue) -> MeasurementCommand? {
    guard let members = Members<SessionMeasurementMember>(value, &faults) else { return nil }
    let id = members[.id].flatMap { self.id($0) }
    if members[.kind] == nil { faults.missing("kind", in: value) }
    let kind = members[.kind].flatMap { self.choice($0, measurands) }
    let name = members[.name].flatMap { self.name($0) }
    guard let place = members[.points] else {
      faults.missing("points", in: value)
      return nil
    }
    let points = anchorNames(place)
    if let kind { checkCount(of: place, kind) }
    let planeID = members[.planeId].flatMap { self.id($0) }
    if let kind { checkPlane(members[.planeId], kind, in: value) }
    guard let kind, let points, faults.isEmpty else { return nil }
    return MeasurementCommand(id: id, kind: kind, points: points, planeID: planeID, name: name)
  }

  private mutating func anchorNames(_ value: JSONValue) -> [String]? {
    guard let values = list(value, atMost: limits.names, "names", hint: "Send the ids of anchors.") else { return nil }
    return values.compactMap { element in
      if let name = element.string { return name }
      faults.expected("string", at: element, hint: "Anchors are named by their ids.")
      return nil
    }
  }

  private mutating func checkPlane(_ place: JSONValue?, _ kind: Measurand, in value: JSONValue) {
    if kind == .pointToPlane, place == nil {
      faults.missing("planeId", in: value, hint: "A pointToPlane needs the plane's id.")
    } else if kind != .pointToPlane, let place {
      faults.add(.memberUnknown, at: place, "Only a pointToPlane takes a planeId.")
    }
  }
}
