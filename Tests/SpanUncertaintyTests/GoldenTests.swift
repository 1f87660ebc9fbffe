import SpanGeometry
import SpanUncertainty
import Testing

/// A scene with the numbers that an independent implementation of the model finds in it.
struct Golden: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let scene: Scene
  let expected: [Expected]
  let confidence: Double
  /// Of a `pointToPlane`.
  let plane: Int

  init(_ name: String, _ scene: Scene, _ expected: [Expected], confidence: Double = 0.95, plane: Int = 0) {
    testDescription = name
    self.scene = scene
    self.expected = expected
    self.confidence = confidence
    self.plane = plane
  }

  struct Expected: Sendable {
    let kind: CoverageKind
    let names: [Int]
    var numbers: [(name: String, value: Double?)]
    var budget: [Source: Double]

    init(
      _ kind: CoverageKind, _ names: [Int], value: Double? = nil, standard: Double? = nil, expanded: Double? = nil,
      low: Double? = nil, high: Double? = nil, factor: Double? = nil, degreesOfFreedom: Double? = nil,
      kappa: Double? = nil, budget: [Source: Double] = [:]
    ) {
      self.kind = kind
      self.names = names
      numbers = [
        ("value", value), ("standard", standard), ("expanded", expanded), ("low", low), ("high", high),
        ("factor", factor), ("degrees of freedom", degreesOfFreedom), ("kappa", kappa),
      ]
      self.budget = budget
    }
  }

  /// The nearest rigid pose to a column-major matrix.
  static func pose(_ m: [Double]) -> Pose {
    do { return try Pose(columnMajor: InlineArray { m[$0] }) } catch { preconditionFailure("\(error)") }
  }
}

@Suite("Numbers of an independent calculation")
struct GoldenTests {
  @Test("hold to 1e-6", arguments: Golden.taps + Golden.surfaces + Golden.walks + Golden.points)
  func holds(_ golden: Golden) throws {
    let measurer = Measurer(noise: golden.scene.sigmas.model, coverage: Coverage(confidence: golden.confidence))
    let located = try #require(golden.scene.located(measurer))
    let taps = try #require(located.all)
    let points =
      taps
      + golden.scene.given.map {
        RandomPoint(given: $0.position, covariance: $0.covariance, noise: measurer.noise)
      }
    for expected in golden.expected {
      let measured: Measured
      if let kind = expected.kind.measurand {
        let surface =
          kind == .pointToPlane
          ? located.survey.surface(ofPlane: golden.plane, range: located.hits[0]?.distance ?? 0) : nil
        measured = try #require(measurer.measure(kind, expected.names, of: points, surface: surface))
      } else {
        measured = measurer.range(try #require(located.propagations[0]))
      }
      let range = measured.uncertainty
      let found: [Double?] = [
        measured.value, range.standard, range.expanded, range.low, range.high, range.coverageFactor,
        range.degreesOfFreedom, range.kappa,
      ]
      for (expected, found) in zip(expected.numbers, found) {
        guard let value = expected.value else { continue }
        // Fixture poses carry nine digits and values ten.
        #expect(near(found ?? .nan, value, relative: 1e-6, absolute: 1e-9), "\(expected.name)")
      }
      for (source, standard) in expected.budget {
        let line = range.budget.first { $0.source == source }
        #expect(near(line?.standard ?? .nan, standard, relative: 1e-6, absolute: 1e-12), "\(source)")
      }
      if !expected.budget.isEmpty { #expect(range.budget.count == expected.budget.count) }
    }
  }
}
