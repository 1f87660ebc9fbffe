/// A plane fitted to the feature points around a ray: MSAC for the choice of points, then principal components.
///
/// Torr & Zisserman, "MLESAC: A new robust estimator…", 2000 (MSAC cost: squared distance, capped).
public struct PlaneFit: Equatable, Sendable {
  /// The mean of the points used.
  public let centroid: Vector3
  /// Unit, towards the ray's origin.
  public let normal: Vector3
  /// Points used.
  public let count: Int
  /// Root mean square distance of the points from the plane, metres.
  public let rms: Double
  /// The second singular value of the centred points, metres: how firmly they hold the tilt.
  public let secondSingularValue: Double

  /// Half-angles of the cone around the ray in which features count; the wide one when the narrow one holds no plane.
  static let coneHalfAngles = (narrow: (5.0).radians, wide: (10.0).radians)
  static let minimumCount = 8
  /// A fit is refused when its rms exceeds this, metres, or this part of the range.
  static let largestRMS = 0.01
  static let largestRelativeRMS = 0.01
  /// Points in a line hold no plane: the second singular value must be at least this part of the first.
  static let smallestSingularRatio = 0.1
  /// 128 triples find a plane that holds 30 % of the points with 97 % probability.
  static let trials = 128
  /// Trials are scored on at most this many points, and a plane is fitted to at most so many: more would hold it no
  /// better, and these bound the work of one tap.
  static let scoredPoints = 256
  static let fittedPoints = 2048

  /// The plane under `ray`; nil when the features hold none, or none of the wanted alignment.
  /// - Parameter hierarchy: of the features; nil: all of them are looked at.
  public static func around(
    _ ray: Ray, features: [Vector3], hierarchy: PointHierarchy? = nil, accepts: (Vector3) -> Bool
  ) -> PlaneFit? {
    func fit(_ points: [Vector3]) -> PlaneFit? {
      guard points.count >= minimumCount, let fit = PlaneFit(points, seenFrom: ray), accepts(fit.normal) else {
        return nil
      }
      return fit
    }
    if let hierarchy {
      func sample(_ halfAngle: Double) -> [Vector3] {
        hierarchy.sample(of: Cone(around: ray, halfAngle: halfAngle), atMost: fittedPoints)
      }
      return fit(sample(coneHalfAngles.narrow)) ?? fit(sample(coneHalfAngles.wide))
    }
    let cones = EvenSample.inCones(around: ray, features)
    return fit(cones.narrow) ?? fit(cones.wide)
  }

  private init?(_ points: [Vector3], seenFrom ray: Ray) {
    let range = points.reduce(0) { $0 + ($1 - ray.origin).dot(ray.direction) } / Double(points.count)
    let tolerance = max(Self.largestRMS, Self.largestRelativeRMS * range)
    guard var plane = Self.bestSample(of: points, tolerance: tolerance) else { return nil }
    var components: Components?
    // Once to leave the sample behind, once more with the points that the refit gathered.
    for _ in 0..<2 {
      let inliers = points.filter { abs(($0 - plane.point).dot(plane.normal)) <= tolerance }
      guard inliers.count >= Self.minimumCount else { return nil }
      let found = Components(inliers)
      components = found
      plane = (found.mean, found.axes.vectors.z)
    }
    guard let components else { return nil }
    let singular = components.axes.values
    let (first, second) = (max(0, singular.x).squareRoot(), max(0, singular.y).squareRoot())
    rms = (max(0, singular.z) / Double(components.count)).squareRoot()
    guard rms <= tolerance, second >= Self.smallestSingularRatio * first, second > 0 else { return nil }
    centroid = plane.point
    normal = plane.normal.dot(ray.direction) > 0 ? -plane.normal : plane.normal
    count = components.count
    secondSingularValue = second
  }

  private struct Components {
    let mean: Vector3
    let count: Int
    /// Of the scatter Σ(p − mean)(p − mean)ᵀ: squares of the singular values.
    let axes: SymmetricEigen

    init(_ points: [Vector3]) {
      count = points.count
      let mean = points.reduce(.zero, +) / Double(max(1, points.count))
      self.mean = mean
      axes = SymmetricEigen(points.reduce(Matrix3.zero) { $0 + Matrix3(outer: $1 - mean, $1 - mean) })
    }
  }

