package import SpanUncertainty

/// What a name in a measurement stands for.
package enum PointReference: Equatable, Sendable {
  /// By index in the request's points.
  case point(Int)
  /// By index in the request's taps.
  case tap(Int)
}

/// One thing to measure.
package struct MeasurementInput: Equatable, Sendable {
  /// As sent, or made from the position in the list.
  package var id: String
  package var kind: Measurand
  /// The names, as sent, in order.
  package var names: [String]
  /// What they stand for.
  package var points: [PointReference]
  /// By index in the request's planes; there for a `pointToPlane`.
  package var plane: Int?
  /// What the value should conform to, SI or degrees.
  package var limits: Conformity.Limits?
  package var method: Method?

  /// How the ± is found, if the request says so.
  package enum Method: Equatable, Sendable {
    case firstOrder
    case monteCarlo(seed: UInt64)
  }
}

private enum MeasurementMember: Int, MemberSet {
  case id, kind, points, planeId, limits, method, seed
  static let names = MemberNames("id kind points planeId limits method seed")
}

let measurands: Choices<Measurand> = [
  "distance": .distance, "polyline": .polyline, "perimeter": .perimeter, "area": .area, "angle": .angle,
  "height": .height, "pointToPlane": .pointToPlane, "volume": .volume,
]

extension RequestDecoder {
  /// The measurements of a request.
  /// - Parameters:
  ///   - names: of all points and taps.
  ///   - planes: places of the planes by id.
  mutating func measurements(
    _ value: JSONValue, names: NameIndex<PointReference>, planes: NameIndex<Int>
  ) -> [MeasurementInput] {
    guard let values = list(value, atMost: limits.measurements, "measurements"), !hasTooManyNames(values, at: value)
    else { return [] }
    var inputs: [MeasurementInput] = []
    inputs.reserveCapacity(values.count)
    var ids = NameIndex<Int>()
    for element in values {
      if faults.isFull { break }
      if let input = measurement(element, names, planes, ids: &ids) { inputs.append(input) }
    }
    var generator = NameGenerator(prefix: "measurement")
    for place in inputs.indices where inputs[place].id.isEmpty {
      inputs[place].id = generator.name(at: place, in: &ids, value: place)
    }
    checkDraws(inputs, at: value)
    return inputs
  }

  private mutating func hasTooManyNames(_ values: JSONArray, at value: JSONValue) -> Bool {
    var count = 0
    for element in values {
      guard let members = element.object else { continue }
      for member in members where member.name.string == "points" { count += member.value.array?.count ?? 0 }
    }
    return exceeds(limits.names, count, "names in the measurements", at: value)
  }

  /// The id is empty when none was sent.
  private mutating func measurement(
    _ value: JSONValue, _ names: NameIndex<PointReference>, _ planes: NameIndex<Int>, ids: inout NameIndex<Int>
  ) -> MeasurementInput? {
    guard let members = Members<MeasurementMember>(value, &faults) else { return nil }
    let id = members[.id].map { self.id($0) } ?? ""
    if let id, !id.isEmpty, let place = members[.id] { enter(id, 0, into: &ids, at: place) }
    if members[.kind] == nil { faults.missing("kind", in: value) }
    let kind = members[.kind].flatMap { self.choice($0, measurands) }
    let points = members[.points].flatMap { self.references($0, names) }
    if let place = members[.points] {
      if let kind { checkCount(of: place, kind) }
    } else {
      faults.missing("points", in: value)
    }
    let plane = plane(of: members, kind, planes)
    let limits = members[.limits].map { self.conformityLimits($0) } ?? nil
    let method = method(members[.method], seed: members[.seed])
    guard let id, let kind, let points, let plane else { return nil }
    return MeasurementInput(
      id: id, kind: kind, names: points.map(\.name), points: points.map(\.reference), plane: plane, limits: limits,
      method: method)
  }

  /// A kind takes so many points.
  mutating func checkCount(of points: JSONValue, _ kind: Measurand) {
    guard let count = points.array?.count, !kind.pointCount.contains(count) else { return }
    faults.add(.measurementIncomplete, at: points, "\(Self.rule(of: kind)), got \(count).")
  }

  private mutating func references(
    _ value: JSONValue, _ names: NameIndex<PointReference>
  ) -> [(name: String, reference: PointReference)]? {
    guard let array = value.array else {
      faults.expected("array", at: value, hint: "Send the ids of points and taps.")
      return nil
    }
    let before = faults.count
    var result: [(name: String, reference: PointReference)] = []
    result.reserveCapacity(array.count)
    for element in array {
      if faults.isFull { break }
      guard let name = element.string else {
        faults.expected("string", at: element, hint: "Points and taps are named by their ids.")
        continue
      }
      guard let reference = names[name] else {
        faults.add(.idUnknown, at: element, "No point and no tap has the id \(Excerpt.quoted(element)).")
        continue
      }
      result.append((name, reference))
    }
    return faults.count == before ? result : nil
  }

  /// nil after a fault, `.some(nil)` for kinds without a plane.
  private mutating func plane(
    of members: Members<MeasurementMember>, _ kind: Measurand?, _ planes: NameIndex<Int>
  ) -> Int?? {
    guard let value = members[.planeId] else {
      guard kind == .pointToPlane else { return .some(nil) }
      faults.missing("planeId", in: members.object, hint: "A pointToPlane needs the plane's id.")
      return nil
    }
    guard kind == nil || kind == .pointToPlane else {
      faults.add(.memberUnknown, at: value, "Only a pointToPlane takes a planeId.")
      return nil
    }
    guard let name = value.string else {
      faults.expected("string", at: value)
      return nil
    }
    if let place = planes[name] { return place }
    faults.add(.idUnknown, at: value, "No plane has the id \(Excerpt.quoted(value)).")
    return nil
  }

  private static func rule(of kind: Measurand) -> String {
    let count = kind.pointCount
    let number = count.lowerBound == count.upperBound ? "exactly \(count.lowerBound)" : "at least \(count.lowerBound)"
    let noun = count.upperBound == 1 ? "point" : "points"
    let detail =
      switch kind {
      case .angle: " (the vertex in the middle)"
      case .volume: " (the base ring, then one point of the top)"
      default: ""
      }
    return "The kind \(kind.rawValue) takes \(number) \(noun)\(detail)"
  }
}
