/// A camera at the moment of a tap: where it is, how it projects, and whether the tracker trusts itself.
public struct Camera: Equatable, Sendable {
  /// Intrinsics: the sensor pose. Projection: the display pose. Looks along its own −Z, +Y is up in the image.
  public var pose: Pose
  public var optics: Optics
  public var tracking: Tracking

  public init(pose: Pose, optics: Optics, tracking: Tracking = .normal) {
    self.pose = pose
    self.optics = optics
    self.tracking = tracking
  }

  public enum Optics: Equatable, Sendable {
    /// Taps are image pixels without a viewport, viewport units with one.
    case intrinsics(Intrinsics, Viewport?)
    /// A GL projection of the displayed view; taps are viewport units.
    case projection(Projection, width: Double, height: Double)
  }

  /// What the tracker says of itself.
  public enum Tracking: CaseIterable, Equatable, Sendable {
    case normal
    /// Usable with wider pose errors.
    case limited
    /// `notAvailable`, or still relocalising: the pose means nothing.
    case unavailable
  }
}

/// A pinhole camera's numbers, in pixels of the captured image.
public struct Intrinsics: Equatable, Sendable {
  public var focal: Point2
  public var principalPoint: Point2
  public var width: Double
  public var height: Double
  /// Where the principal point counts from; screen points always count from the image corner.
  public var principalPointOrigin: PrincipalPointOrigin

  public init(
    focal: Point2, principalPoint: Point2, width: Double, height: Double,
    principalPointOrigin: PrincipalPointOrigin = .pixelCorner
  ) {
    self.focal = focal
    self.principalPoint = principalPoint
    self.width = width
    self.height = height
    self.principalPointOrigin = principalPointOrigin
  }

  public enum PrincipalPointOrigin: Sendable {
    case pixelCorner
    /// ARKit: pixel (0, 0) has its centre at (0, 0), so half a pixel is taken off image points.
    case pixelCenter
  }
}

/// The part of the screen that shows the camera image, and how the image fills it.
public struct Viewport: Equatable, Sendable {
  /// Points or CSS pixels.
  public var width: Double
  public var height: Double
  public var rotation: Rotation
  public var scaling: Scaling

  public init(width: Double, height: Double, rotation: Rotation = .none, scaling: Scaling = .fill) {
    self.width = width
    self.height = height
    self.rotation = rotation
    self.scaling = scaling
  }

  /// The clockwise turn that brings the captured image upright.
  public enum Rotation: Int, Sendable {
    case none = 0
    case quarter = 90
    case half = 180
    case threeQuarters = 270
  }

  public enum Scaling: Sendable { case fill, fit }
}

/// The elements of a GL projection matrix (column-major) that aim a ray: P₀, P₄, P₅, P₈, P₉.
public struct Projection: Equatable, Sendable {
  public var p0: Double
  public var p4: Double
  public var p5: Double
  public var p8: Double
  public var p9: Double

  public init(p0: Double, p4: Double, p5: Double, p8: Double, p9: Double) {
    self.p0 = p0
    self.p4 = p4
    self.p5 = p5
    self.p8 = p8
    self.p9 = p9
  }
}
