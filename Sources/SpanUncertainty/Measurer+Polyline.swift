internal import SpanGeometry

extension Measurer {
  /// The length of a chain of segments; closed: back to its first point.
  ///
  /// A segment without a length has no direction in which its errors would add to those of its neighbours or cancel
  /// them: its spread comes on top.
  func polyline(_ selection: Selection, closed: Bool) -> Measured {
    let deltas = Shapes.segments(selection.positions, closed: closed)
    let chain = SegmentChain(selection, deltas, coverage)
    let length = chain.rules.reduce(0) { $0 + $1.length }
    var gradients = [Vector3](repeating: .zero, count: selection.order.count)
    var others: [(spread: Spread, direction: Vector3)] = []
    for (i, rule) in chain.rules.enumerated() {
      let next = i + 1 == gradients.count ? 0 : i + 1
      if rule.hasDirection {
        gradients[i] -= rule.direction
        gradients[next] += rule.direction
      } else {
        let spread = selection.spreadOfDifference(from: selection.order[i], to: selection.order[next])
        others.append((spread, rule.direction))
      }
    }
    let spread = selection.spread(gradients: gradients)
    let reliability = selection.reliability
    let budget = Budget(
      spread, along: .unitX, beside: others, scaleTerm: length * noise.scale, scaleIsDefaulted: !noise.isGiven(.scale))
    var uncertainty = uncertainty(
      budget, standard: (budget.total + chain.secondOrderVariance).squareRoot(), kappa: reliability.kappa)
    uncertainty.bound(value: length, bias: chain.rules.reduce(0) { $0 + $1.bias }, reliability.flags)
    return Measured(value: length, uncertainty: uncertainty)
  }
}
