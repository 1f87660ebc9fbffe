internal import SpanGeometry

/// The points of one measurement: the order they are named in, and which of them are the same variable.
struct Selection {
  private let all: [RandomPoint]
  /// Where in ``all`` the points are, each once.
  private let places: [Int]
  /// The point, by its number here, for each name of the measurement.
  let order: [Int]

  init(_ all: [RandomPoint], _ indices: [Int]) {
    self.all = all
    let numbering = Numbering(indices)
    (places, order) = (numbering.distinct, numbering.numbers)
  }

  /// How many different points there are.
  var count: Int { places.count }

  /// The points by number.
  subscript(number: Int) -> RandomPoint {
    _read { yield all[places[number]] }
  }

  /// Of the points in the order of the names.
  var positions: [Vector3] { order.map { self[$0].position } }

  var reliability: Reliability {
    var (kappa, traits) = (0.0, RandomPoint.Traits())
    for place in places {
      kappa = max(kappa, all[place].kappa)
      traits.formUnion(all[place].traits)
    }
    return Reliability(kappa: kappa, traits: traits, count: count)
  }

  /// Spread of Σ Mᵢ pᵢ with one matrix per name; the matrices of a repeated point are summed first.
  func spread(_ maps: [Matrix3]) -> Spread {
    var sums = [Matrix3](repeating: .zero, count: count)
    for (number, m) in zip(order, maps) { sums[number] += m }
    var spread = Spread()
    for number in sums.indices { spread.add(self[number], sums[number]) }
    return spread
  }

  /// Spread of the second point less the first.
  var spreadOfDifference: Spread { spreadOfDifference(from: order[0], to: order[1]) }

  /// Spread of one point less another, by number.
  func spreadOfDifference(from: Int, to: Int) -> Spread {
    var spread = Spread()
    guard from != to else { return spread }
    spread.add(self[from], sign: -1)
    spread.add(self[to], sign: 1)
    return spread
  }

  /// Spread of the scalar with these gradients, in the x component.
  func spread(gradients: [Vector3]) -> Spread {
    var sums = [Vector3](repeating: .zero, count: count)
    for (number, gradient) in zip(order, gradients) { sums[number] += gradient }
    var spread = Spread()
    for number in sums.indices { spread.add(self[number], gradient: sums[number]) }
    return spread
  }
}
