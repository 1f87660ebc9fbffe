import SpanGeometry
import SpanUncertainty
import Testing

@Suite("The norm rule: the range of the length of an uncertain vector")
struct NormRuleTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let delta: Vector3
    let covariance: Matrix3
    let scale: Double
    let confidence: Double
    let standard: Double
    let factor: Double
    let low: Double
    let high: Double
    let isZero: Bool

    init(
      _ name: String, delta: Vector3, covariance: Matrix3, scale: Double, confidence: Double, standard: Double,
      factor: Double, low: Double, high: Double, isZero: Bool
    ) {
      testDescription = name
      self.delta = delta
      self.covariance = covariance
      self.scale = scale
      self.confidence = confidence
      self.standard = standard
      self.factor = factor
      self.low = low
      self.high = high
      self.isZero = isZero
    }
  }

  /// The rule of the measurement model, §4, in numpy and scipy: with S = Cov(Δ), u = Δ/d (or the eigenvector of
  /// λmax), d̃ = max(d, √λmax), H = (I − uuᵀ)/d̃: b = (tr S − uᵀSu)/(2d̃), s2² = uᵀSu + ½ tr((HS)²) + (d σ_s)²,
  /// k = t(ν), ν = 50 for both lines, U = k s2, high = d + U, low = 0 if ΔᵀS⁺Δ ≤ χ²_{m,p}, else max(0, d − b − U).
  static let cases: [Case] = [
    Case(
      "long against its spread", delta: Vector3(0.277398, -0.946746, 0.683171),
      covariance: Matrix3(
        columns: Vector3(0.00012442071480639027, 1.7599099210152225e-05, -9.668875424376222e-05),
        Vector3(1.7599099210152225e-05, 2.534683542000593e-06, -1.3421343624304669e-05),
        Vector3(-9.668875424376222e-05, -1.3421343624304669e-05, 8.033342171556985e-05)), scale: 0.02,
      confidence: 0.95, standard: 0.024299467298395456, factor: 2.006185393394842, low: 1.151170520633586,
      high: 1.2487493422617286, isZero: false),
    Case(
      "a few sigma long", delta: Vector3(0.002701, 0.046118, 0.019127),
      covariance: Matrix3(
        columns: Vector3(7.598160378581985e-05, -7.547300295853316e-05, 6.271725585263715e-05),
        Vector3(-7.547300295853316e-05, 7.72241006494296e-05, -6.033703807023884e-05),
        Vector3(6.271725585263715e-05, -6.033703807023884e-05, 5.984184972794638e-05)), scale: 0.0,
      confidence: 0.95, standard: 0.005820417535860442, factor: 2.0085591121007607, low: 0.03645064339071166,
      high: 0.06169072721782799, isZero: false),
    Case(
      "as long as its spread", delta: Vector3(-0.006416, 0.004857, 0.008902),
      covariance: Matrix3(
        columns: Vector3(1.974580772933853e-05, -1.6731689043231777e-05, -9.071738551786529e-05),
        Vector3(-1.6731689043231777e-05, 1.5073677032599987e-05, 7.653488886350755e-05),
        Vector3(-9.071738551786529e-05, 7.653488886350755e-05, 0.00046041439573479305)), scale: 0.01,
      confidence: 0.95, standard: 0.01996321873477591, factor: 2.0085554055010695, low: 0.0, high: 0.05209727710917875,
      isZero: false),
    Case(
      "much shorter than its spread", delta: Vector3(-1e-05, -7.1e-05, -7e-05),
      covariance: Matrix3(
        columns: Vector3(4.759395498323165e-05, -4.168120933779677e-05, 2.017840692488144e-05),
        Vector3(-4.168120933779677e-05, 4.4789022546955996e-05, -1.2707039449699235e-05),
        Vector3(2.017840692488144e-05, -1.2707039449699235e-05, 1.1666958238688818e-05)), scale: 0.0,
      confidence: 0.95, standard: 0.007529091469097534, factor: 2.0085591121007607, low: 0.0, high: 0.01522283006640061,
      isZero: true),
    Case(
      "no length at all", delta: Vector3(0.0, 0.0, 0.0),
      covariance: Matrix3(
        columns: Vector3(4.62170550146933e-05, 4.1880331613430616e-05, -3.240235936649166e-05),
        Vector3(4.1880331613430616e-05, 5.906439984485771e-05, -2.122761561032362e-05),
        Vector3(-3.240235936649166e-05, -2.122761561032362e-05, 2.5874230793839443e-05)), scale: 0.02,
      confidence: 0.95, standard: 0.010637862770627782, factor: 2.008559112100761, low: 0.0, high: 0.02136677620122188,
      isZero: true),
    Case(
      "along the largest axis of a thin spread", delta: Vector3(0.03, 0.0, 0.0),
      covariance: Matrix3(columns: Vector3(0.0001, 0.0, 0.0), Vector3(0.0, 1e-08, 0.0), Vector3(0.0, 0.0, 1e-08)),
      scale: 0.0,
      confidence: 0.95, standard: 0.010000000005555556, factor: 2.008559112100761, low: 0.00991407553450039,
      high: 0.05008559113216628, isZero: false),
    Case(
      "across a flat spread of rank two", delta: Vector3(0.03, 0.01, 0.0),
      covariance: Matrix3(columns: Vector3(0.0001, 0.0, 0.0), Vector3(0.0, 0.0002, 0.0), Vector3(0.0, 0.0, 0.0)),
      scale: 0.0,
      confidence: 0.95, standard: 0.01131591799192624, factor: 2.008559112100761, low: 0.00588992263005543,
      high: 0.05435146679615219, isZero: false),
    Case(
      "out of a flat spread: distinguishable however short", delta: Vector3(0.001, 0.0, 1e-06),
      covariance: Matrix3(columns: Vector3(0.0001, 0.0, 0.0), Vector3(0.0, 0.0002, 0.0), Vector3(0.0, 0.0, 0.0)),
      scale: 0.0,
      confidence: 0.95, standard: 0.014142132088201023, factor: 2.008559112100761, low: 0.0, high: 0.029405308770288605,
      isZero: false),
    Case(
      "within a line of rank one", delta: Vector3(0.015, 0.0, 0.0),
      covariance: Matrix3(columns: Vector3(0.0001, 0.0, 0.0), Vector3(0.0, 0.0, 0.0), Vector3(0.0, 0.0, 0.0)),
      scale: 0.0,
      confidence: 0.95, standard: 0.01, factor: 2.008559112100761, low: 0.0, high: 0.035085591121007606, isZero: true),
    Case(
      "just past a line of rank one", delta: Vector3(0.0197, 0.0, 0.0),
      covariance: Matrix3(columns: Vector3(0.0001, 0.0, 0.0), Vector3(0.0, 0.0, 0.0), Vector3(0.0, 0.0, 0.0)),
      scale: 0.0,
      confidence: 0.95, standard: 0.01, factor: 2.008559112100761, low: 0.0, high: 0.03978559112100761, isZero: false),
    Case(
      "just short of it", delta: Vector3(0.0195, 0.0, 0.0),
      covariance: Matrix3(columns: Vector3(0.0001, 0.0, 0.0), Vector3(0.0, 0.0, 0.0), Vector3(0.0, 0.0, 0.0)),
      scale: 0.0,
      confidence: 0.95, standard: 0.01, factor: 2.008559112100761, low: 0.0, high: 0.03958559112100761, isZero: true),
    Case(
      "68 %", delta: Vector3(0.045292, -0.026232, 0.029335),
      covariance: Matrix3(
        columns: Vector3(0.0002842408872318013, -0.00010066807660535142, 6.0219038719158136e-05),
        Vector3(-0.00010066807660535142, 3.954765124426468e-05, -2.2721901649848837e-05),
        Vector3(6.0219038719158136e-05, -2.2721901649848837e-05, 1.4820962835908042e-05)), scale: 0.01,
      confidence: 0.68, standard: 0.017154911888015583, factor: 1.0044215695734573, low: 0.042395013203663,
      high: 0.07723097446575083, isZero: false),
    Case(
      "99.9 %", delta: Vector3(-0.006685, -0.044577, -0.039601),
      covariance: Matrix3(
        columns: Vector3(8.678405496250697e-05, -6.537597278459065e-05, -5.8839149836683646e-05),
        Vector3(-6.537597278459065e-05, 4.934504066606997e-05, 4.445803962262166e-05),
        Vector3(-5.8839149836683646e-05, 4.445803962262166e-05, 4.0206235254798356e-05)), scale: 0.01,
      confidence: 0.999, standard: 0.008478309560492062, factor: 3.4938051174233165, low: 0.029492230168694445,
      high: 0.08962187262040534, isZero: false),
    Case(
      "99.9 %, as long as its spread", delta: Vector3(-0.015649, -0.008583, -0.009025),
      covariance: Matrix3(
        columns: Vector3(0.00014535786412662197, 4.032945079226715e-07, -7.980232955756305e-05),
        Vector3(4.032945079226715e-07, 2.2950565418875894e-06, 2.1620505336784135e-07),
        Vector3(-7.980232955756305e-05, 2.1620505336784135e-07, 4.4540210301183596e-05)), scale: 0.01,
      confidence: 0.999, standard: 0.00836433771669545, factor: 3.495605384700175, low: 0.0, high: 0.04923866683545669,
      isZero: false),
  ]

  @Test("against the same rule in numpy", arguments: cases)
  func rule(_ example: Case) throws {
    let noise = Sigmas.only([.scale: example.scale]).model
    let points = [
      RandomPoint(given: .zero, covariance: .zero, noise: noise),
      RandomPoint(given: example.delta, covariance: example.covariance, noise: noise),
    ]
    let measurer = Measurer(noise: noise, coverage: Coverage(confidence: example.confidence))
    let measured = try #require(measurer.measure(.distance, [0, 1], of: points))
    let range = measured.uncertainty
    #expect(near(measured.value, example.delta.length, relative: 1e-15))
    #expect(near(range.standard, example.standard, relative: 1e-10))
    #expect(near(range.coverageFactor, example.factor, relative: 1e-10))
    #expect(near(range.low, example.low, relative: 1e-9, absolute: 1e-14))
    #expect(near(range.high ?? 0, example.high, relative: 1e-10))
    #expect(range.flags.contains(.indistinguishableFromZero) == example.isZero)
    #expect(range.coverage == example.confidence && range.kappa == 0)
  }

  @Test(
    "a flat ray widens the upper end and narrows the lower, until there is no upper end",
    arguments: [
      (2.0, true), (10, true), (30, false),
    ])
  func kappa(_ depression: Double, _ isGrazing: Bool) throws {
    // One tap whose κ is σ/tan(depression): a ready ray with nothing but its own error.
    let pose = Pose.looking(from: Vector3(0, 1.5, 0), yaw: 0, depression: depression * .pi / 180)
    let eye = Scene.Eye.ray(origin: pose.position, direction: pose.rotation * -.unitZ)
    let sigma = 0.0175
    var floor = Scene.Surface.floor(half: 1)
    floor.ring = nil
    var scene = Scene(
      aims: [Scene.Aim(eye: eye, sigma: sigma)], surfaces: [floor], targets: [.existingPlaneInfinite],
      sigmas: .only([:]))
    scene.sigmas.overrides[.scale] = 0
    let located = try #require(scene.located())
    let range = scene.measurer.range(try #require(located.propagations[0]))
    let (k, u) = (range.uncertainty.coverageFactor, range.uncertainty.expanded)
    let angle = depression * .pi / 180
    let kappa = sigma * cosine(angle) / sine(angle)
    #expect(near(range.uncertainty.kappa, kappa, relative: 1e-9))
    let expectedHigh = k * kappa >= 0.95 ? nil : range.value + u / (1 - k * kappa)
    #expect((range.uncertainty.high == nil) == (expectedHigh == nil))
    if let expectedHigh { #expect(near(range.uncertainty.high ?? 0, expectedHigh, relative: 1e-9)) }
    #expect(range.uncertainty.flags.contains(.unbounded) == (depression == 2))
    #expect(range.uncertainty.flags.contains(.grazing) == isGrazing)
    #expect(range.uncertainty.low < range.value && range.uncertainty.low > range.value - u)
  }
}
