/// The line of sight of one tap: the ray, and how it moves when the pixel, the lens or the pose do.
public struct Sight: Equatable, Sendable {
  public var ray: Ray
  /// r: the ray's direction before normalisation, world axes. For a camera the camera-space direction has z = −1.
  public var direction: Vector3
  public var aim: Aim
  public var tracking: Camera.Tracking

  public enum Aim: Equatable, Sendable {
    case lens(Lens)
    /// A ready ray: nothing is known of a camera.
    case ray
  }

  /// What the derivatives of a camera ray need.
  public struct Lens: Equatable, Sendable {
    /// ∂r/∂x and ∂r/∂y for camera-space direction (x, y, −1), world axes.
    public var axisX: Vector3
    public var axisY: Vector3
    /// The optical axis, unit, world axes.
    public var forward: Vector3
    /// The camera-space direction.
    public var x: Double
    public var y: Double
    /// Image pixels, or view points for a projection.
    public var focal: Point2
    /// The scale s of the viewport: 1 for a projection, nil without a viewport.
    public var viewPointsPerPixel: Double?
    /// The tapped image point in pixels from the image corner; nil for a projection.
    public var imagePoint: Point2?

    public init(
      axisX: Vector3, axisY: Vector3, forward: Vector3, x: Double, y: Double, focal: Point2,
      viewPointsPerPixel: Double?, imagePoint: Point2?
    ) {
      self.axisX = axisX
      self.axisY = axisY
      self.forward = forward
      self.x = x
      self.y = y
      self.focal = focal
      self.viewPointsPerPixel = viewPointsPerPixel
      self.imagePoint = imagePoint
    }
  }

  /// Whatever it was made from.
  public init(ray: Ray, direction: Vector3, aim: Aim, tracking: Camera.Tracking) {
    self.ray = ray
    self.direction = direction
    self.aim = aim
    self.tracking = tracking
  }

  /// A ready ray (WebXR transient input). nil: the direction has no length.
  public init?(origin: Vector3, direction: Vector3, tracking: Camera.Tracking = .normal) {
    guard let unit = direction.normalized else { return nil }
    ray = Ray(origin: origin, unitDirection: unit)
    self.direction = unit
    aim = .ray
    self.tracking = tracking
  }

  /// The sight through a point of the screen. nil: the point lies outside the view or the image.
  public init?(through screen: Point2, of camera: Camera) {
    let lens: Lens?
    switch camera.optics {
    case .intrinsics(let intrinsics, let viewport):
      lens = Lens(screen, intrinsics, viewport, camera.pose.rotation)
    case .projection(let projection, let width, let height):
      lens = Lens(screen, projection, width: width, height: height, camera.pose.rotation)
    }
    guard let lens else { return nil }
    let r = lens.x * camera.pose.rotation.x + lens.y * camera.pose.rotation.y - camera.pose.rotation.z
    ray = Ray(origin: camera.pose.position, unitDirection: r / r.length)
    direction = r
    aim = .lens(lens)
    tracking = camera.tracking
  }
}

extension Sight.Lens {
  /// Slack for points on the very rim of a view after scaling, in pixels or view units.
  private static let rim = 1e-6

  fileprivate init?(_ screen: Point2, _ intrinsics: Intrinsics, _ viewport: Viewport?, _ r: Matrix3) {
    var image = screen
    if let viewport {
      guard Self.contains(screen, viewport.width, viewport.height) else { return nil }
      image = viewport.imagePoint(under: screen, of: intrinsics)
    }
    guard Self.contains(image, intrinsics.width, intrinsics.height) else { return nil }
    let shift = intrinsics.principalPointOrigin == .pixelCenter ? 0.5 : 0
    axisX = r.x
    axisY = r.y
    forward = -r.z
    x = (image.x - shift - intrinsics.principalPoint.x) / intrinsics.focal.x
    y = -(image.y - shift - intrinsics.principalPoint.y) / intrinsics.focal.y
    focal = intrinsics.focal
    viewPointsPerPixel = viewport?.scale(for: intrinsics)
    imagePoint = image
  }

  fileprivate init?(_ screen: Point2, _ p: Projection, width: Double, height: Double, _ r: Matrix3) {
    guard Self.contains(screen, width, height) else { return nil }
    let (nx, ny) = (2 * screen.x / width - 1, 1 - 2 * screen.y / height)
    y = (ny + p.p9) / p.p5
    x = (nx + p.p8 - p.p4 * y) / p.p0
    axisX = r.x
    axisY = r.y - (p.p4 / p.p0) * r.x
    forward = -r.z
    focal = Point2(p.p0 * width / 2, p.p5 * height / 2)
    viewPointsPerPixel = 1
    imagePoint = nil
  }

  private static func contains(_ point: Point2, _ width: Double, _ height: Double) -> Bool {
    point.x >= -rim && point.x <= width + rim && point.y >= -rim && point.y <= height + rim
  }
}
