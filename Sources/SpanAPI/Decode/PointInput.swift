internal import SpanGeometry
package import SpanUncertainty

/// A point beside the taps.
package struct PointInput: Sendable {
  package var id: String
  package var origin: Origin
  /// Only echoed.
  package var planeID: String?

  package enum Origin: Sendable {
    /// Known to the client; its covariance is symmetric and has no negative eigenvalue.
    case given(GivenPoint)
    /// To be triangulated from at least two taps.
    case seen([Tap])
  }
}

private enum PointMember: Int, MemberSet {
  case id, position, covariance, planeId, taps
  static let names = MemberNames("id position covariance planeId taps")
}

extension RequestDecoder {
  /// The points of a request; their ids go into `names`, those of faulty points too.
  /// - Parameter triangulates: points may be given by taps.
  mutating func points(
    _ value: JSONValue?, names: inout NameIndex<PointReference>, triangulates: Bool = false
  ) -> [PointInput] {
    guard let value, let values = list(value, atMost: limits.points, "points") else { return [] }
    var inputs: [PointInput] = []
    inputs.reserveCapacity(values.count)
    var place = 0
    for element in values {
      if faults.isFull { break }
      if let point = point(element, place, names: &names, triangulates) { inputs.append(point) }
      place += 1
    }
    return inputs
  }

  private mutating func point(
    _ value: JSONValue, _ place: Int, names: inout NameIndex<PointReference>, _ triangulates: Bool
  ) -> PointInput? {
    guard let members = Members<PointMember>(value, &faults) else { return nil }
    let id = members[.id].flatMap { self.id($0) }
    if let idValue = members[.id] {
      if let id { enter(id, .point(place), into: &names, at: idValue) }
    } else {
      faults.missing("id", in: value)
    }
    let planeID = members[.planeId].map { self.id($0) }
    if let place = members[.taps], !triangulates {
      faults.add(.memberUnknown, at: place, "Points are given by taps in /v1/measure only; send a position here.")
      return nil
    }
    guard let origin = origin(members), let id else { return nil }
    return PointInput(id: id, origin: origin, planeID: planeID ?? nil)
  }

  /// A position, or taps to find it from.
  private mutating func origin(_ members: Members<PointMember>) -> PointInput.Origin? {
    guard let list = members[.taps] else {
      if members[.position] == nil { faults.missing("position", in: members.object) }
      let position = members[.position].flatMap { self.position($0) }
      let covariance = members[.covariance].map { self.covariance($0) }
      guard let position else { return nil }
      if let covariance, covariance == nil { return nil }
      return .given(GivenPoint(position: position, covariance: covariance ?? nil))
    }
    if let place = members[.position] ?? members[.covariance] {
      faults.add(
        .tapAmbiguous, at: place,
        "A point with taps is triangulated from them; it takes no position and no covariance.")
    }
    checkViews(list, in: members.object)
    let drafts = taps(list, screenPoint: nil, camera: .unshared)
    views += drafts.count
    if views > limits.taps {
      faults.add(.tooMany, at: list, "The points have more than the \(limits.taps) taps that one request may hold.")
    }
    return .seen(drafts.compactMap(\.tap))
  }

  /// m²: nine numbers row by row, or the six xx, xy, xz, yy, yz, zz.
  mutating func covariance(_ value: JSONValue) -> Matrix3? {
    if let c: InlineArray<9, Double> = value.numbers(in: Bounds.covariance) {
      return covariance(
        Matrix3(columns: Vector3(c[0], c[3], c[6]), Vector3(c[1], c[4], c[7]), Vector3(c[2], c[5], c[8])), at: value)
    }
    if let c: InlineArray<6, Double> = value.numbers(in: Bounds.covariance) {
      return covariance(
        Matrix3(columns: Vector3(c[0], c[1], c[2]), Vector3(c[1], c[3], c[4]), Vector3(c[2], c[4], c[5])), at: value)
    }
    noteCovariance(value)
    return nil
  }

  @inline(never)
  private mutating func noteCovariance(_ value: JSONValue) {
    guard let array = value.array else {
      faults.expected(
        "array", at: value, hint: Self.howToSend(value, form: "nine numbers, or the six xx, xy, xz, yy, yz, zz"))
      return
    }
    guard array.count == 9 || array.count == 6 else {
      faults.add(
        .arrayLength, at: value,
        "A covariance has nine numbers, row by row, or the six xx, xy, xz, yy, yz, zz; got"
          + " \(Excerpt.describing(value))."
      )
      return
    }
    for element in array { _ = number(element, in: Bounds.covariance, unit: "m²") }
  }

  private static let asymmetryTolerance = 1e-5
  private static let negativeTolerance = 1e-6

  /// Symmetrises and clips what is rounding dust, refuses what is more.
  private mutating func covariance(_ given: Matrix3, at value: JSONValue) -> Matrix3? {
    let largest = given.largestEntry
    guard largest > 0 else { return .zero }
    // Scaled to entries up to 1, so that tiny and huge matrices keep their digits.
    let m = Matrix3(columns: given.x / largest, given.y / largest, given.z / largest)
    let asymmetry = max(abs(m.x.y - m.y.x), abs(m.x.z - m.z.x), abs(m.y.z - m.z.y))
    guard asymmetry <= Self.asymmetryTolerance else {
      faults.add(.covarianceInvalid, at: value, "The covariance is not symmetric.")
      return nil
    }
    let symmetric = m.symmetrized
    let eigen = SymmetricEigen(symmetric)
    guard eigen.values.x > 0, eigen.values.z >= -Self.negativeTolerance * eigen.values.x else {
      faults.add(
        .covarianceInvalid, at: value,
        "The covariance has a negative eigenvalue: no position can scatter like that. Variances stand on the diagonal.")
      return nil
    }
    guard eigen.values.z < 0 else { return given.symmetrized }
    let clipped = Vector3(eigen.values.x, max(0, eigen.values.y), max(0, eigen.values.z))
    return largest * (eigen.vectors * Matrix3(diagonal: clipped) * eigen.vectors.transposed).symmetrized
  }
}
