package import SpanGeometry
package import SpanUncertainty

/// A plane of a request.
package struct PlaneInput: Sendable {
  package var id: String
  /// ``Plane/isSubsumed`` is settled only in a ``PlaneSet``.
  package var plane: Plane
  package var sigma: PlaneSigma
  /// The id of another plane, which need not be known.
  package var subsumedBy: String?
}

/// The planes of a request in their order, each list parallel to the others.
package struct PlaneSet: Sendable {
  package var planes: [Plane] = []
  package var ids: [String] = []
  package var sigmas: [PlaneSigma] = []

  /// What is said of planes that are swallowed by others: by their places, the ids of those.
  private var successors: [(place: Int, id: String)] = []

  package init() {}

  package init(_ inputs: [PlaneInput]) {
    for input in inputs { append(input) }
    settle()
  }

  mutating func reserveCapacity(_ count: Int) {
    planes.reserveCapacity(count)
    ids.reserveCapacity(count)
    sigmas.reserveCapacity(count)
  }

  @inline(__always)
  mutating func append(_ input: PlaneInput) {
    if let id = input.subsumedBy { successors.append((planes.count, id)) }
    ids.append(input.id)
    sigmas.append(input.sigma)
    // Last, where the input ends: it is moved then, not copied.
    planes.append(input.plane)
  }

  /// Settles which planes are swallowed by others of the list, once all are in it.
  mutating func settle() {
    guard !successors.isEmpty else { return }
    var places = NameIndex<Int>()
    for (place, id) in ids.enumerated() { _ = places.insert(id, place) }
    var subsumedBy = [Int?](repeating: nil, count: planes.count)
    for successor in successors { subsumedBy[successor.place] = places[successor.id] }
    let flags = Plane.subsumed(by: subsumedBy)
    for place in planes.indices { planes[place].isSubsumed = flags[place] }
  }
}

private enum PlaneMember: Int, MemberSet {
  case id, pose, kind, polygon, extent, center, alignment, classification, subsumedBy, sigma
  static let names = MemberNames("id pose kind polygon extent center alignment classification subsumedBy sigma")
}

private enum PlaneSigmaMember: Int, MemberSet {
  case offset, tiltDegrees, boundary
  static let names = MemberNames("offset tiltDegrees boundary")
}

private enum ExtentMember: Int, MemberSet {
  case width, height, rotationOnYAxisDegrees
  static let names = MemberNames("width height rotationOnYAxisDegrees")
}

private let kinds: Choices<Plane.Kind> = ["existing": .existing, "estimated": .estimated]
private let alignments: Choices<Plane.Alignment> = [
  "horizontal": .horizontal, "vertical": .vertical, "slanted": .slanted,
]

extension RequestDecoder {
  /// The planes of a request, and their places by id; a faulty plane keeps its id known.
  mutating func planes(_ value: JSONValue?) -> (set: PlaneSet, places: NameIndex<Int>) {
    var places = NameIndex<Int>()
    guard let value, let values = list(value, atMost: limits.planes, "planes") else { return (PlaneSet(), places) }
    var set = PlaneSet()
    set.reserveCapacity(values.count)
    places.reserveCapacity(values.count)
    var place = 0
    for element in values {
      if faults.isFull || vertices > limits.vertices { break }
      guard let members = Members<PlaneMember>(element, &faults) else { continue }
      let id = planeID(members)
      if let id, let idValue = members[.id] { enter(id, place, into: &places, at: idValue) }
      if let input = plane(members, id: id) { set.append(input) }
      place += 1
    }
    if vertices > limits.vertices {
      faults.add(
        .tooMany, at: value, "The outlines have more than the \(limits.vertices) vertices that one request may hold.")
    }
    set.settle()
    return (set, places)
  }

  /// One plane by itself.
  /// - Parameter id: of the plane, when it is known from elsewhere.
  mutating func plane(_ value: JSONValue, named id: String? = nil) -> PlaneInput? {
    guard let members = Members<PlaneMember>(value, &faults) else { return nil }
    return plane(members, id: id ?? planeID(members))
  }

