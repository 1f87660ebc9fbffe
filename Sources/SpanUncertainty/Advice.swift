internal import SpanGeometry

/// What would shrink a ± most: the source that weighs most, one step against it, and the ± it would give, computed by
/// measuring again as if the step had been taken.
public struct Advice: Sendable, Equatable {
  /// The line of the budget with the largest share.
  public let source: Source
  /// nil: none of the steps known would help.
  public let step: Step?
  /// The expanded uncertainty after the step; before it, if there is none. nil: still unbounded.
  public let expanded: Double?

  public enum Step: Sendable, Equatable {
    /// Aim with the loupe instead of the finger.
    case loupe
    /// Tap from nearer and steeper: metres from the surface, degrees off its normal.
    case view(distance: Double, incidenceDegrees: Double)
    /// Tap everything from one place.
    case onePlace
    /// Measure a known length first; its relative uncertainty is ``Reference/floor``.
    case reference
    /// Tap again from this many metres to the side.
    case secondView(aside: Double)
    /// Measure again: the anchors have been moved since.
    case again
  }

  /// A step that takes off less than this part of the ± is not worth a sentence.
  static let worthwhile = 0.05
}

/// A point of a measurement with what it would take to tap it anew.
public enum AdvisablePoint: Sendable {
  /// Given, or snapped onto a given point.
  case fixed(RandomPoint)
  case tapped(HitPropagation, RandomPoint)
  case snapped(HitPropagation, SnappedEdge, RandomPoint)

  public var point: RandomPoint {
    switch self {
    case .fixed(let point), .tapped(_, let point), .snapped(_, _, let point): point
    }
  }

  /// The tap behind it.
  fileprivate var tap: HitPropagation? {
    switch self {
    case .fixed: nil
    case .tapped(let tap, _), .snapped(let tap, _, _): tap
    }
  }
}

extension TapPropagation {
  public var advisable: AdvisablePoint {
    if let unsnapped { return .tapped(unsnapped, point) }
    return onEdge.map { .snapped($0.hit, $0.edge, point) } ?? .fixed(point)
  }
}

extension Measurer {
  /// What would shrink the ± of a measurement most.
  /// - Parameters:
  ///   - indices: into `points`, in the order of the measurement.
  ///   - surface: the plane of a `pointToPlane`.
  public func advice(
    on measured: Measured, _ kind: Measurand, _ indices: [Int], of points: [AdvisablePoint],
    surface: SurfaceError? = nil
  ) -> Advice? {
    Adviser(
      measurer: Measurer(noise: noise, coverage: coverage, isBrief: true), points: points,
      remeasure: { measurer, points in
        measurer.measure(kind, indices, of: points, surface: surface)
      }
    ).advice(on: measured)
  }
}

/// Plays the steps through.
struct Adviser {
  let measurer: Measurer
  let points: [AdvisablePoint]
  /// Measures the same thing of other points under another noise model.
  let remeasure: (Measurer, [RandomPoint]) -> Measured?

  func advice(on measured: Measured) -> Advice? {
    guard let dominant = measured.uncertainty.budget.max(by: { $0.share < $1.share })?.source else { return nil }
    let before = measured.uncertainty
    for kind in kinds(against: dominant) {
      guard let step = step(kind), let after = outcome(of: step)?.uncertainty else { continue }
      let isBounded = after.high != nil && before.high == nil
      guard isBounded || after.expanded < (1 - Advice.worthwhile) * before.expanded else { continue }
      return Advice(source: dominant, step: step, expanded: after.expanded)
    }
    return Advice(source: dominant, step: nil, expanded: before.expanded)
  }

  private enum Kind { case loupe, view, onePlace, reference, secondView, again }

  /// The kinds of steps worth a try, the likeliest first.
  private func kinds(against source: Source) -> [Kind] {
    switch source {
    case .tap: [.loupe, .view, .secondView]
    case .posePosition, .poseRotation, .jitter, .intrinsics, .plane, .surface: [.view, .secondView]
    case .drift: [.onePlace, .view]
    case .scale: [.reference]
    case .anchorCorrection: [.again]
    case .boundary, .definition, .prior, .independent, .shared: []
    }
  }

  private static let nearest = 0.4  // m, about where a phone still focuses
  private static let steep = (30.0).radians
  /// Of the range, to the side: enough parallax for a second view.
  private static let asideShare = 0.25