  private static func bestSample(
    of points: [Vector3], tolerance: Double
  ) -> (point: Vector3, normal: Vector3)? {
    let step = (points.count + scoredPoints - 1) / scoredPoints
    let scored = stride(from: 0, to: points.count, by: step).map { points[$0] }
    // A fixed seed: the same features give the same plane.
    var random = SplitMix64(seed: 0x5EED)
    var best: (point: Vector3, normal: Vector3)?
    var lowestCost = Double.infinity
    for _ in 0..<trials / Trials.count {
      var trials = Trials()
      for place in 0..<Trials.count {
        let a = points[random.next(below: points.count)]
        let b = points[random.next(below: points.count)]
        let c = points[random.next(below: points.count)]
        trials.set(place, a, (b - a).cross(c - a).normalized)
      }
      let costs = trials.costs(of: scored, tolerance: tolerance)
      for place in 0..<Trials.count {
        guard let plane = trials.plane(place), costs[place] < lowestCost else { continue }
        (lowestCost, best) = (costs[place], plane)
      }
    }
    return best
  }
}

/// Planes through three points each, scored side by side.
private struct Trials {
  static let count = 4

  private var point = (x: SIMD4<Double>.zero, y: SIMD4<Double>.zero, z: SIMD4<Double>.zero)
  private var normal = (x: SIMD4<Double>.zero, y: SIMD4<Double>.zero, z: SIMD4<Double>.zero)

  /// - Parameter normal: nil: the three points are no plane's.
  mutating func set(_ place: Int, _ point: Vector3, _ normal: Vector3?) {
    let normal = normal ?? .zero
    (self.point.x[place], self.point.y[place], self.point.z[place]) = (point.x, point.y, point.z)
    (self.normal.x[place], self.normal.y[place], self.normal.z[place]) = (normal.x, normal.y, normal.z)
  }

  /// nil: three points that are no plane's.
  func plane(_ place: Int) -> (point: Vector3, normal: Vector3)? {
    let normal = Vector3(normal.x[place], normal.y[place], normal.z[place])
    return normal == .zero ? nil : (Vector3(point.x[place], point.y[place], point.z[place]), normal)
  }

  /// The squared distances of points from each plane, none above the square of the tolerance, summed.
  func costs(of points: [Vector3], tolerance: Double) -> SIMD4<Double> {
    let cap = SIMD4(repeating: tolerance * tolerance)
    var costs = SIMD4<Double>.zero
    for p in points {
      let d = (p.x - point.x) * normal.x + (p.y - point.y) * normal.y + (p.z - point.z) * normal.z
      let square = d * d
      costs += square.replacing(with: cap, where: square .> cap)
    }
    return costs
  }
}

/// Every point, or every second, fourth, … of as many as there are, so that they stay few.
private struct EvenSample {
  private let limit: Int
  private(set) var points: [Vector3] = []
  /// A power of two.
  private var step = 1
  private var seen = 0

  /// - Parameter limit: even.
  init(atMost limit: Int) { self.limit = limit }

  @inline(__always)
  mutating func add(_ point: Vector3) {
    if seen & (step - 1) == 0 { take(point) }
    seen += 1
  }

  private mutating func take(_ point: Vector3) {
    if points.count == limit {
      points = stride(from: 0, to: limit, by: 2).map { points[$0] }
      step *= 2
    }
    // With `limit` even, the first one that is too many is a multiple of the new step.
    points.append(point)
  }
}

extension EvenSample {
  /// Of the features in each cone; a feature is looked at once for both.
  static func inCones(around ray: Ray, _ features: [Vector3]) -> (narrow: [Vector3], wide: [Vector3]) {
    let narrowCosine = cosine(PlaneFit.coneHalfAngles.narrow)
    let wideCosine = cosine(PlaneFit.coneHalfAngles.wide)
    let (narrowSquare, wideSquare) = (narrowCosine * narrowCosine, wideCosine * wideCosine)
    var (narrow, wide) = (EvenSample(atMost: PlaneFit.fittedPoints), EvenSample(atMost: PlaneFit.fittedPoints))
    for feature in features {
      let offset = feature - ray.origin
      let along = offset.dot(ray.direction)
      let square = offset.lengthSquared
      guard along > 0, along * along >= wideSquare * square else { continue }
      wide.add(feature)
      if along * along >= narrowSquare * square { narrow.add(feature) }
    }
    return (narrow.points, wide.points)
  }
}
