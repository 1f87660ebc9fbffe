import SpanGeometry
import SpanUncertainty
import Testing

/// The analytic derivatives of hits against central differences: the inputs are disturbed one variable at a time and
/// the rays are cast again. Per source the covariance of a random linear combination of all taps must agree to 1e-6,
/// so that signs and sharing between taps count as well.
@Suite("Jacobians against central differences")
struct JacobianTests {
  @Test("of every source, for every kind of camera, surface and snap", arguments: JacobianScenes.named)
  func named(_ example: JacobianScenes.Named) throws {
    try check(example.scene, seed: 17)
    let located = try #require(example.scene.located())
    switch located.snaps[0]?.feature {
    case .edge(let edge): #expect(example.snap == (edge.isCorner ? .corner : .edge))
    default: #expect(example.snap == .none)
    }
    #expect(located.snaps.dropFirst().allSatisfy { $0 == nil })
  }

  @Test("of every source, for random scenes", arguments: Array(1...40) as [UInt64])
  func random(_ seed: UInt64) throws {
    var generator = SceneGenerator(seed: seed)
    try check(generator.next(seed % 2 == 0 ? .distance : .perimeter).scene, seed: seed)
  }

  private func check(_ scene: Scene, seed: UInt64) throws {
    var random = Random(seed)
    let located = try #require(scene.located())
    let points = try #require(located.all)
    let ranges = located.propagations.compactMap { $0?.range }
    let responses = try #require(Response.all(of: scene))
    let maps = points.map { _ in random.matrix() }
    var spread = Spread()
    for (point, m) in zip(points, maps) { spread.add(point, m) }
    for source in Source.allCases where ![.definition, .prior, .scale].contains(source) {
      let ofSource = responses.filter { $0.source == source }
      let expected = ofSource.reduce(Matrix3.zero) { sum, response in
        let moved = zip(maps, response.points).reduce(Vector3.zero) { $0 + $1.0 * $1.1 }
        return sum + Matrix3(outer: moved, moved)
      }
      #expect(near(spread[source], expected, relative: 1e-6), "\(source), seed \(seed)")
      for (i, range) in ranges.enumerated() {
        let expected = ofSource.reduce(Matrix3.zero) { $0 + Matrix3(outer: $1.ranges[i], $1.ranges[i]) }
        var spread = Spread()
        spread.add(range, .identity)
        #expect(near(spread[source], expected, relative: 1e-6), "range \(i), \(source), seed \(seed)")
      }
    }
    // κ² = Var(n·r)/(n·r)²
    for (i, hit) in located.hits.enumerated() {
      guard let hit, case .plane = hit.surface, let r = scene.aims[i].eye.direction else { continue }
      let variance = responses.reduce(0) { $0 + $1.denominators[i] * $1.denominators[i] }
      let denominator = hit.normal.dot(r)
      #expect(near(points[i].kappa, variance.squareRoot() / abs(denominator), relative: 1e-6), "κ, seed \(seed)")
    }
  }

  @Test("definition is isotropic on every tap, and a given point keeps its covariance")
  func ownErrors() throws {
    var scene = JacobianScenes.pair(.ray)
    scene.sigmas = .only([.definition: 0.004])
    scene.aims[0].sigma = 0
    let point = try #require(scene.located()?.points[0])
    #expect(near(point.covariance, 1.6e-5 * .identity, relative: 1e-12))
    let covariance = Matrix3(columns: Vector3(4e-6, 1e-6, 0), Vector3(1e-6, 2e-6, 0), Vector3(0, 0, 9e-6))
    let given = RandomPoint(given: .zero, covariance: covariance, noise: scene.sigmas.model)
    #expect(near(given.covariance, covariance + 1.6e-5 * .identity, relative: 1e-12))
    // Without one: the profile's plane offset on each axis.
    let assumed = RandomPoint(given: .zero, covariance: nil, noise: Sigmas(profile: "arkit").model)
    #expect(near(assumed.covariance, (0.010 * 0.010 + 0.003 * 0.003) * .identity, relative: 1e-12))
  }
}
