public import SpanGeometry

/// Everything one request (or session) knows, ready to turn taps into points and points into measurements.
public final class Survey: Sendable {
  public let raycast: Raycast
  /// One for each plane.
  public let planeSigmas: [PlaneSigma]
  /// Points beside the taps, random variables on demand: see ``point(known:)``.
  public let points: [KnownPoint]
  public let snap: SnapOptions
  public let measurer: Measurer
  /// One for each plane, where their places are no names; hits of one key share one set of variables.
  private let planeKeys: [Int]?
  private let pointPositions: [Vector3]
  /// What a point is as a random variable, where ``points`` does not tell.
  private let variable: (@Sendable (Int) -> RandomPoint)?

  public init(
    raycast: Raycast, planeSigmas: [PlaneSigma], points: [KnownPoint], snap: SnapOptions = .standard,
    measurer: Measurer
  ) {
    self.raycast = raycast
    self.planeSigmas = planeSigmas
    planeKeys = nil
    variable = nil
    self.points = points
    self.snap = snap
    self.measurer = measurer
    // A point that was not found is out of everybody's reach.
    pointPositions = points.map { $0.position ?? Vector3(.infinity, .infinity, .infinity) }
  }

  /// Of a session.
  /// - Parameters:
  ///   - planeKeys: one for each plane; they outlive its place in the list.
  ///   - anchors: positions to snap to, world; infinitely far where there is none.
  ///   - variable: an anchor by its index as a random variable, where it is now.
  public init(
    raycast: Raycast, planeSigmas: [PlaneSigma], planeKeys: [Int], anchors: [Vector3], snap: SnapOptions,
    measurer: Measurer, variable: @escaping @Sendable (Int) -> RandomPoint
  ) {
    self.raycast = raycast
    self.planeSigmas = planeSigmas
    self.planeKeys = planeKeys
    self.snap = snap
    self.measurer = measurer
    self.variable = variable
    points = []
    pointPositions = anchors
  }

  public convenience init(
    raycast: Raycast, planeSigmas: [PlaneSigma], given: [GivenPoint] = [], snap: SnapOptions = .standard,
    measurer: Measurer
  ) {
    self.init(
      raycast: raycast, planeSigmas: planeSigmas, points: given.map(KnownPoint.given), snap: snap, measurer: measurer)
  }

  private var noise: NoiseModel { measurer.noise }

  /// All taps of one request: what their pose errors share cancels between them.
  public func locate(_ taps: [Tap]) -> [LocatedTap] {
    let start = taps.start ?? .zero
    let pointHierarchy = PointHierarchy.worthwhile(for: pointPositions, searches: taps.count)
    return taps.enumerated().map { index, tap in
      locate(tap, from: start, fittedKey: raycast.planes.count + index, pointHierarchy)
    }
  }

  /// One tap of several.
  /// - Parameters:
  ///   - start: the camera of the first of them.
  ///   - fittedKey: names the plane fitted for this tap, should there be one.
  ///   - pointHierarchy: of the points; nil: all of them are looked at.
  public func locate(
    _ tap: Tap, from start: Vector3, fittedKey: Int, _ pointHierarchy: PointHierarchy? = nil
  ) -> LocatedTap {
    guard tap.sight.tracking != .unavailable else {
      return LocatedTap(outcome: .trackingUnavailable, notices: [])
    }
    guard let hit = raycast.firstHit(tap.sight.ray) else {
      return LocatedTap(
        outcome: .missed(raycast.explainMiss(tap.sight.ray)), notices: tap.notices(hit: nil, of: raycast))
    }
    let notices = tap.notices(hit: hit, of: raycast)
    let propagation = HitPropagation(
      sight: tap.sight, hit: hit, surface: surface(of: hit, fittedKey: fittedKey), pointing: tap.pointing,
      pointingSigma: tap.pointingSigma, displacement: tap.sight.ray.origin - start, noise: noise)
    let snapped = snap.snap(
      hit.position, points: pointPositions, pointHierarchy: pointHierarchy, planes: raycast.planes,
      hierarchy: raycast.hierarchy)
    return LocatedTap(outcome: .hit(hit, snapped, propagate(propagation, snapped, hit)), notices: notices)
  }

  private func propagate(_ propagation: HitPropagation, _ snap: Snap?, _ hit: Hit) -> TapPropagation {
    guard let snap else { return TapPropagation(propagation) }
    switch snap.feature {
    case .point(let index):
      // Only a point with a position was within reach.
      guard let target = point(known: index) else { return TapPropagation(propagation) }
      return TapPropagation(propagation, snappedTo: target)
    case .edge(let edge):
      return TapPropagation(
        propagation, snappedTo: edge, at: snap.position,
        of: surface(ofPlane: edge.plane, range: hit.distance))
    }
  }

  private func surface(of hit: Hit, fittedKey: Int) -> SurfaceError? {
    switch hit.surface {
    case .plane(let index): surface(ofPlane: index, range: hit.distance)
    case .fitted(let fit): SurfaceError(fit, key: fittedKey, noise: noise)
    case .featurePoint: nil
    }
  }

  /// The plane as a random variable.
  /// - Parameter range: of the hit on it, metres; an estimated plane is the worse the farther it is hit.
  public func surface(ofPlane index: Int, range: Double) -> SurfaceError {
    SurfaceError(
      raycast.planes[index], key: planeKeys?[index] ?? index, sigma: planeSigmas[index], noise: noise, range: range)
  }

  /// A point as a random variable; nil when it was to be triangulated and could not.
  public func point(known index: Int) -> RandomPoint? {
    if let variable { return variable(index) }
    return switch points[index] {
    case .given(let point): RandomPoint(given: point.position, covariance: point.covariance, noise: noise)
    case .triangulated(let found): found?.point
    }
  }
}
