public import SpanGeometry

/// One tap: where the user aims from, and how well.
public struct Tap: Sendable {
  public var sight: Sight
  /// The camera and the screen point behind the sight; nil for a ready ray.
  public var view: (camera: Camera, screenPoint: Point2)?
  public var pointing: Pointing
  /// One sigma per axis: screen units for cameras, radians for rays; nil: by ``pointing``.
  public var pointingSigma: Double?

  public init(
    sight: Sight, view: (camera: Camera, screenPoint: Point2)? = nil, pointing: Pointing = .finger,
    pointingSigma: Double? = nil
  ) {
    self.sight = sight
    self.view = view
    self.pointing = pointing
    self.pointingSigma = pointingSigma
  }

  /// The same tap with the camera pose inverted: what a client meant who sent its view matrix.
  var withInvertedPose: Sight? {
    guard let view else { return nil }
    var camera = view.camera
    camera.pose = camera.pose.inverse
    return Sight(through: view.screenPoint, of: camera)
  }
}

/// A point the client knows already.
public struct GivenPoint: Sendable, Equatable {
  /// World, metres.
  public var position: Vector3
  /// m²; nil: not known.
  public var covariance: Matrix3?

  public init(position: Vector3, covariance: Matrix3? = nil) {
    self.position = position
    self.covariance = covariance
  }
}

extension [Tap] {
  /// Those whose tracker had a pose.
  public var usable: [Tap] { filter { $0.sight.tracking != .unavailable } }

  /// The camera that displacements count from: of the first usable tap.
  public var start: Vector3? { first { $0.sight.tracking != .unavailable }?.sight.ray.origin }
}

/// A point beside the taps of a request.
public enum KnownPoint: Sendable {
  case given(GivenPoint)
  /// Seen from several places; nil: its lines of sight meet nowhere in particular.
  indirect case triangulated(Triangulation?)

  /// World, metres.
  var position: Vector3? {
    switch self {
    case .given(let point): point.position
    case .triangulated(let found): found?.point.position
    }
  }
}

/// What became of a tap.
public struct LocatedTap: Sendable {
  public var outcome: Outcome
  public var notices: [TapNotice]

  public enum Outcome: Sendable {
    case hit(Hit, Snap?, TapPropagation)
    /// No surface under the ray.
    case missed(Miss)
    /// The tracker has no pose: nothing can be said.
    case trackingUnavailable
  }
}
