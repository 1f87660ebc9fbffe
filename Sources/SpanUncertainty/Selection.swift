internal import SpanGeometry

/// The points of one measurement: the order they are named in, and which of them are the same variable.
struct Selection {
  let points: [RandomPoint]
  /// Into ``points``, for each name of the measurement.
  let order: [Int]

  /// Keeps only the points that occur, each once.
  init(_ all: [RandomPoint], _ indices: [Int]) {
    if indices.count <= 4 {
      // The common case without a dictionary.
      var distinct: [Int] = []
      order = indices.map { index in
        if let known = distinct.firstIndex(of: index) { return known }
        distinct.append(index)
        return distinct.count - 1
      }
      points = distinct.map { all[$0] }
      return
    }
    var places: [Int: Int] = [:]
    var distinct: [RandomPoint] = []
    order = indices.map { index in
      if let known = places[index] { return known }
      places[index] = distinct.count
      distinct.append(all[index])
      return distinct.count - 1
    }
    points = distinct
  }

  var positions: [Vector3] { order.map { points[$0].position } }

  /// κ of a measurement: the largest of its hits.
  var kappa: Double { points.reduce(0) { max($0, $1.kappa) } }

  /// Spread of Σ Mᵢ pᵢ with one matrix per name; the matrices of a repeated point are summed first.
  func spread(_ maps: [Matrix3]) -> Spread {
    var sums = [Matrix3](repeating: .zero, count: points.count)
    for (place, m) in zip(order, maps) { sums[place] += m }
    var spread = Spread()
    for (point, m) in zip(points, sums) { spread.add(point, m) }
    return spread
  }

  /// Spread of the difference of two points, or of one point.
  func spread(signs: [Double]) -> Spread {
    var sums = [Double](repeating: 0, count: points.count)
    for (place, sign) in zip(order, signs) { sums[place] += sign }
    var spread = Spread()
    for (point, sign) in zip(points, sums) where sign != 0 { spread.add(point, sign: sign) }
    return spread
  }

  /// Spread of the scalar with these gradients, in the x component.
  func spread(gradients: [Vector3]) -> Spread {
    var sums = [Vector3](repeating: .zero, count: points.count)
    for (place, gradient) in zip(order, gradients) { sums[place] += gradient }
    var spread = Spread()
    for (place, gradient) in sums.enumerated() { spread.add(points[place], gradient: gradient) }
    return spread
  }

  /// Flags that follow from the points, κ aside.
  var flags: [Flag] {
    let traits = points.reduce(RandomPoint.Traits()) { $0.union($1.traits) }
    let given = points.count { $0.traits.contains(.given) }
    var flags: [Flag] = []
    if traits.contains(.estimatedPlane) { flags.append(.estimatedPlane) }
    if traits.contains(.trackingLimited) { flags.append(.trackingLimited) }
    if given > 0, points.count > 1 { flags.append(.assumedIndependent) }
    if traits.contains(.assumedSigma) { flags.append(.assumedPointSigma) }
    return flags
  }
}
