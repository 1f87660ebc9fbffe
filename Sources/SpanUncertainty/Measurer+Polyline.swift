internal import SpanGeometry

extension Measurer {
  /// The length of a chain of segments; closed: back to its first point.
  func polyline(_ selection: Selection, closed: Bool) -> Measured {
    let deltas = Shapes.segments(selection.positions, closed: closed)
    let chain = SegmentChain(selection, deltas, coverage)
    let length = chain.rules.reduce(0) { $0 + $1.length }
    var gradients = [Vector3](repeating: .zero, count: selection.order.count)
    for (i, rule) in chain.rules.enumerated() {
      gradients[i] -= rule.direction
      gradients[i + 1 == gradients.count ? 0 : i + 1] += rule.direction
    }
    let spread = selection.spread(gradients: gradients)
    let reliability = selection.reliability
    let budget = Budget(
      spread, along: .unitX, scaleTerm: length * noise.scale, scaleIsDefaulted: !noise.isGiven(.scale))
    var uncertainty = uncertainty(
      budget, standard: (budget.total + chain.secondOrderVariance).squareRoot(), kappa: reliability.kappa)
    uncertainty.bound(value: length, bias: chain.rules.reduce(0) { $0 + $1.bias }, reliability.flags)
    return Measured(value: length, uncertainty: uncertainty)
  }
}
