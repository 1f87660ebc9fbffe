internal import SpanGeometry

extension Measurer {
  /// The angle at the middle point, degrees: the norm rule on the chord between the unit arms (φ ≤ 90°), or on what
  /// the chord lacks to a straight line (above), so that both ends of the scale keep honest ranges.
  func angle(_ selection: Selection) -> Measured? {
    let p = selection.positions
    let (u, v) = (p[0] - p[1], p[2] - p[1])
    guard u.length >= NormRule.zeroLength, v.length >= NormRule.zeroLength else { return nil }
    let (a, c) = (u / u.length, v / v.length)
    let angle = Shapes.angle(u, v)
    let isAcute = angle <= .pi / 2
    let sign = isAcute ? -1.0 : 1.0
    // ∂â/∂p = (I − ââᵀ)/|u|
    let ofFirst = (sign / u.length) * (.identity - Matrix3(outer: a, a))
    let ofLast = (1 / v.length) * (.identity - Matrix3(outer: c, c))
    let spread = selection.spread([ofFirst, -1 * (ofFirst + ofLast), ofLast])
    let chord = norm(c + sign * a, spread, spread.total, selection.reliability, exponent: 0)
    return Measured(value: angle.degrees, uncertainty: chord.uncertainty.ofAngle(angle, isAcute: isAcute))
  }
}

extension Uncertainty {
  /// From chord (or lack of one) to degrees.
  fileprivate func ofAngle(_ angle: Double, isAcute: Bool) -> Uncertainty {
    func degrees(_ chord: Double) -> Double { 2 * arcSine(chord / 2).degrees }
    // dφ/dchord
    let slope = (1 / (isAcute ? cosine(angle / 2) : sine(angle / 2))).degrees
    var result = self
    result.standard = standard * slope
    result.expanded = expanded * slope
    result.budget = budget.map { BudgetLine(source: $0.source, standard: $0.standard * slope, share: $0.share) }
    if isAcute {
      (result.low, result.high) = (degrees(low), high.map(degrees))
    } else {
      (result.low, result.high) = (high.map { 180 - degrees($0) } ?? 0, 180 - degrees(low))
      result.flags = flags.map { $0 == .indistinguishableFromZero ? .indistinguishableFromStraight : $0 }
    }
    return result
  }
}
