internal import SpanGeometry

private enum CameraMember: Int, MemberSet {
  case pose, intrinsics, projection, viewport, tracking
  static let names = MemberNames("pose intrinsics projection viewport tracking")
}

private enum IntrinsicsMember: Int, MemberSet {
  case fx, fy, cx, cy, width, height, principalPointOrigin
  static let names = MemberNames("fx fy cx cy width height principalPointOrigin")
}

private enum ViewportMember: Int, MemberSet {
  case width, height, rotationDegrees, scaling
  static let names = MemberNames("width height rotationDegrees scaling")
}

private enum TrackingMember: Int, MemberSet {
  case state, reason
  static let names = MemberNames("state reason")
}

private let origins: Choices<Intrinsics.PrincipalPointOrigin> = [
  "pixelCorner": .pixelCorner, "pixelCenter": .pixelCenter,
]
private let scalings: Choices<Viewport.Scaling> = ["fill": .fill, "fit": .fit]
private let trackingStates: Choices<Camera.Tracking> = [
  "normal": .normal, "limited": .limited, "notAvailable": .unavailable,
]

extension RequestDecoder {
  mutating func camera(_ value: JSONValue) -> Camera? {
    guard let members = Members<CameraMember>(value, &faults) else { return nil }
    let pose = members[.pose].flatMap { self.pose($0) }
    if members[.pose] == nil { faults.missing("pose", in: value) }
    let optics = self.optics(members)
    let tracking = members[.tracking].map { self.tracking($0) } ?? .normal
    guard let pose, let optics, let tracking else { return nil }
    return Camera(pose: pose, optics: optics, tracking: tracking)
  }

  private mutating func optics(_ members: Members<CameraMember>) -> Camera.Optics? {
    switch (members[.intrinsics], members[.projection]) {
    case (let intrinsicsValue?, nil):
      let intrinsics = intrinsics(intrinsicsValue)
      guard let viewportValue = members[.viewport] else { return intrinsics.map { .intrinsics($0, nil) } }
      guard let viewport = viewport(viewportValue), let intrinsics else { return nil }
      return .intrinsics(intrinsics, viewport)
    case (nil, let projectionValue?):
      let projection = projection(projectionValue)
      guard let viewportValue = members[.viewport] else {
        faults.add(
          .viewportRequired, at: members.object, member: "viewport",
          "A camera with a projection needs the viewport that the screen point counts in.")
        return nil
      }
      guard let viewport = viewport(viewportValue, ofProjection: true), let projection else { return nil }
      return .projection(projection, width: viewport.width, height: viewport.height)
    case (let intrinsics, _):
      faults.add(
        .cameraIntrinsicsOrProjection, at: members.object,
        intrinsics == nil
          ? "A camera needs intrinsics or a projection." : "A camera has either intrinsics or a projection, not both.")
      return nil
    }
  }

  private mutating func intrinsics(_ value: JSONValue) -> Intrinsics? {
    guard let members = Members<IntrinsicsMember>(value, &faults) else { return nil }
    let fx = required(members, .fx, in: Bounds.size)
    let fy = required(members, .fy, in: Bounds.size)
    let cx = required(members, .cx, in: Bounds.pixel)
    let cy = required(members, .cy, in: Bounds.pixel)
    let width = required(members, .width, in: Bounds.size)
    let height = required(members, .height, in: Bounds.size)
    let origin = members[.principalPointOrigin].map { self.choice($0, origins) } ?? .pixelCorner
    guard let fx, let fy, let cx, let cy, let width, let height, let origin else { return nil }
    return Intrinsics(
      focal: Point2(fx, fy), principalPoint: Point2(cx, cy), width: width, height: height,
      principalPointOrigin: origin)
  }

  /// A number that must be there.
  mutating func required<Name: MemberSet>(
    _ members: Members<Name>, _ name: Name, in range: ClosedRange<Double>
  ) -> Double? {
    if let value = members[name] { return number(value, in: range) }
    faults.missing(Name.names.list[name.rawValue].text, in: members.object)
    return nil
  }

  private mutating func viewport(_ value: JSONValue, ofProjection: Bool = false) -> Viewport? {
    guard let members = Members<ViewportMember>(value, &faults) else { return nil }
    let width = required(members, .width, in: Bounds.size)
    let height = required(members, .height, in: Bounds.size)
    var rotation: Viewport.Rotation? = Viewport.Rotation.none
    if let value = members[.rotationDegrees] {
      rotation = viewportRotation(value)
      if ofProjection {
        rotation = nil
        faults.add(
          .viewportRotationNotAllowed, at: value,
          "A projection already holds the rotation of the display; leave rotationDegrees out.")
      }
    }
    let scaling = members[.scaling].map { self.choice($0, scalings) } ?? .fill
    guard let width, let height, let rotation, let scaling else { return nil }
    return Viewport(width: width, height: height, rotation: rotation, scaling: scaling)
  }

  private mutating func viewportRotation(_ value: JSONValue) -> Viewport.Rotation? {
    guard let degrees = value.number else {
      faults.expected("number", at: value)
      return nil
    }
    if let rotation = Int(exactly: degrees).flatMap(Viewport.Rotation.init(rawValue:)) { return rotation }
    faults.add(
      .valueUnknown, at: value,
      "\(Excerpt.describing(value)) is none of 0, 90, 180, 270, the clockwise turn that brings the image upright.")
    return nil
  }

  mutating func tracking(_ value: JSONValue) -> Camera.Tracking? {
    guard let members = Members<TrackingMember>(value, &faults) else { return nil }
    guard let stateValue = members[.state] else {
      faults.missing("state", in: value)
      return nil
    }
    let state = choice(stateValue, trackingStates)
    guard let reason = members[.reason] else { return state }
    note(reason)
    guard let text = reason.string else { return nil }
    // ARKit reports a camera that looks for its old world as limited; its pose means nothing until it is found.
    return text == "relocalizing" ? state.map { _ in .unavailable } : state
  }
}

// MARK: - Projection

extension RequestDecoder {
  /// The five elements of a GL perspective matrix that aim a ray.
  private mutating func projection(_ value: JSONValue) -> Projection? {
    guard
      let p: InlineArray<16, Double> = numbers(
        value, in: Bounds.any, form: "of a GL projection matrix, column by column")
    else { return nil }
    let used = [0, 4, 5, 8, 9]
    if let wrong = used.first(where: { !Bounds.projection.contains(p[$0]) }) {
      noteOutOfRange(value[wrong] ?? value, Bounds.projection)
      return nil
    }
    if let flaw = Self.flaw(in: p) {
      faults.add(.projectionSingular, at: value, flaw)
      return nil
    }
    return Projection(p0: p[0], p4: p[4], p5: p[5], p8: p[8], p9: p[9])
  }

  /// Why rays cannot be made from a matrix; nil when they can.
  private static func flaw(in p: InlineArray<16, Double>) -> String? {
    if abs(p[0]) < Bounds.smallestProjection || abs(p[5]) < Bounds.smallestProjection {
      return "The projection is singular: its elements 0 and 5, the focal lengths, must not vanish."
    }
    if abs(p[11] + 1) > 1e-3 {
      return abs(p[14] + 1) <= 1e-3
        ? "Element 14 is -1: the projection was written row by row. Send it column by column, with -1 at 11."
        : "Element 11 is \(short(p[11])) instead of -1: this is no perspective projection of a camera that looks"
          + " along -Z."
    }
    if abs(p[1]) > 1e-6 {
      return
        "Element 1 is \(short(p[1])) instead of 0: the projection is turned about the line of sight. Send the one of"
        + " the display's orientation."
    }
    return nil
  }
}
