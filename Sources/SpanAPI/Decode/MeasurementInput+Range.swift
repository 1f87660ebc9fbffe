internal import SpanUncertainty

private enum LimitsMember: Int, MemberSet {
  case lower, upper
  static let names = MemberNames("lower upper")
}

private enum MethodName { case firstOrder, monteCarlo }

private let methods: Choices<MethodName> = ["firstOrder": .firstOrder, "monteCarlo": .monteCarlo]

// How a measurement wants its range made and judged.

extension RequestDecoder {
  /// Seeds that are whole numbers in every client's JSON.
  private static let seeds = 0...9_007_199_254_740_991.0

  /// The tolerance interval; at least one end.
  mutating func conformityLimits(_ value: JSONValue) -> Conformity.Limits? {
    guard let members = Members<LimitsMember>(value, &faults) else { return nil }
    let lower = members[.lower].map { self.number($0, in: Bounds.limit) }
    let upper = members[.upper].map { self.number($0, in: Bounds.limit) }
    if lower == nil, upper == nil {
      faults.missing("upper", in: value, hint: "Limits have a lower end, an upper end, or both.")
      return nil
    }
    if case .some(.some(let low)) = lower, case .some(.some(let high)) = upper, low > high {
      faults.add(.numberOutOfRange, at: value, "The lower limit lies above the upper one.")
      return nil
    }
    return Conformity.Limits(lower: lower ?? nil, upper: upper ?? nil)
  }

  /// - Parameter seedValue: of the simulation; 0 without.
  mutating func method(_ value: JSONValue?, seed seedValue: JSONValue?) -> MeasurementInput.Method? {
    let seed = seedValue.map { self.number($0, in: Self.seeds) } ?? 0
    if let seedValue, let seed, seed != seed.rounded() {
      faults.add(.numberOutOfRange, at: seedValue, "\(Excerpt.describing(seedValue)) is no whole number.")
    }
    guard let value, let name = choice(value, methods) else { return nil }
    switch name {
    case .firstOrder: return .firstOrder
    case .monteCarlo: return .monteCarlo(seed: UInt64(exactly: (seed ?? 0).rounded()) ?? 0)
    }
  }

  /// Every simulated measurement needs its fewest draws out of what one request may ask for.
  mutating func checkDraws(_ inputs: [MeasurementInput], at value: JSONValue) {
    let points = inputs.simulatedPoints
    guard points * MonteCarlo.fewestDraws > MonteCarlo.budget else { return }
    faults.add(
      .tooMany, at: value,
      "\(points) points in simulated measurements are more than the"
        + " \(MonteCarlo.budget / MonteCarlo.fewestDraws) that one request may hold.")
  }
}

extension [MeasurementInput] {
  /// Names in measurements whose range is simulated.
  var simulatedPoints: Int {
    reduce(0) { sum, input in
      if case .monteCarlo = input.method { sum + input.points.count } else { sum }
    }
  }
}
