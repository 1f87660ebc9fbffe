internal import SpanGeometry
package import SpanUncertainty

/// A tap of a request, ready to be cast.
package struct TapInput: Sendable {
  /// As sent, or made from the position in the list.
  package var id: String
  package var tap: Tap
}

private enum TapMember: Int, MemberSet {
  case id, camera, screenPoint, ray, pointing, pointingSigma
  static let names = MemberNames("id camera screenPoint ray pointing pointingSigma")
}

private enum RayMember: Int, MemberSet {
  case origin, direction
  static let names = MemberNames("origin direction")
}

private let pointings: Choices<Pointing> = [
  "finger": .finger, "loupe": .loupe, "crosshair": .crosshair, "mouse": .mouse,
]

extension RequestDecoder {
  /// A tap whose id is not settled yet.
  struct TapDraft {
    var id: String?
    /// For faults of the id.
    var place: JSONValue
    /// nil after a fault.
    var tap: Tap?
  }

  /// The camera of a request, for the taps that bring none.
  enum SharedCamera {
    case absent
    /// Taps of this place bring their own.
    case unshared
    /// It is there, and its faults are noted.
    case faulty
    case camera(Camera)
  }

  mutating func sharedCamera(_ value: JSONValue?) -> SharedCamera {
    guard let value else { return .absent }
    return camera(value).map(SharedCamera.camera) ?? .faulty
  }

  /// The taps of a request: a list, or one screen point at the top.
  mutating func taps(_ list: JSONValue?, screenPoint: JSONValue?, camera: SharedCamera) -> [TapDraft] {
    if let screenPoint, list != nil {
      faults.add(
        .tapAmbiguous, at: screenPoint,
        "A screenPoint at the top is short for a single tap; together with taps, move it into their list.")
    } else if let screenPoint {
      let tap = screenTap(screenPoint, camera, incompleteAt: screenPoint)
      return [TapDraft(id: nil, place: screenPoint, tap: tap)]
    }
    guard let list, let values = self.list(list, atMost: limits.taps, "taps") else { return [] }
    var drafts: [TapDraft] = []
    drafts.reserveCapacity(values.count)
    for value in values {
      if faults.isFull { break }
      drafts.append(tap(value, camera))
    }
    return drafts
  }

  private mutating func tap(_ value: JSONValue, _ shared: SharedCamera) -> TapDraft {
    guard let members = Members<TapMember>(value, &faults) else { return TapDraft(place: value) }
    return tap(
      in: value, id: members[.id], camera: members[.camera], screenPoint: members[.screenPoint], ray: members[.ray],
      pointing: members[.pointing], sigma: members[.pointingSigma], shared)
  }

  /// A tap from the members of `value`.
  mutating func tap(
    in value: JSONValue, id: JSONValue?, camera: JSONValue?, screenPoint: JSONValue?, ray: JSONValue?,
    pointing: JSONValue?, sigma: JSONValue?, _ shared: SharedCamera
  ) -> TapDraft {
    var draft = TapDraft(id: id.flatMap { self.id($0) }, place: id ?? value)
    let pointing = pointing.map { self.choice($0, pointings) } ?? .finger
    let sigma = sigma.map { self.number($0, in: Bounds.sigma) }
    var tap: Tap?
    if let ray {
      if camera != nil || screenPoint != nil {
        faults.add(
          .tapAmbiguous, at: value, "A tap with a ready ray takes no camera and no screenPoint: the ray replaces both.")
      }
      tap = rayTap(ray)
    } else {
      let camera = camera.map { self.sharedCamera($0) } ?? shared
      if let screenPoint {
        tap = screenTap(screenPoint, camera, incompleteAt: value)
      } else {
        faults.add(.tapIncomplete, at: value, "A tap needs a screenPoint with a camera, or a ready ray.")
      }
    }
    guard var tap, let pointing else { return draft }
    if let sigma {
      guard let sigma else { return draft }
      // Of rays it comes in mrad.
      tap.pointingSigma = tap.view == nil ? sigma * 1e-3 : sigma
    }
    tap.pointing = pointing
    draft.tap = tap
    return draft
  }

  private mutating func rayTap(_ value: JSONValue) -> Tap? {
    guard let members = Members<RayMember>(value, &faults) else { return nil }
    let origin = members[.origin].map { self.position($0) }
    let direction = members[.direction].map {
      numbers($0, in: Bounds.any, form: "[x, y, z]") as InlineArray<3, Double>?
    }
    if origin == nil { faults.missing("origin", in: value) }
    guard let direction, let place = members[.direction] else {
      faults.missing("direction", in: value)
      return nil
    }
    guard let d = direction else { return nil }
    guard d[0] != 0 || d[1] != 0 || d[2] != 0 else {
      faults.add(.rayZero, at: place, "The direction has no length.")
      return nil
    }
    guard case .some(.some(let origin)) = origin,
      let sight = Sight(origin: origin, direction: Vector3(d[0], d[1], d[2]))
    else { return nil }
    return Tap(sight: sight)
  }

  private mutating func screenTap(
    _ value: JSONValue, _ camera: SharedCamera, incompleteAt place: JSONValue
  ) -> Tap? {
    let point: InlineArray<2, Double>? = numbers(value, in: Bounds.any, form: "[x, y]")
    switch camera {
    case .faulty: return nil
    case .absent:
      faults.add(.tapIncomplete, at: place, "A screenPoint needs a camera, its own or the request's.")
      return nil
    case .unshared:
      faults.add(.tapIncomplete, at: place, "A screenPoint needs a camera of its own here.")
      return nil
    case .camera(let camera):
      guard let point else { return nil }
      let screen = Point2(point[0], point[1])
      guard let sight = Sight(through: screen, of: camera) else {
        noteOutside(value, screen, camera)
        return nil
      }
      return Tap(sight: sight, view: (camera, screen))
    }
  }

  @inline(never)
  private mutating func noteOutside(_ value: JSONValue, _ point: Point2, _ camera: Camera) {
    func size(_ width: Double, _ height: Double) -> String { "\(Self.short(width)) × \(Self.short(height))" }
    let shown = "[\(Self.short(point.x)), \(Self.short(point.y))]"
    let advice = "Screen points count in the viewport's units (points, CSS pixels), not in device pixels."
    let message =
      switch camera.optics {
      case .intrinsics(let image, nil):
        "The screen point \(shown) lies outside of the image of \(size(image.width, image.height)) pixels."
          + " Without a viewport it has to be an image pixel."
      case .intrinsics(let image, let viewport?):
        point.x >= 0 && point.y >= 0 && point.x <= viewport.width && point.y <= viewport.height
          ? "The screen point \(shown) lies in the viewport, but beside the image of"
            + " \(size(image.width, image.height)) pixels that it shows."
          : "The screen point \(shown) lies outside of the viewport of \(size(viewport.width, viewport.height))."
            + " \(advice)"
      case .projection(_, let width, let height):
        "The screen point \(shown) lies outside of the viewport of \(size(width, height)). \(advice)"
      }
    faults.add(.screenPointOutside, at: value, message)
  }
}