  /// The step of a kind, sized for these points; nil when there is nothing to gain by it.
  private func step(_ kind: Kind) -> Advice.Step? {
    var (farthest, flattest, aimsByFinger) = (0.0, 0.0, false)
    for point in points {
      guard let tap = point.tap else { continue }
      farthest = max(farthest, tap.hit.distance)
      flattest = max(flattest, tap.hit.incidence)
      let errors = tap.errors
      aimsByFinger = aimsByFinger || (errors.pointing == .finger && errors.pointingSigma == nil)
    }
    switch kind {
    case .reference: return .reference
    case .onePlace: return .onePlace
    case .again: return .again
    case .loupe: return aimsByFinger ? .loupe : nil
    case .secondView: return farthest > 0 ? .secondView(aside: Self.asideShare * farthest) : nil
    case .view:
      // Half as far and half as flat as the worst tap.
      guard farthest > Self.nearest || flattest > Self.steep else { return nil }
      return .view(
        distance: min(farthest, max(Self.nearest, farthest / 2)),
        incidenceDegrees: min(flattest, max(Self.steep, flattest / 2)).degrees)
    }
  }

  // MARK: Playing through

  private func outcome(of step: Advice.Step) -> Measured? {
    switch step {
    case .reference:
      let noise = measurer.noise.replacing(scale: Reference.floor)
      return remeasure(Measurer(noise: noise, coverage: measurer.coverage, isBrief: true), points.map(\.point))
    case .again: return remeasure(measurer, points.map(\.point.uncorrected))
    case .loupe: return retapped { $0.errors.pointing == .finger ? $0.again(pointing: .loupe) : $0 }
    case .onePlace: return retapped { $0.again(displacement: .zero) }
    case .view(let distance, let incidence):
      return retapped { $0.nearer(distance, incidence: incidence.radians) ?? $0 }
    case .secondView(let aside):
      return remeasure(
        measurer,
        points.map { point in
          guard case .tapped(let tap, let before) = point else { return point.point }
          return tap.withSecondView(aside) ?? before
        })
    }
  }

  private func retapped(_ tapAgain: (HitPropagation) -> HitPropagation) -> Measured? {
    remeasure(
      measurer,
      points.map { point in
        switch point {
        case .fixed(let point): point
        case .tapped(let tap, _): tapAgain(tap).point
        case .snapped(let tap, let edge, _): edge.point(tappedBy: tapAgain(tap))
        }
      })
  }
}

extension HitPropagation {
  /// The same tap with something changed.
  fileprivate func again(
    sight: Sight? = nil, hit: Hit? = nil, pointing: Pointing? = nil, displacement: Vector3? = nil
  ) -> HitPropagation {
    HitPropagation(
      sight: sight ?? errors.sight, hit: hit ?? self.hit, surface: surface, pointing: pointing ?? errors.pointing,
      pointingSigma: errors.pointingSigma, displacement: displacement ?? errors.displacement, noise: noise)
  }

  /// The same spot from a place above it: on the arc from the present line of sight to the normal.
  fileprivate func nearer(_ distance: Double, incidence: Double) -> HitPropagation? {
    let up = hit.facesFront ? hit.normal : -hit.normal
    var away = -hit.rayDirection
    if surface != nil, hit.incidence > incidence, let flat = away.rejected(from: up).normalized {
      away = cosine(incidence) * up + sine(incidence) * flat
    }
    var moved = hit
    moved.distance = min(hit.distance, distance)
    let sight = errors.sight.moved(to: hit.position + moved.distance * away, aimedAt: hit.position)
    guard let sight else { return nil }
    moved.rayDirection = sight.ray.direction
    return again(sight: sight, hit: moved)
  }

  /// The same spot triangulated with one more tap from the side, its plane still known.
  fileprivate func withSecondView(_ aside: Double) -> RandomPoint? {
    let side = hit.rayDirection.cross(.unitY).normalized ?? .unitX
    let origin = errors.sight.ray.origin
    guard let sight = errors.sight.moved(to: origin + aside * side, aimedAt: hit.position) else { return nil }
    let taps = [errors.sight, sight].map {
      Tap(sight: $0, pointing: errors.pointing, pointingSigma: errors.pointingSigma)
    }
    return Triangulation(taps, from: origin - errors.displacement, prior: surface, noise: noise)?.point
  }
}
