import SpanGeometry
import SpanUncertainty
import Testing

@Suite("Ranges by simulation")
struct MonteCarloTests {
  /// Taps on a floor from one camera, deep below it or almost level with it.
  private static func scene(depression: Double, taps: [Point2], sigmas: Sigmas = Sigmas(profile: "arkit")) -> Scene {
    let rig = Rig(form: .viewport(.quarter, .fill, pixelsPerUnit: 2), view: Point2(390, 844), focal: 700)
    let pose = Pose.looking(from: Vector3(0, 1.4, 0), yaw: 0.2, depression: depression)
    return Scene(
      aims: taps.map { Scene.Aim(eye: rig.aim(pose, at: $0), pointing: .crosshair) },
      surfaces: [.floor(half: 400)], sigmas: sigmas)
  }

  private static let pair = [Point2(0.2, 0.5), Point2(0.8, 0.55)]
  private static let ring = [Point2(0.2, 0.35), Point2(0.8, 0.4), Point2(0.75, 0.65), Point2(0.3, 0.6)]

  /// The first order, and its simulation.
  private static func simulate(
    _ scene: Scene, _ kind: Measurand, seed: UInt64 = 1, mostDraws: Int = 400_000
  ) throws -> (first: Measured, simulated: Measured) {
    let located = try #require(scene.located())
    let points = try zip(located.propagations, located.points).map { propagation, point in
      AdvisablePoint.tapped(try #require(propagation?.unsnapped), try #require(point))
    }
    let indices = Array(points.indices)
    let surface = kind == .pointToPlane ? located.survey.surface(ofPlane: 0, range: 2) : nil
    let first = try #require(
      scene.measurer.measure(kind, indices, of: points.map(\.point), surface: surface))
    let simulated = MonteCarlo(scene.measurer, kind, indices, of: points, surface: surface)
      .refine(first, mostDraws: mostDraws, seed: seed)
    return (first, simulated)
  }

  @Test("the same seed gives the same figures, another seed others")
  func seeded() throws {
    let scene = Self.scene(depression: 0.9, taps: Self.pair)
    let (a, b) = (try Self.simulate(scene, .distance).simulated, try Self.simulate(scene, .distance).simulated)
    #expect(a == b)
    let c = try Self.simulate(scene, .distance, seed: 2).simulated
    #expect(c.uncertainty.standard != a.uncertainty.standard)
    #expect(near(c.uncertainty.standard, a.uncertainty.standard, relative: 0.03))
  }

  @Test(
    "where first order holds both agree",
    arguments: [Measurand.distance, .polyline, .perimeter, .area, .angle, .volume, .pointToPlane])
  func agree(_ kind: Measurand) throws {
    let taps: [Point2] =
      switch kind {
      case .distance: Self.pair
      case .pointToPlane: [Self.pair[0]]
      case .angle: Array(Self.ring[0...2])
      default: Self.ring
      }
    var scene = Self.scene(depression: 0.9, taps: taps)
    if kind == .pointToPlane || kind == .volume {
      // Something with a height: the last tap goes to a table.
      scene.surfaces.append(.floor(height: 0.5, at: Point2(2, -2), half: 0.3))
      scene.aims[scene.aims.count - 1].eye = .ray(origin: Vector3(0, 1.4, 0), direction: Vector3(2, -0.9, -2))
    }
    let (first, simulated) = try Self.simulate(scene, kind)
    #expect(first.uncertainty.kappa < 0.05)
    #expect(near(simulated.uncertainty.standard, first.uncertainty.standard, relative: 0.02))
    #expect(simulated.value == first.value)
    #expect(simulated.uncertainty.budget == first.uncertainty.budget)
    // Central 95 % of a nearly normal value.
    #expect(near(simulated.uncertainty.coverageFactor, 1.96, relative: 0.02))
  }

  @Test("at a κ of 0.3 the range is wider above than below, and wider than first order says")
  func lopsided() throws {
    let scene = Self.scene(depression: 0.018, taps: [Point2(0.5, 0.5), Point2(0.5, 0.9)])
    let (first, simulated) = try Self.simulate(scene, .distance)
    #expect((0.2...0.45).contains(first.uncertainty.kappa), "κ = \(first.uncertainty.kappa)")
    let high = try #require(simulated.uncertainty.high)
    #expect(high - simulated.value > 1.5 * (simulated.value - simulated.uncertainty.low))
    #expect(high - simulated.uncertainty.low > 2 * 1.96 * first.uncertainty.standard)
  }

  @Test("it stops when the figures have settled, in whole batches, and never beyond what it may take")
  func adaptive() throws {
    let scene = Self.scene(depression: 0.9, taps: Self.pair)
    let settled = try #require(try Self.simulate(scene, .distance).simulated.uncertainty.draws)
    #expect(settled.isMultiple(of: 10_000) && (20_000..<400_000).contains(settled))
    let bent = Self.scene(depression: 0.018, taps: [Point2(0.5, 0.5), Point2(0.5, 0.9)])
    #expect(try Self.simulate(bent, .distance, mostDraws: 30_000).simulated.uncertainty.draws ?? 0 <= 30_000)
    // Two batches are the fewest that say how far they differ.
    #expect(try Self.simulate(bent, .distance, mostDraws: 0).simulated.uncertainty.draws == 20_000)
  }

  @Test("a surface that rays may miss altogether leaves no upper bound")
  func unbounded() throws {
    let scene = Self.scene(depression: 0.006, taps: [Point2(0.5, 0.5), Point2(0.5, 0.9)])
    let simulated = try Self.simulate(scene, .distance).simulated.uncertainty
    #expect(simulated.high == nil && simulated.flags.contains(.unbounded))
    #expect(simulated.low >= 0)
  }

  @Test("points that are one variable have no distance, in every draw")
  func onePoint() throws {
    let scene = Self.scene(depression: 0.9, taps: [Self.pair[0]])
    let located = try #require(scene.located())
    let point = AdvisablePoint.tapped(
      try #require(located.propagations[0]?.unsnapped), try #require(located.points[0]))
    let first = try #require(scene.measurer.measure(.distance, [0, 0], of: [point.point]))
    let simulated = MonteCarlo(scene.measurer, .distance, [0, 0], of: [point])
      .refine(first, mostDraws: 20_000, seed: 3).uncertainty
    #expect(simulated.standard == 0 && simulated.low == 0 && simulated.high == 0)
  }

  @Test("given points are drawn from their covariance", arguments: [0.95, 0.8])
  func given(confidence: Double) throws {
    let noise = Sigmas.only([:]).model
    let measurer = Measurer(noise: noise, coverage: Coverage(confidence: confidence))
    let points = [Vector3.zero, Vector3(1, 0, 0)].map {
      AdvisablePoint.fixed(
        RandomPoint(given: $0, covariance: Matrix3(diagonal: Vector3(0.0002, 0.0001, 0.0001)), noise: noise))
    }
    let first = try #require(measurer.measure(.distance, [0, 1], of: points.map(\.point)))
    let u = MonteCarlo(measurer, .distance, [0, 1], of: points).refine(first, mostDraws: 500_000, seed: 5).uncertainty
    // σ = 0.02 along; across, √(1 + y²) adds 0.0002 on average.
    #expect(near(u.standard, 0.02, relative: 0.01))
    // Φ⁻¹(0.975), Φ⁻¹(0.9)
    let z = confidence == 0.95 ? 1.959963984540054 : 1.2815515655446004
    #expect(near(u.high ?? .nan, 1.0002 + 0.02 * z, absolute: 0.0005))
    #expect(near(u.low, 1.0002 - 0.02 * z, absolute: 0.0005))
  }
}
