internal import SpanGeometry
package import SpanUncertainty

/// `POST /v1/triangulate`, decoded.
package struct TriangulateRequest: Sendable {
  /// Of one physical point, at least two.
  package var taps: [TapInput]
  package var planes: PlaneSet
  /// By index in the planes: the point lies on it.
  package var prior: Int?
  package var noise: NoiseModel
}

private enum TriangulateMember: Int, MemberSet {
  case taps, planes, planeId, profile, noise, confidence
  static let names = MemberNames("taps planes planeId profile noise confidence")
}

extension TriangulateRequest {
  package static func decode(
    _ document: borrowing JSONDocument, limits: Limits = Limits(), profiles: [NoiseProfile] = NoiseProfile.all
  ) throws(RequestFaults) -> TriangulateRequest {
    try RequestDecoder.decode(document, limits: limits, profiles: profiles) { $0.triangulateRequest($1) }
  }
}

extension RequestDecoder {
  /// Fewer lines of sight meet nowhere.
  static let fewestViews = 2

  fileprivate mutating func triangulateRequest(_ root: JSONValue) -> TriangulateRequest? {
    guard let members = Members<TriangulateMember>(root, &faults) else { return nil }
    var drafts = taps(members[.taps], screenPoint: nil, camera: .unshared)
    checkViews(members[.taps], in: root)
    let (planes, places) = planes(members[.planes])
    var prior: Int?
    if let value = members[.planeId], let name = id(value) {
      prior = places[name]
      if prior == nil { faults.add(.idUnknown, at: value, "No plane has the id \(Excerpt.quoted(value)).") }
    }
    // Held for the confidence of everything else; a triangulated position has standard uncertainties only.
    _ = confidence(members[.confidence])
    var names = NameIndex<PointReference>()
    return TriangulateRequest(
      taps: named(&drafts, names: &names), planes: planes, prior: prior,
      noise: NoiseModel(profile: profile(members[.profile]), overrides: noise(members[.noise])))
  }

  /// Notes a fault when there are not enough taps for a point.
  mutating func checkViews(_ taps: JSONValue?, in object: JSONValue) {
    guard let taps else {
      faults.missing("taps", in: object, hint: "Send at least two taps of one point, from different places.")
      return
    }
    guard let count = taps.array?.count, count < Self.fewestViews else { return }
    faults.add(
      .arrayLength, at: taps, "A point is triangulated from at least two taps, from different places; got \(count).")
  }
}
