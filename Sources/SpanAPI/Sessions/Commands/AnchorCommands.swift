internal import SpanGeometry
internal import SpanMessage
internal import SpanSession
internal import SpanUncertainty

/// `POST /v1/sessions/{sid}/anchors`.
struct AddAnchor: SessionCommand {
  static let type = "anchorAdded"
  let anchor: GivenAnchor
  let source: [UInt8]

  private enum Member: Int, MemberSet {
    case id, position, covariance, planeId
    static let names = MemberNames("id position covariance planeId")
  }

  static func decode(_ input: JSONValue, _ decoder: inout RequestDecoder, isStored: Bool) -> AddAnchor? {
    guard let members = Members<Member>(input, &decoder.faults) else { return nil }
    let id = members[.id].flatMap { decoder.id($0) }
    if members[.position] == nil { decoder.faults.missing("position", in: input) }
    let position = members[.position].flatMap { decoder.position($0) }
    let covariance = members[.covariance].flatMap { decoder.covariance($0) }
    let planeID = members[.planeId].flatMap { decoder.id($0) }
    guard let position, decoder.faults.isEmpty else { return nil }
    return AddAnchor(
      anchor: GivenAnchor(
        id: id, point: GivenPoint(position: position, covariance: covariance), planeID: planeID),
      source: isStored ? [] : input.canonical)
  }

  func run(on session: inout LiveSession, at: Int64, for purpose: CommandPurpose) throws(Refusal) -> CommandOutcome {
    let anchor = try session.state.add(anchor, at: at)
    return CommandOutcome(
      result: { json in
        json.beginObject()
        json.member("anchorId", anchor.id)
        json.member("position", anchor.placed.position)
        json.endObject()
      },
      response: { session in
        var response = Response.json(capacity: 1024) { $0.anchor(anchor, in: session) }.tagged(session)
        response.status = 201
        response.headers.append("Location", session.address(of: anchor))
        return response
      })
  }
}

extension LiveSession {
  /// Where an anchor is read.
  func address(of anchor: Anchor) -> String {
    "/v1/sessions/\(id)/anchors/\(RequestTarget.encoded(segment: anchor.id))"
  }
}

/// `DELETE /v1/sessions/{sid}/anchors/{aid}`.
struct RemoveAnchor: SessionCommand {
  static let type = "anchorRemoved"
  let id: String
  var source: [UInt8] { .json { $0.named(id) } }

  static func decode(_ input: JSONValue, _ decoder: inout RequestDecoder, isStored: Bool) -> RemoveAnchor? {
    input["id"]?.string.map(RemoveAnchor.init(id:))
  }

  func run(on session: inout LiveSession, at: Int64, for purpose: CommandPurpose) throws(Refusal) -> CommandOutcome {
    try session.state.removeAnchor(id, at: at)
    return CommandOutcome(
      result: { $0.emptyObject() }, response: { Response(status: 204).tagged($0) })
  }
}

/// `PATCH /v1/sessions/{sid}/anchors`: where the device says they are.
struct UpdateAnchors: SessionCommand {
  static let type = "anchorsUpdated"
  let updates: AnchorUpdates
  let source: [UInt8]

  private enum Member: Int, MemberSet {
    case capturedAt, tracking, updates, remove
    static let names = MemberNames("capturedAt tracking updates remove")
  }

  static func decode(_ input: JSONValue, _ decoder: inout RequestDecoder, isStored: Bool) -> UpdateAnchors? {
    guard let members = Members<Member>(input, &decoder.faults) else { return nil }
    var updates = AnchorUpdates()
    updates.capturedAt = members[.capturedAt].flatMap { decoder.number($0, in: Bounds.clock, unit: "seconds") }
    updates.tracking = members[.tracking].flatMap { decoder.tracking($0) } ?? .normal
    if let place = members[.updates] { updates.updates = decoder.anchorUpdates(place) }
    if let place = members[.remove] { updates.remove = decoder.anchorIDs(place) }
    if members[.updates] == nil, members[.remove] == nil { decoder.faults.missing("updates", in: input) }
    guard decoder.faults.isEmpty else { return nil }
    return UpdateAnchors(updates: updates, source: isStored ? [] : input.canonical)
  }

