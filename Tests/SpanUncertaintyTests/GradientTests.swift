import SpanGeometry
import SpanUncertainty
import Testing

@Suite("Every measurand's gradient")
struct GradientTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let kind: Measurand
    let points: [Vector3]
    /// On each axis of each point.
    let sigmas: [Vector3]
    let value: Double
    /// First-order u.
    let first: Double

    var testDescription: String { "\(kind.rawValue) of \(points.count) points" }
  }

  /// Value and u = √Σ(∂f/∂x σ)² with derivatives by mpmath.diff (40 digits) of f as it is written: volume
  /// |N·(top − mean)|, N = ½Σ pᵢ × pᵢ₊₁; area |N|; height |Δy|; the angle by atan2, in degrees.
  static let cases: [Case] = [
    Case(
      kind: .volume,
      points: [
        Vector3(1.099, 0.01, 0.024), Vector3(0.098, -0.068, 0.932), Vector3(-0.977, -0.09, -0.093),
        Vector3(0.2, 0.9, -0.1),
      ],
      sigmas: [
        Vector3(0.0029, 0.0025, 0.0025), Vector3(0.0017, 0.001, 0.0016), Vector3(0.0031, 0.0016, 0.0021),
        Vector3(0.001, 0.0035, 0.0015),
      ],
      value: 0.932029026, first: 0.00489567811348948),
    Case(
      kind: .volume,
      points: [
        Vector3(0.988, 0.044, -0.02), Vector3(0.419, 0.112, 0.809), Vector3(-0.466, -0.019, 0.941),
        Vector3(-0.968, -0.046, 0.069), Vector3(-0.411, 0.116, -0.852), Vector3(0.2, 0.9, -0.1),
      ],
      sigmas: [
        Vector3(0.0027, 0.0015, 0.0037), Vector3(0.0029, 0.0027, 0.0021), Vector3(0.0022, 0.0017, 0.0011),
        Vector3(0.0036, 0.0024, 0.0026), Vector3(0.002, 0.0033, 0.0011), Vector3(0.0021, 0.0011, 0.0014),
      ],
      value: 1.7298346493, first: 0.005510233682878594),
    Case(
      kind: .height,
      points: [Vector3(0.934, 0.316, -0.144), Vector3(0.047, 0.746, -0.312)],
      sigmas: [Vector3(0.0028, 0.0031, 0.0021), Vector3(0.0026, 0.0033, 0.0037)],
      value: 0.43, first: 0.004527692569068708),
    Case(
      kind: .area,
      points: [Vector3(1.045, -0.029, -0.06), Vector3(-0.527, -0.006, 0.835), Vector3(-0.41, 0.017, -0.898)],
      sigmas: [Vector3(0.0018, 0.0039, 0.0023), Vector3(0.0039, 0.0025, 0.0026), Vector3(0.0037, 0.0032, 0.0027)],
      value: 1.3102731012336701, first: 0.003994365084347235),
    Case(
      kind: .area,
      points: [
        Vector3(1.068, -0.098, 0.021), Vector3(0.305, -0.04, 0.983), Vector3(-0.848, 0.002, 0.581),
        Vector3(-0.783, -0.03, -0.651), Vector3(0.221, 0.065, -0.898),
      ],
      sigmas: [
        Vector3(0.0034, 0.0032, 0.0013), Vector3(0.0037, 0.0034, 0.0036), Vector3(0.0026, 0.0037, 0.0011),
        Vector3(0.0011, 0.0011, 0.0018), Vector3(0.0017, 0.0016, 0.0027),
      ],
      value: 2.4379414325279636, first: 0.006021522166383727),
    Case(
      kind: .perimeter,
      points: [
        Vector3(-0.922, 0.181, -0.668), Vector3(0.356, -0.958, -0.379), Vector3(0.877, 0.077, 0.623),
        Vector3(0.316, 0.222, -0.617),
      ],
      sigmas: [
        Vector3(0.0027, 0.0011, 0.0034), Vector3(0.0039, 0.0036, 0.0012), Vector3(0.002, 0.002, 0.0013),
        Vector3(0.0029, 0.0034, 0.0019),
      ],
      value: 5.8764388050262415, first: 0.00788139506409499),
    Case(
      kind: .angle,
      points: [Vector3(0.726, 0.594, -0.742), Vector3(0.534, 0.765, -0.605), Vector3(0.147, 0.277, 0.219)],
      sigmas: [Vector3(0.0013, 0.003, 0.0029), Vector3(0.0035, 0.0034, 0.002), Vector3(0.0032, 0.0036, 0.0037)],
      value: 110.16710540576625, first: 0.9087203111917648),
    Case(
      kind: .angle,
      points: [Vector3(-0.677, -0.947, 0.302), Vector3(-0.571, 0.127, 0.89), Vector3(-0.241, -0.494, -0.087)],
      sigmas: [Vector3(0.003, 0.0013, 0.0021), Vector3(0.0014, 0.003, 0.0035), Vector3(0.0021, 0.0021, 0.0026)],
      value: 35.36565257442523, first: 0.17736791065783944),
  ]

  @Test("value and first-order u against mpmath", arguments: cases)
  func gradient(_ example: Case) throws {
    let noise = Sigmas.only([:]).model
    let points = zip(example.points, example.sigmas).map { position, s in
      RandomPoint(
        given: position, covariance: Matrix3(diagonal: Vector3(s.x * s.x, s.y * s.y, s.z * s.z)), noise: noise)
    }
    let measurer = Measurer(noise: noise, coverage: Coverage())
    let measured = try #require(measurer.measure(example.kind, Array(points.indices), of: points))
    #expect(near(measured.value, example.value, relative: 1e-13))
    #expect(measured.uncertainty.budget.map(\.source) == [.prior])
    #expect(near(measured.uncertainty.budget[0].standard, example.first, relative: 1e-10))
    if [.volume, .height].contains(example.kind) {
      // scipy.stats.t.ppf(0.975, 50)
      let expanded = 2.008559112100761 * example.first
      #expect(near(measured.uncertainty.expanded, expanded, relative: 1e-10))
      #expect(near(measured.uncertainty.low, example.value - expanded, relative: 1e-10))
      #expect(near(measured.uncertainty.high ?? 0, example.value + expanded, relative: 1e-10))
    }
  }

  @Test("components: horizontal and vertical parts")
  func components() throws {
    let noise = Sigmas.only([:]).model
    let points = [Vector3.zero, Vector3(3, -5, 4), Vector3(0, 1, 4)].map {
      RandomPoint(given: $0, covariance: .zero, noise: noise)
    }
    let measurer = Measurer(noise: noise, coverage: Coverage())
    guard case .distance(let horizontal, let vertical)? = measurer.measure(.distance, [0, 1], of: points)?.components,
      case .area(let flat, _)? = measurer.measure(.area, [0, 1, 2], of: points)?.components
    else {
      Issue.record("no components")
      return
    }
    #expect(horizontal.value == 5 && vertical.value == 5)
    // Of the triangle seen from above: ½ |x₁z₂ − x₂z₁| = ½ · 3 · 4.
    #expect(flat.value == 6)
  }

  @Test("an angle with an arm without length has no value")
  func noArm() {
    let noise = Sigmas.only([:]).model
    let points = [Vector3.zero, .zero, .unitX].map { RandomPoint(given: $0, covariance: nil, noise: noise) }
    let measurer = Measurer(noise: noise, coverage: Coverage())
    #expect(measurer.measure(.angle, [0, 1, 2], of: points) == nil)
    #expect(measurer.measure(.angle, [1, 2, 1], of: points)?.value == 0)
  }
}
