/// A length known from elsewhere, taped and measured, that tells the scale of everything else.
///
/// s = L₀/m − 1, u(s)² = (u₀/L₀)² + (u_m/m)², not below ``floor``.
public struct Reference: Sendable, Equatable {
  /// 1 + s: what lengths are multiplied by.
  public let scale: Double
  /// u(s).
  public let standard: Double

  /// No tape and no tap is trusted further than this.
  public static let floor = 0.005

  /// - Parameters:
  ///   - measured: m with u_m, metres, both as this service gave them.
  ///   - true: L₀ with u₀, metres.
  public init(measured: Double, measuredStandard: Double, true known: Double, trueStandard: Double) {
    scale = known / measured
    let (a, b) = (trueStandard / known, measuredStandard / measured)
    standard = max(Self.floor, (a * a + b * b).squareRoot())
  }
}

extension Measured {
  /// Corrects the value by the scale that a reference length told.
  /// - Parameter exponent: of the length in the value: 1 for lengths, 2 areas, 3 volumes, 0 angles.
  public mutating func scale(by scale: Double, exponent: Int) {
    guard scale != 1 else { return }
    let factor = (0..<exponent).reduce(1.0) { product, _ in product * scale }
    value *= factor
    uncertainty.scale(by: factor)
    components = components?.scaled(by: factor)
  }
}

extension Advice {
  /// The same advice after a reference length corrected the scale.
  public func scaled(by scale: Double, exponent: Int) -> Advice {
    let factor = (0..<exponent).reduce(1.0) { product, _ in product * scale }
    return Advice(source: source, step: step, expanded: expanded.map { $0 * factor })
  }
}

extension Measured.Components {
  func scaled(by factor: Double) -> Self {
    switch self {
    case .distance(let horizontal, let vertical):
      .distance(horizontal: horizontal.scaled(by: factor), vertical: vertical.scaled(by: factor))
    case .area(let horizontal, let nonPlanarity):
      .area(horizontal: horizontal.scaled(by: factor), nonPlanarity: nonPlanarity * factor.squareRoot())
    }
  }
}

extension Measured.Part {
  func scaled(by factor: Double) -> Self {
    var result = self
    result.value *= factor
    result.uncertainty.scale(by: factor)
    return result
  }
}

extension Uncertainty {
  mutating func scale(by factor: Double) {
    standard *= factor
    expanded *= factor
    low *= factor
    high = high.map { $0 * factor }
    for index in budget.indices { budget[index].standard *= factor }
  }
}
