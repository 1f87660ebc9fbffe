internal import SpanGeometry

// Measurands that are the length of one vector: distance, area, and the chord of an angle.

extension Measurer {
  func distance(_ selection: Selection) -> Measured {
    let delta = selection[selection.order[1]].position - selection[selection.order[0]].position
    let spread = selection.spreadOfDifference
    let covariance = spread.total
    let reliability = selection.reliability
    let components =
      isBrief
      ? nil
      : Measured.Components.distance(
        horizontal: part(delta, spread, covariance, reliability, Self.level, exponent: 1),
        vertical: part(delta, spread, covariance, reliability, Self.upright, exponent: 1))
    return norm(delta, spread, covariance, reliability, exponent: 1, components)
  }

  func area(_ selection: Selection) -> Measured {
    let ring = selection.positions
    let n = Shapes.vectorArea(ring)
    let spread = selection.spread(Self.vectorAreaMaps(ring))
    let covariance = spread.total
    let reliability = selection.reliability
    let components =
      isBrief
      ? nil
      : Measured.Components.area(
        horizontal: part(n, spread, covariance, reliability, Self.upright, exponent: 2),
        nonPlanarity: Shapes.nonPlanarity(of: ring, along: n))
    return norm(n, spread, covariance, reliability, exponent: 2, components)
  }

  /// ∂N/∂pᵢ = −½ [pᵢ₊₁ − pᵢ₋₁]×.
  static func vectorAreaMaps(_ ring: [Vector3]) -> [Matrix3] {
    ring.indices.map { i in
      let next = ring[i + 1 == ring.count ? 0 : i + 1]
      let previous = ring[i == 0 ? ring.count - 1 : i - 1]
      return Matrix3(cross: -0.5 * (next - previous))
    }
  }

  /// Projectors onto the level plane and the vertical.
  private static let level = Matrix3(diagonal: Vector3(1, 0, 1))
  private static let upright = Matrix3(diagonal: Vector3(0, 1, 0))

  /// The same rule in a subspace. The budget along a direction in it is that of the whole spread.
  private func part(
    _ delta: Vector3, _ spread: Spread, _ covariance: Matrix3, _ reliability: Reliability, _ projector: Matrix3,
    exponent: Double
  ) -> Measured.Part {
    let brief = Measurer(noise: noise, coverage: coverage, isBrief: true)
    let measured = brief.norm(
      projector * delta, spread, projector * covariance * projector, reliability, exponent: exponent)
    return Measured.Part(value: measured.value, uncertainty: measured.uncertainty)
  }

  /// |Δ| for a Δ of this spread and covariance. `exponent`: of the scale in the value, 1 for lengths, 2 for areas, 0 for pure
  /// numbers. `components`: whatever parts of the value are told beside it.
  func norm(
    _ delta: Vector3, _ spread: Spread, _ covariance: Matrix3, _ reliability: Reliability, exponent: Double,
    _ components: Measured.Components? = nil
  ) -> Measured {
    let rule = NormRule(delta, covariance: covariance, coverage: coverage)
    let scaleTerm = exponent * rule.length * noise.scale
    let budget = Budget(
      spread, along: rule.direction, scaleTerm: scaleTerm, scaleIsDefaulted: !noise.isGiven(.scale))
    var uncertainty = uncertainty(
      budget, standard: (budget.total + rule.secondOrderVariance).squareRoot(), kappa: reliability.kappa)
    uncertainty.bound(
      value: rule.length, bias: rule.bias, holdsZero: rule.isIndistinguishableFromZero, reliability.flags)
    return Measured(value: rule.length, uncertainty: uncertainty, components: components)
  }

  /// Everything but the ends of the range.
  func uncertainty(_ budget: Budget, standard: Double, kappa: Double) -> Uncertainty {
    let nu = budget.degreesOfFreedom
    let k = coverage.factor(degreesOfFreedom: nu)
    return Uncertainty(
      standard: standard, expanded: k * standard, low: 0, high: nil, coverage: coverage.confidence,
      coverageFactor: k, degreesOfFreedom: nu.isFinite ? nu : nil, kappa: kappa,
      budget: isBrief ? [] : budget.lines(), flags: [])
  }
}

extension Uncertainty {
  /// Fills in the ends of the range and the flags.
  mutating func bound(value: Double, bias: Double = 0, holdsZero: Bool = false, _ pointFlags: [Flag]) {
    let interval = Interval(
      value: value, expanded: expanded, factor: coverageFactor, kappa: kappa, bias: bias, holdsZero: holdsZero)
    (low, high) = (interval.low, interval.high)
    if kappa > Flag.grazingKappa { flags.append(.grazing) }
    if high == nil { flags.append(.unbounded) }
    if holdsZero { flags.append(.indistinguishableFromZero) }
    if flags.isEmpty { flags = pointFlags } else { flags += pointFlags }
  }
}
