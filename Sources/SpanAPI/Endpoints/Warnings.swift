internal import SpanGeometry
internal import SpanUncertainty

// What an answer warns of, in words.

extension PlaneSet {
  var warnings: [Warning] { warnings { "/planes/\($0)" } }

  /// Outlines that do not count, or count in a way that may surprise.
  /// - Parameter pointer: to a plane by its place.
  func warnings(at pointer: (Int) -> String) -> [Warning] {
    var warnings: [Warning] = []
    for index in planes.indices {
      switch planes[index].extent {
      case .degenerate:
        warnings.append(
          Warning(
            .polygonDegenerate,
            "The outline of plane \"\(ids[index])\" has no area (fewer than three distinct vertices, or all on one"
              + " line); the plane is ignored.", pointer: pointer(index)))
      case .outline(let outline) where outline.crossesItself:
        warnings.append(
          Warning(
            .polygonSelfIntersecting,
            "The outline of plane \"\(ids[index])\" crosses itself; inside is what the even-odd rule says.",
            pointer: pointer(index) + "/polygon"))
      case .outline, .unbounded: break
      }
    }
    return warnings
  }
}

extension Warning {
  /// - Parameters:
  ///   - notices: for each tap.
  ///   - isShorthand: the only tap has no list around it, and the camera stands beside it.
  static func list(_ notices: [[TapNotice]], isShorthand: Bool) -> [Warning] {
    notices.enumerated().flatMap { index, notices in
      notices.map { isShorthand ? $0.warning(tap: "", camera: "/camera") : $0.warning(tap: "/taps/\(index)") }
    }
  }
}

extension Warning {
  /// Taps of one point whose tracker was not at its best.
  /// - Parameter pointer: to their list; each brings its own camera.
  static func ofTracking(_ taps: [Tap], pointer: String) -> [Warning] {
    taps.enumerated().compactMap { index, tap in
      let place = "\(pointer)/\(index)"
      switch tap.sight.tracking {
      case .normal: return nil
      case .limited: return TapNotice.trackingLimited.warning(tap: place, camera: "\(place)/camera")
      case .unavailable:
        return Warning(
          .trackingUnavailable, "The tracker had no pose for this tap; it is left out.",
          pointer: "\(place)/camera/tracking")
      }
    }
  }

  /// Triangulated points that are not to be relied on.
  /// - Parameter inputs: what they came from, one for each.
  static func list(_ points: [KnownPoint], of inputs: [PointInput]) -> [Warning] {
    points.indices.compactMap { index in
      guard case .triangulated(let found) = points[index], case .seen(let taps) = inputs[index].origin else {
        return nil
      }
      let pointer = "/points/\(index)/taps"
      guard let found else {
        return Warning(
          .triangulationWeak, "The lines of sight are parallel or start in one place; they meet nowhere in particular.",
          pointer: pointer)
      }
      if let warning = inconsistent(found, taps, pointer: pointer) { return warning }
      guard let gate = found.gates.first else { return nil }
      return Warning(.triangulationWeak, gate.message, pointer: pointer)
    }
  }

  /// Lines of sight that miss each other by more than their errors explain; nil: they do not.
  /// - Parameters:
  ///   - taps: all that were sent, also those that had no pose.
  ///   - pointer: to their list.
  static func inconsistent(_ found: Triangulation, _ taps: [Tap], pointer: String) -> Warning? {
    guard !found.isConsistent else { return nil }
    let usable = taps.indices.filter { taps[$0].sight.tracking != .unavailable }
    let blame =
      found.outlier.map { "Tap \(usable[$0] + 1) of the point does not fit the others." }
      ?? "The taps of the point do not agree, and no single one is to blame."
    return Warning(.triangulationInconsistent, blame, pointer: pointer)
  }
}

extension Warning {
  /// - Parameter pointer: to the names of the ring.
  static func selfIntersecting(_ kind: Measurand, pointer: String) -> Warning {
    let effect =
      kind == .perimeter ? "this is the length of its edges all the same" : "parts of it count against each other"
    return Warning(
      .ringSelfIntersecting, "The ring crosses itself in this order of its points; \(effect).", pointer: pointer)
  }
}

extension Triangulation.Gate {
  fileprivate var message: String {
    switch self {
    case .parallaxTooSmall: "The lines of sight are almost parallel; tap again from farther to the side."
    case .depthWeak: "The depth is known to no better than a tenth of the range; tap again from farther to the side."
    case .cheirality: "The point lies behind one of its cameras; is the pose local to world?"
    }
  }
}

extension TapNotice {
  /// - Parameters:
  ///   - tap: the pointer to the tap.
  ///   - camera: the pointer to its camera; nil when that may be its own or the one of the request.
  func warning(tap: String, camera: String? = nil) -> Warning {
    switch self {
    case .trackingLimited:
      Warning(
        .trackingLimited, "Tracking was limited when this was tapped: the pose errors are tripled.",
        pointer: camera.map { $0 + "/tracking" } ?? tap)
    case .farHit(let distance):
      Warning(
        .hitFar,
        "The hit is \(distance.tenths) m away; beyond \(TapNotice.farDistance.tenths) m small errors of the pose weigh much.",
        pointer: tap)
    case .grazingEstimate(let degrees):
      Warning(
        .estimatedPlaneGrazing,
        "An estimated plane was met \(degrees.tenths)° off its normal: its guessed tilt weighs much here.", pointer: tap
      )
    case .poseLooksLikeViewMatrix:
      Warning(
        .poseLooksLikeViewMatrix,
        "The tap misses, but with the inverted pose it would hit: is this a view matrix (world to camera)? The pose is"
          + " local to world.", pointer: camera.map { $0 + "/pose" } ?? tap)
    }
  }
}

extension Miss {
  /// The reason for people.
  /// - Parameters:
  ///   - planeIDs: by index.
  ///   - targets: that were tried.
  func message(planeIDs: [String], targets: [Target]) -> String {
    let tried = targets.map { "\($0.name)" }.joined(separator: ", ")
    let reason =
      switch self {
      case .nothingToHit: "no surface of these kinds is known"
      case .behind: "every surface lies behind the ray or parallel to it"
      case .misaligned(let plane):
        "the nearest plane ahead, \"\(planeIDs[plane])\", has another alignment than asked for"
      case .outsideOutline(let plane, let distance):
        "the ray meets the nearest plane ahead, \"\(planeIDs[plane])\", \(distance.millimetres) outside its outline"
      case .noFeatures: "no feature point is close enough to the ray, and no plane fits those around it"
      }
    return "Nothing was hit (tried \(tried)): \(reason)."
  }
}

extension Double {
  /// With one decimal, for messages.
  fileprivate var tenths: String {
    let text = "\((self * 10).rounded() / 10)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  /// To the millimetre, in metres, for messages; less than half of one is named as such.
  fileprivate var millimetres: String {
    self < 0.0005 ? "less than 1 mm" : "\((self * 1000).rounded() / 1000) m"
  }
}
