internal import SpanGeometry

// Measurands that are the length of one vector: distance, area, and the chord of an angle.

extension Measurer {
  func distance(_ selection: Selection) -> Measured {
    let p = selection.positions
    let delta = p[1] - p[0]
    var measured = norm(selection, delta, maps: [-1 * .identity, .identity], exponent: 1)
    measured.components = .distance(
      horizontal: Vector3(delta.x, 0, delta.z).length, vertical: abs(delta.y))
    return measured
  }

  func area(_ selection: Selection) -> Measured {
    let ring = selection.positions
    let n = Shapes.vectorArea(ring)
    let maps = Self.vectorAreaMaps(ring)
    var measured = norm(selection, n, maps: maps, exponent: 2)
    measured.components = .area(horizontal: abs(n.y))
    return measured
  }

  /// ∂N/∂pᵢ = −½ [pᵢ₊₁ − pᵢ₋₁]×.
  static func vectorAreaMaps(_ ring: [Vector3]) -> [Matrix3] {
    ring.indices.map { i in
      let next = ring[i + 1 == ring.count ? 0 : i + 1]
      let previous = ring[i == 0 ? ring.count - 1 : i - 1]
      return Matrix3(cross: -0.5 * (next - previous))
    }
  }

  /// |Δ| with Δ = Σ Mᵢ pᵢ. `exponent`: of the scale in the value, 1 for lengths, 2 for areas, 0 for pure numbers.
  func norm(_ selection: Selection, _ delta: Vector3, maps: [Matrix3], exponent: Double) -> Measured {
    let spread = selection.spread(maps)
    let rule = NormRule(delta, covariance: spread.total, coverage: coverage)
    let scaleTerm = exponent * rule.length * noise.scale
    let budget = Budget(
      spread, along: rule.direction, scaleTerm: scaleTerm, scaleIsDefaulted: !noise.isGiven(.scale))
    var uncertainty = Uncertainty(
      budget, standard: (budget.total + rule.secondOrderVariance).squareRoot(), kappa: selection.kappa, coverage)
    uncertainty.bound(
      value: rule.length, bias: rule.bias, holdsZero: rule.isIndistinguishableFromZero, selection.flags)
    return Measured(value: rule.length, uncertainty: uncertainty)
  }
}

extension Uncertainty {
  /// Everything but the ends of the range.
  init(_ budget: Budget, standard: Double, kappa: Double, _ coverage: Coverage) {
    let nu = budget.degreesOfFreedom
    let k = coverage.factor(degreesOfFreedom: nu)
    self.init(
      standard: standard, expanded: k * standard, low: 0, high: nil, coverage: coverage.confidence,
      coverageFactor: k, degreesOfFreedom: nu.isFinite ? nu : nil, kappa: kappa, budget: budget.lines(), flags: [])
  }

  /// Fills in the ends of the range and the flags.
  mutating func bound(value: Double, bias: Double = 0, holdsZero: Bool = false, _ pointFlags: [Flag]) {
    let interval = Interval(
      value: value, expanded: expanded, factor: coverageFactor, kappa: kappa, bias: bias, holdsZero: holdsZero)
    (low, high) = (interval.low, interval.high)
    flags = kappa > Flag.grazingKappa ? [.grazing] : []
    if high == nil { flags.append(.unbounded) }
    if holdsZero { flags.append(.indistinguishableFromZero) }
    flags += pointFlags
  }
}