  func run(on session: inout LiveSession, at: Int64, for purpose: CommandPurpose) throws(Refusal) -> CommandOutcome {
    let outcome = try session.state.update(updates, at: at)
    let isLimited = updates.tracking == .limited
    return CommandOutcome(
      isEvent: outcome.isEvent, result: { $0.updated(outcome) },
      response: { session in
        let drift = session.state.drift()
        var response = Response.json(capacity: 4096) { json in
          json.drift(
            drift, in: session, ignored: outcome.ignored,
            warnings: Warning.list(outcome.suspects, isLimited: isLimited))
        }
        if drift.isWarning { response.marks = [Mark.drift] }
        return response.tagged(session)
      })
  }
}

extension Warning {
  fileprivate static func list(_ suspects: [UpdateOutcome.Suspect], isLimited: Bool) -> [Warning] {
    let tracking =
      isLimited
      ? [
        Warning(
          .trackingLimited, "Tracking was limited when these positions were taken; they may be corrected soon.",
          pointer: "/tracking")
      ] : []
    return tracking
      + suspects.map { suspect in
        let what =
          suspect.isIdentityPose
          ? "was sent with the identity pose, as trackers do that have lost it"
          : "jumped by \((suspect.jump * 1000).rounded() / 1000) m at once"
        return Warning(
          .anchorSuspect, "The anchor \"\(suspect.id)\" \(what); it was moved all the same.", pointer: "/updates")
      }
  }
}

private enum UpdateMember: Int, MemberSet {
  case id, position, pose
  static let names = MemberNames("id position pose")
}

extension RequestDecoder {
  fileprivate mutating func anchorUpdates(_ value: JSONValue) -> [AnchorUpdates.Update] {
    guard let values = list(value, atMost: SessionState.Bounds.anchors, "updates") else { return [] }
    var names = NameIndex<Int>()
    var updates: [AnchorUpdates.Update] = []
    updates.reserveCapacity(values.count)
    for element in values {
      if faults.isFull { break }
      guard let members = Members<UpdateMember>(element, &faults) else { continue }
      if members[.id] == nil { faults.missing("id", in: element) }
      let id = members[.id].flatMap { self.id($0) }
      if let id, let place = members[.id] { enter(id, 0, into: &names, at: place) }
      guard let id, let (position, isIdentity) = place(members, in: element) else { continue }
      updates.append(AnchorUpdates.Update(id: id, position: position, isIdentityPose: isIdentity))
    }
    return updates
  }

  /// A position, or a pose, whose position counts.
  private mutating func place(
    _ members: Members<UpdateMember>, in element: JSONValue
  ) -> (position: Vector3, isIdentity: Bool)? {
    switch (members[.position], members[.pose]) {
    case (let value?, nil): return position(value).map { ($0, $0 == .zero) }
    case (nil, let value?): return pose(value).map { ($0.position, $0.position == .zero && $0.rotation == .identity) }
    case (nil, nil): faults.missing("position", in: element, hint: "Send a position or a pose.")
    case (_, let pose?): faults.add(.memberUnknown, at: pose, "An update takes a position or a pose, not both.")
    }
    return nil
  }

  fileprivate mutating func anchorIDs(_ value: JSONValue) -> [String] {
    guard let values = list(value, atMost: SessionState.Bounds.anchors, "ids") else { return [] }
    return values.compactMap { id($0) }
  }
}

extension JSONWriter {
  mutating func named(_ id: String) {
    beginObject()
    member("id", id)
    endObject()
  }

  fileprivate mutating func updated(_ outcome: UpdateOutcome) {
    beginObject()
    ignored(outcome.ignored)
    name("suspect")
    beginArray()
    for suspect in outcome.suspects { string(suspect.id) }
    endArray()
    endObject()
  }
}
