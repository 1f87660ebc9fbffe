import SpanGeometry
import SpanUncertainty
import Testing

@Suite("When a triangulation is not to be relied on")
struct TriangulationGateTests {
  private let noise = Sigmas.only([:]).model

  @Test("too small a parallax: below two degrees", arguments: [(1.9, true), (2.1, false)])
  func parallax(degrees: Double, isTooSmall: Bool) throws {
    let taps = try Views.symmetric(angle: degrees * .pi / 180, range: 2, sigma: 1e-5)
    let found = try #require(Triangulation(taps, from: .zero, noise: noise))
    #expect(found.gates == (isTooSmall ? [.parallaxTooSmall] : []))
  }

  @Test("a depth known to no better than a tenth of the range", arguments: [(0.0099, false), (0.0101, true)])
  func depth(share: Double, isWeak: Bool) throws {
    // Range and depth are seen from the middle between the cameras.
    let (angle, range) = (0.2, 3.0)
    let half = angle / 2
    let sigma = 10 * share * 0.1 * Elementary.cosine(half) * 2.0.squareRoot() * Elementary.sine(half)
    let found = try #require(
      Triangulation(try Views.symmetric(angle: angle, range: range, sigma: 10 * sigma), from: .zero, noise: noise))
    #expect(near(found.depthSigma, 10 * share * range * Elementary.cosine(half), relative: 1e-9))
    #expect(found.gates == (isWeak ? [.depthWeak] : []))
  }

  @Test("a point behind its cameras")
  func cheirality() throws {
    // Spread like a fan: the lines meet 2 m behind.
    let taps = try [
      Views.ray(from: Vector3(-1, 0, 0), through: Vector3(-1.5, 0, -1), sigma: 1e-3),
      Views.ray(from: Vector3(1, 0, 0), through: Vector3(1.5, 0, -1), sigma: 1e-3),
    ]
    let found = try #require(Triangulation(taps, from: .zero, noise: noise))
    #expect((found.point.position - Vector3(0, 0, 2)).length < 1e-9)
    #expect(found.gates.contains(.cheirality))
  }

  @Test("no point at all: parallel rays, one place, one tap, none")
  func nowhere() throws {
    let a = try Views.ray(from: .zero, through: Vector3(0, 0, -1))
    let parallel = try Views.ray(from: Vector3(1, 0, 0), through: Vector3(1, 0, -1))
    let samePlace = try Views.ray(from: .zero, through: Vector3(0.3, 0, -1))
    for taps in [[a, parallel], [a, samePlace], [a, a], [a], []] {
      #expect(Triangulation(taps, from: .zero, noise: noise) == nil)
    }
  }

  @Test("one tap of five that missed the point is named", arguments: 0..<5)
  func outlier(bad: Int) throws {
    let taps = try (0..<5).map { i in
      let origin = Vector3(0.6 * Double(i) - 1.2, 1.2 + 0.2 * Double(i % 2), 0.1)
      let aim = Lookout.target + (i == bad ? Vector3(0.02, 0.09, 0) : .zero)
      return try Views.ray(from: origin, through: aim, sigma: 0.004)
    }
    let found = try #require(Triangulation(taps, from: .zero, noise: noise))
    #expect(found.pValue < 0.01 && !found.isConsistent)
    #expect(found.outlier == bad)
  }

  @Test("two taps that disagree: neither can be named")
  func two() throws {
    let taps = try [
      Views.ray(from: Vector3(-1, 0, 0), through: Vector3(0, 0.1, -2), sigma: 0.004),
      Views.ray(from: Vector3(1, 0, 0), through: Vector3(0, -0.1, -2), sigma: 0.004),
    ]
    let found = try #require(Triangulation(taps, from: .zero, noise: noise))
    // 0.2 m apart, each ray good for 4 mrad at √5 m: χ² = 0.04/(2 · 0.004² · 5).
    #expect(near(found.chiSquare, 250, relative: 0.01))
    #expect(!found.isConsistent && found.outlier == nil)
  }

  @Test("two bad taps of five: nobody is blamed when the other four still disagree")
  func twoBad() throws {
    let taps = try (0..<5).map { i in
      let shift = [Vector3.zero, Vector3(0, 0.3, 0), .zero, Vector3(0, -0.4, 0.1), .zero][i]
      return try Views.ray(
        from: Vector3(0.6 * Double(i) - 1.2, 1.2, 0.1), through: Lookout.target + shift, sigma: 0.004)
    }
    let found = try #require(Triangulation(taps, from: .zero, noise: noise))
    #expect(!found.isConsistent && found.outlier == nil)
  }

  @Test(
    "p-values are those of χ² (scipy.stats.chi2.sf)",
    arguments: [
      (3.84, 1, 0.05004352124870519), (9.21, 2, 0.01000170200470548), (11.3, 3, 0.010209496433133654),
      (20, 7, 0.005569683072945574), (0.5, 5, 0.9921232932326296),
    ])
  func tail(x: Double, nu: Int, p: Double) {
    #expect(near(Distributions.chiSquaredTail(x, degreesOfFreedom: nu), p, relative: 1e-12))
  }
}
