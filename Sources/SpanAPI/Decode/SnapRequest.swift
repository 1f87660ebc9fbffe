package import SpanGeometry

/// `POST /v1/snap`, decoded.
package struct SnapRequest: Sendable {
  package var positions: [PositionInput]
  package var points: [PointInput]
  package var planes: PlaneSet
  package var snap: SnapOptions
  /// See ``Limits/encounters``.
  package var encounters: Int

  package struct PositionInput: Equatable, Sendable {
    /// As sent, or made from the position in the list.
    package var id: String
    package var position: Vector3
  }
}

private enum SnapRequestMember: Int, MemberSet {
  case positions, points, planes, snap
  static let names = MemberNames("positions points planes snap")
}

private enum PositionMember: Int, MemberSet {
  case id, position
  static let names = MemberNames("id position")
}

extension SnapRequest {
  package static func decode(
    _ document: borrowing JSONDocument, limits: Limits = Limits()
  ) throws(RequestFaults) -> SnapRequest {
    try RequestDecoder.decode(document, limits: limits) { $0.snapRequest($1) }
  }
}

extension RequestDecoder {
  fileprivate mutating func snapRequest(_ root: JSONValue) -> SnapRequest? {
    guard let members = Members<SnapRequestMember>(root, &faults) else { return nil }
    let positions = members[.positions].map { self.positions($0) } ?? []
    if members[.positions] == nil { faults.missing("positions", in: root) }
    var names = NameIndex<PointReference>()
    let points = points(members[.points], names: &names)
    let planes = planes(members[.planes]).set
    let encounters = encounters(
      taps: positions.count, planes, features: 0, points: points.count, at: members[.positions] ?? root)
    return SnapRequest(
      positions: positions, points: points, planes: planes, snap: snap(members[.snap]), encounters: encounters)
  }

  private mutating func positions(_ value: JSONValue) -> [SnapRequest.PositionInput] {
    guard let values = list(value, atMost: limits.taps, "positions", hint: "Send [{id?, position}, …].") else {
      return []
    }
    var inputs: [SnapRequest.PositionInput] = []
    inputs.reserveCapacity(values.count)
    var ids = NameIndex<Int>()
    for element in values {
      if faults.isFull { break }
      guard let members = Members<PositionMember>(element, &faults) else { continue }
      let id = members[.id].map { self.id($0) } ?? ""
      if let id, !id.isEmpty, let place = members[.id] { enter(id, 0, into: &ids, at: place) }
      guard let positionValue = members[.position] else {
        faults.missing("position", in: element, hint: "Send [x, y, z] in metres.")
        continue
      }
      if let position = position(positionValue), let id { inputs.append(.init(id: id, position: position)) }
    }
    var generator = NameGenerator(prefix: "position")
    for place in inputs.indices where inputs[place].id.isEmpty {
      inputs[place].id = generator.name(at: place, in: &ids, value: place)
    }
    return inputs
  }
}
