package import SpanGeometry

/// `POST /v1/raycast`, decoded.
package struct RaycastRequest: Sendable {
  package var taps: [TapInput]
  /// The only tap came as `screenPoint` at the top, not in a list.
  package var isShorthand: Bool
  package var planes: PlaneSet
  package var featurePoints: [Vector3]
  package var targets: [Target]
  package var alignment: AlignmentFilter
  /// See ``Limits/encounters``.
  package var encounters: Int
}

private enum RaycastMember: Int, MemberSet {
  case camera, screenPoint, taps, planes, featurePoints, targets, alignment
  static let names = MemberNames("camera screenPoint taps planes featurePoints targets alignment")
}

extension RaycastRequest {
  package static func decode(
    _ document: borrowing JSONDocument, limits: Limits = Limits()
  ) throws(RequestFaults) -> RaycastRequest {
    try RequestDecoder.decode(document, limits: limits) { $0.raycastRequest($1) }
  }
}

extension RequestDecoder {
  fileprivate mutating func raycastRequest(_ root: JSONValue) -> RaycastRequest? {
    guard let members = Members<RaycastMember>(root, &faults) else { return nil }
    let camera = sharedCamera(members[.camera])
    var drafts = taps(members[.taps], screenPoint: members[.screenPoint], camera: camera)
    let planes = planes(members[.planes]).set
    let features = featurePoints(members[.featurePoints])
    let encounters = encounters(
      taps: drafts.count, planes, features: features.count, points: 0, at: members[.taps] ?? root)
    if members[.taps] == nil, members[.screenPoint] == nil {
      faults.add(.tapIncomplete, at: root, "There is nothing to cast: send a screenPoint with a camera, or taps.")
    }
    var names = NameIndex<PointReference>()
    return RaycastRequest(
      taps: named(&drafts, names: &names), isShorthand: members[.screenPoint] != nil, planes: planes,
      featurePoints: features, targets: targets(members[.targets]), alignment: alignment(members[.alignment]),
      encounters: encounters)
  }
}
