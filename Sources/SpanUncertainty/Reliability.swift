/// What the points of a measurement say about its range.
struct Reliability {
  /// κ: the largest of the points' hits.
  let kappa: Double
  /// Those that follow from the points, κ aside.
  let flags: [Flag]

  /// - Parameters:
  ///   - traits: of all points.
  ///   - count: of different points.
  init(kappa: Double, traits: RandomPoint.Traits, count: Int) {
    self.kappa = kappa
    var flags: [Flag] = []
    if traits.contains(.estimatedPlane) { flags.append(.estimatedPlane) }
    if traits.contains(.trackingLimited) { flags.append(.trackingLimited) }
    if traits.contains(.given), count > 1 { flags.append(.assumedIndependent) }
    if traits.contains(.assumedSigma) { flags.append(.assumedPointSigma) }
    self.flags = flags
  }
}
