import SpanGeometry
import SpanUncertainty

/// A true scene: what a client would send if it knew everything exactly.
struct Scene: Sendable {
  var aims: [Aim]
  var surfaces: [Surface] = []
  var features: [Vector3] = []
  var given: [GivenPoint] = []
  var targets: [Target] = [.existingPlaneGeometry, .estimatedPlane]
  var snap = SnapOptions.off
  var sigmas: Sigmas

  struct Aim: Sendable {
    var eye: Eye
    var pointing = Pointing.finger
    /// Screen units, or radians for a ray.
    var sigma: Double?
  }

  enum Eye: Sendable {
    case camera(Camera, Point2)
    case ray(origin: Vector3, direction: Vector3)

    var origin: Vector3 {
      switch self {
      case .camera(let camera, _): camera.pose.position
      case .ray(let origin, _): origin
      }
    }

    var tracking: Camera.Tracking {
      if case .camera(let camera, _) = self { camera.tracking } else { .normal }
    }
  }

  struct Surface: Sendable {
    var pose: Pose
    var ring: [Point2]?
    var kind = Plane.Kind.existing
    var sigma = PlaneSigma()
    /// Of the true ring: q of the model, local x and z.
    var support: Point2 { ring.flatMap { Outline(ring: $0)?.centroid } ?? Point2(0, 0) }

    var plane: Plane {
      let extent = ring.map { Outline(ring: $0).map(Plane.Extent.outline) ?? .degenerate }
      return Plane(pose: pose, kind: kind, extent: extent ?? .unbounded(center: Point2(0, 0)))
    }

    static func square(_ half: Double) -> [Point2] {
      [Point2(-half, -half), Point2(half, -half), Point2(half, half), Point2(-half, half)]
    }

    /// Level, facing up.
    static func floor(height: Double = 0, at center: Point2 = Point2(0, 0), half: Double = 8) -> Surface {
      Surface(
        pose: Pose(rotation: .identity, position: Vector3(center.x, height, center.y)), ring: square(half))
    }
  }
}

extension Outline {
  init?(ring: [Point2]) {
    var work = 1_000_000
    self.init(ring: ring, work: &work)
  }
}

/// What the taps of a scene became.
struct Located {
  var survey: Survey
  var hits: [Hit?]
  var snaps: [Snap?] = []
  /// A tap that missed keeps its place.
  var points: [RandomPoint?]
  var propagations: [TapPropagation?]

  var all: [RandomPoint]? {
    let found = points.compactMap { $0 }
    return found.count == points.count ? found : nil
  }
}

extension Scene {
  func survey(_ measurer: Measurer) -> Survey {
    Survey(
      raycast: Raycast(planes: surfaces.map(\.plane), featurePoints: features, targets: targets),
      planeSigmas: surfaces.map(\.sigma), given: given, snap: snap, measurer: measurer)
  }

  var measurer: Measurer { Measurer(noise: sigmas.model, coverage: Coverage()) }

  /// nil: a tap lies outside its view.
  func located(_ measurer: Measurer? = nil) -> Located? {
    var taps: [Tap] = []
    taps.reserveCapacity(aims.count)
    for aim in aims {
      let sight: Sight? =
        switch aim.eye {
        case .camera(let camera, let screen): Sight(through: screen, of: camera)
        case .ray(let origin, let direction): Sight(origin: origin, direction: direction)
        }
      guard let sight else { return nil }
      taps.append(Tap(sight: sight, pointing: aim.pointing, pointingSigma: aim.sigma))
    }
    let survey = survey(measurer ?? self.measurer)
    var result = Located(survey: survey, hits: [], points: [], propagations: [])
    for tap in survey.locate(taps) {
      if case .hit(let hit, let snap, let propagation) = tap.outcome {
        result.hits.append(hit)
        result.snaps.append(snap)
        result.points.append(propagation.point)
        result.propagations.append(propagation)
      } else {
        result.hits.append(nil)
        result.snaps.append(nil)
        result.points.append(nil)
        result.propagations.append(nil)
      }
    }
    return result
  }
}
