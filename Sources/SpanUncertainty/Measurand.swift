public import SpanGeometry

/// What is measured, of points given in order.
public enum Measurand: String, CaseIterable, Sendable {
  case distance, polyline, perimeter, area, angle, height, pointToPlane, volume

  /// How many points it takes.
  public var pointCount: ClosedRange<Int> {
    switch self {
    case .distance, .height: 2...2
    case .polyline: 2...Int.max
    case .perimeter, .area: 3...Int.max
    case .angle: 3...3
    case .pointToPlane: 1...1
    case .volume: 4...Int.max
    }
  }

  public enum Unit: Sendable { case metres, squareMetres, cubicMetres, degrees }

  public var unit: Unit {
    switch self {
    case .distance, .polyline, .perimeter, .height, .pointToPlane: .metres
    case .area: .squareMetres
    case .volume: .cubicMetres
    case .angle: .degrees
    }
  }
}

extension Measurand {
  /// The power of a length in the value.
  public var scaleExponent: Int {
    switch unit {
    case .metres: 1
    case .squareMetres: 2
    case .cubicMetres: 3
    case .degrees: 0
    }
  }

  /// The bare value; nil for an angle with an arm without length, and for a `pointToPlane`, which needs its plane.
  public func value(of p: [Vector3]) -> Double? {
    switch self {
    case .distance: return (p[1] - p[0]).length
    case .polyline, .perimeter:
      return Shapes.segments(p, closed: self == .perimeter).reduce(0) { $0 + $1.length }
    case .area: return Shapes.vectorArea(p).length
    case .height: return abs(p[1].y - p[0].y)
    case .angle:
      let (u, v) = (p[0] - p[1], p[2] - p[1])
      guard u.length >= NormRule.zeroLength, v.length >= NormRule.zeroLength else { return nil }
      return Shapes.angle(u, v).degrees
    case .volume:
      let base = Array(p.dropLast())
      return abs(Shapes.vectorArea(base).dot(p[p.count - 1] - Shapes.mean(base)))
    case .pointToPlane: return nil
    }
  }
}

/// A value with its ±, in the unit of the measurand.
public struct Measured: Sendable, Equatable {
  public var value: Double
  public var uncertainty: Uncertainty
  public var components: Components?

  /// Parts of a measurement along the world's axes, each with its own ±.
  public enum Components: Sendable, Equatable {
    case distance(horizontal: Part, vertical: Part)
    /// Non-planarity: rms of the vertices off the plane of the vector area, metres.
    case area(horizontal: Part, nonPlanarity: Double)
  }

  public struct Part: Sendable, Equatable {
    public var value: Double
    /// Without a budget: the one of the whole tells where it comes from.
    public var uncertainty: Uncertainty
  }
}

/// Measures random points under one noise model and one confidence.
public struct Measurer: Sendable {
  public let noise: NoiseModel
  public let coverage: Coverage
  /// Leaves out budgets and components: what is measured is only compared.
  let isBrief: Bool

  public init(noise: NoiseModel, coverage: Coverage) { self.init(noise: noise, coverage: coverage, isBrief: false) }

  init(noise: NoiseModel, coverage: Coverage, isBrief: Bool) {
    self.noise = noise
    self.coverage = coverage
    self.isBrief = isBrief
  }

  /// - Parameters:
  ///   - indices: into `points`, in the order of the measurement; a point may occur more than once.
  ///   - surface: the plane of a `pointToPlane`.
  /// - Returns: nil for an angle with an arm without length.
  public func measure(
    _ kind: Measurand, _ indices: [Int], of points: [RandomPoint], surface: SurfaceError? = nil
  ) -> Measured? {
    let selection = Selection(points, indices)
    switch kind {
    case .distance: return distance(selection)
    case .polyline: return polyline(selection, closed: false)
    case .perimeter: return polyline(selection, closed: true)
    case .area: return area(selection)
    case .angle: return angle(selection)
    case .height: return height(selection)
    case .pointToPlane: return surface.map { pointToPlane(selection, $0) }
    case .volume: return volume(selection)
    }
  }

  /// How far a tap is from its camera.
  public func range(_ tap: TapPropagation) -> Measured {
    let range = tap.range
    var spread = Spread()
    spread.add(range, sign: 1)
    let reliability = Reliability(kappa: range.kappa, traits: range.traits, count: 1)
    var measured = norm(range.position, spread, spread.total, reliability, exponent: 1)
    if tap.point.traits.contains(.given) { measured.uncertainty.flags.append(.assumedIndependent) }
    return measured
  }
}
