import SpanUncertainty
import Testing

@Suite("Repeated measurements combined")
struct CombinationTests {
  /// Worked out in numpy and scipy: weights 1/u², u² = Σ(wᵢuᵢ)² + u_s², ν by Welch–Satterthwaite (50 where none is
  /// given and for the shared part), k = t(ν).
  struct Case: Sendable {
    var values: [Combination.Value]
    var shared: Double
    var confidence: Double
    var expected: (value: Double, standard: Double, nu: Double, factor: Double, low: Double, high: Double)
  }

  private static let shelf = [
    Combination.Value(value: 1.802, standard: 0.006),
    Combination.Value(value: 1.795, standard: 0.004, degreesOfFreedom: 8),
    Combination.Value(value: 1.797, standard: 0.009),
  ]

  static let cases: [Case] = [
    Case(
      values: shelf, shared: 0.0126, confidence: 0.95,
      expected: (
        1.7971353383458646, 0.012980922960338977, 55.820218873484315, 2.003383104832291, 1.7711295766019919,
        1.8231411000897373
      )),
    Case(
      values: shelf, shared: 0, confidence: 0.95,
      expected: (
        1.7971353383458646, 0.0031215958902868325, 20.78210452732431, 2.0809423028911773, 1.7906394774052354,
        1.8036311992864937
      )),
    Case(
      values: [
        Combination.Value(value: 0.52, standard: 0.01),
        Combination.Value(value: 0.53, standard: 0.02, degreesOfFreedom: 12),
        Combination.Value(value: 0.515, standard: 0.005, degreesOfFreedom: 1e9),
        Combination.Value(value: 0.51, standard: 0.03, degreesOfFreedom: 3),
      ], shared: 0.002, confidence: 0.99,
      expected: (
        0.5165284974093264, 0.004759500997051334, 760.2528206821808, 2.582311606967763, 0.5042379827412661,
        0.5288190120773867
      )),
  ]

  @Test("weights, shared part, degrees of freedom and range", arguments: cases)
  func combined(_ c: Case) throws {
    let result = try #require(
      Combination(c.values, shared: c.shared, coverage: Coverage(confidence: c.confidence)).result)
    #expect(near(result.value, c.expected.value, relative: 1e-12))
    #expect(near(result.uncertainty.standard, c.expected.standard, relative: 1e-12))
    #expect(near(result.uncertainty.degreesOfFreedom ?? .infinity, c.expected.nu, relative: 1e-10))
    #expect(near(result.uncertainty.coverageFactor, c.expected.factor, relative: 1e-10))
    #expect(near(result.uncertainty.low, c.expected.low, relative: 1e-10))
    #expect(near(result.uncertainty.high ?? .infinity, c.expected.high, relative: 1e-10))
    #expect(near(result.uncertainty.budget.reduce(0) { $0 + $1.share }, 1))
    #expect(result.uncertainty.budget.map(\.source) == (c.shared > 0 ? [.independent, .shared] : [.independent]))
  }

  @Test("a hundred repeats shrink the independent part by ten and the shared part not at all")
  func repeats() throws {
    let values = [Combination.Value](repeating: Combination.Value(value: 2, standard: 0.01), count: 100)
    let budget = try #require(Combination(values, shared: 0.02, coverage: Coverage()).result).uncertainty.budget
    #expect(near(budget[0].standard, 0.001) && near(budget[1].standard, 0.02))
  }

  @Test("values farther apart than two u of their difference are not averaged, the worst pair first")
  func conflicts() {
    // u(x₁−x₂) = 0.005, so up to 0.010 is compatible.
    let values = [(1.0, 0.003), (1.0099, 0.004), (1.0101, 0.004), (1.05, 0.004)].map {
      Combination.Value(value: $0.0, standard: $0.1)
    }
    #expect(Combination(Array(values[0...1]), shared: 0, coverage: Coverage()).result != nil)
    let combination = Combination(values, shared: 1, coverage: Coverage())
    #expect(combination.result == nil)
    #expect(combination.conflicts.map { [$0.first, $0.second] } == [[0, 3], [1, 3], [2, 3], [0, 2]])
    #expect(near(combination.conflicts[0].excess, 0.04, relative: 1e-12))
    #expect(near(combination.conflicts[3].excess, 0.0001, relative: 1e-9))
  }

  @Test("no more than a hundred conflicts are listed")
  func manyConflicts() {
    let values = (0..<200).map { Combination.Value(value: Double($0), standard: 0.001) }
    let conflicts = Combination(values, shared: 0, coverage: Coverage()).conflicts
    #expect(conflicts.count == 100 && conflicts[0].first == 0 && conflicts[0].second == 199)
  }

  @Test("an exact value leaves the others no weight; exact ones that differ conflict")
  func exact() throws {
    func combine(_ values: [(Double, Double)], shared: Double = 0) -> Combination {
      Combination(
        values.map { Combination.Value(value: $0.0, standard: $0.1) }, shared: shared, coverage: Coverage())
    }
    let result = try #require(combine([(1, 0), (1.01, 0.01), (1, 0)], shared: 0.02).result)
    #expect(result.value == 1 && result.uncertainty.standard == 0.02)
    let sure = try #require(combine([(1, 0)]).result)
    #expect(sure.value == 1 && sure.uncertainty.standard == 0 && sure.uncertainty.budget.isEmpty)
    #expect(sure.uncertainty.low == 1 && sure.uncertainty.high == 1 && sure.uncertainty.degreesOfFreedom == nil)
    #expect(combine([(1, 0), (1.001, 0)]).result == nil)
    // 0.1 + 0.2 is not 0.3: rounding is no conflict.
    #expect(combine([(0.1 + 0.2, 0), (0.3, 0)]).result != nil)
  }

  @Test("a length has no range below zero")
  func nearZero() throws {
    let result = try #require(
      Combination([Combination.Value(value: 0.001, standard: 0.01)], shared: 0, coverage: Coverage()).result)
    #expect(result.uncertainty.low == 0)
  }
}