  private mutating func planeID(_ members: Members<PlaneMember>) -> String? {
    if let value = members[.id] { return id(value) }
    faults.missing("id", in: members.object)
    return nil
  }

  // Inlined because a plane is large, and an optional of one copied.
  @inline(__always)
  private mutating func plane(_ members: Members<PlaneMember>, id: String?) -> PlaneInput? {
    if members[.pose] == nil { faults.missing("pose", in: members.object) }
    let pose = members[.pose].flatMap { self.pose($0) }
    let kind = members[.kind].map { self.choice($0, kinds) } ?? .existing
    let alignment = members[.alignment].map { self.choice($0, alignments) }
    if let value = members[.classification] { note(value) }
    let subsumedBy = members[.subsumedBy].flatMap { self.id($0) }
    let sigma = members[.sigma].map { self.planeSigma($0) } ?? PlaneSigma()
    let extent = extent(members, of: kind)
    guard let id, let pose, let kind, let sigma, let extent else { return nil }
    let plane = Plane(pose: pose, kind: kind, extent: extent, alignment: alignment ?? nil)
    return PlaneInput(id: id, plane: plane, sigma: sigma, subsumedBy: subsumedBy)
  }

  private mutating func planeSigma(_ value: JSONValue) -> PlaneSigma? {
    guard let members = Members<PlaneSigmaMember>(value, &faults) else { return nil }
    return PlaneSigma(
      offset: members[.offset].flatMap { self.number($0, in: Bounds.sigma, unit: "metres") },
      tilt: members[.tiltDegrees].flatMap { self.number($0, in: Bounds.sigmaDegrees) }?.radians,
      boundary: members[.boundary].flatMap { self.number($0, in: Bounds.sigma, unit: "metres") })
  }

  private mutating func extent(_ members: Members<PlaneMember>, of kind: Plane.Kind?) -> Plane.Extent? {
    let center = members[.center].map { self.position($0) } ?? .zero
    if members[.polygon] == nil, let y = center?.y, abs(y) > Bounds.offPlane, let place = members[.center]?[1] {
      noteOffPlane(place, "a center lies in its plane", "It is")
    }
    if let polygon = members[.polygon] {
      if let value = members[.extent] { _ = rectangle(value, around: .zero) }
      guard let ring = polygonRing(polygon) else { return nil }
      return outline(ring, at: polygon)
    }
    if let value = members[.extent] {
      guard let ring = rectangle(value, around: center ?? .zero), center != nil else { return nil }
      return outline(ring, at: value)
    }
    guard kind != .existing else {
      faults.add(
        .planeOutlineMissing, at: members.object,
        "An existing plane needs an outline: a polygon, or an extent with a center. Only estimated planes go without."
      )
      return nil
    }
    return center.map { .unbounded(center: Point2($0.x, $0.z)) }
  }

  private mutating func rectangle(_ value: JSONValue, around center: Vector3) -> [Point2]? {
    guard let members = Members<ExtentMember>(value, &faults) else { return nil }
    let width = required(members, .width, in: Bounds.length)
    let height = required(members, .height, in: Bounds.length)
    let rotation = members[.rotationOnYAxisDegrees].map { self.number($0, in: Bounds.degrees) } ?? 0
    guard let width, let height, let rotation else { return nil }
    vertices += 4
    return Outline.rectangle(
      center: Point2(center.x, center.z), width: width, height: height, rotation: rotation.radians)
  }

  private mutating func outline(_ ring: consuming [Point2], at value: JSONValue) -> Plane.Extent? {
    let outline = Outline(ring: ring, work: &edgePairs)
    if edgePairs < 0 {
      faults.add(
        .tooMany, at: value,
        "The edges of the outlines up to this one overlap too much to look for crossings; send simpler outlines.")
      return nil
    }
    return outline.map { .outline($0) } ?? .degenerate
  }
}
