internal import SpanGeometry
internal import SpanSession
internal import SpanUncertainty

private enum SessionTapMember: Int, MemberSet {
  case id, camera, screenPoint, ray, pointing, pointingSigma
  case targets, alignment, snap, featurePoints, anchorId, preview
  static let names = MemberNames(
    "id camera screenPoint ray pointing pointingSigma targets alignment snap featurePoints anchorId preview")
}

extension RequestDecoder {
  struct SessionTap {
    var id: String
    var command: TapCommand
    var isPreview: Bool
  }

  /// A tap with what a whole request says otherwise.
  mutating func sessionTap(_ value: JSONValue) -> SessionTap? {
    guard let members = Members<SessionTapMember>(value, &faults) else { return nil }
    let draft = tap(
      in: value, id: members[.id], camera: members[.camera], screenPoint: members[.screenPoint], ray: members[.ray],
      pointing: members[.pointing], sigma: members[.pointingSigma], .unshared)
    let anchorID = members[.anchorId].flatMap { self.id($0) }
    let isPreview = members[.preview].flatMap { boolean($0) } ?? false
    let targets = targets(members[.targets])
    let alignment = alignment(members[.alignment])
    let snap = members[.snap].map { self.snap($0) }
    let features = featurePoints(members[.featurePoints])
    guard let tap = draft.tap else { return nil }
    var command = TapCommand(tap)
    command.targets = targets
    command.alignment = alignment
    command.snap = snap
    command.featurePoints = features
    command.anchorID = anchorID
    return SessionTap(id: draft.id ?? "tap-1", command: command, isPreview: isPreview)
  }
}
