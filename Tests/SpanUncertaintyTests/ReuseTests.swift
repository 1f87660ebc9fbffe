import SpanGeometry
import SpanUncertainty
import Testing

@Suite("The same point is the same variable")
struct ReuseTests {
  static let scene: Scene = {
    var scene = IdentityTests.scene([:], taps: IdentityTests.ring)
    scene.aims = scene.aims.map { Scene.Aim(eye: $0.eye) }
    return scene
  }()

  static func located(_ profile: String = "generic") throws -> (points: [RandomPoint], measurer: Measurer) {
    var scene = scene
    scene.sigmas = Sigmas(profile: profile)
    return (try #require(scene.located()?.all), scene.measurer)
  }

  @Test("a point is exactly 0 from itself, with no ±", arguments: [Measurand.distance, .height, .polyline])
  func itself(_ kind: Measurand) throws {
    let (points, measurer) = try Self.located()
    let measured = try #require(measurer.measure(kind, [2, 2], of: points))
    #expect(measured.value == 0 && measured.uncertainty.standard == 0 && measured.uncertainty.expanded == 0)
    #expect(measured.uncertainty.low == 0 && measured.uncertainty.high == 0 && measured.uncertainty.budget.isEmpty)
  }

  @Test("two points in one place are not the same: 0 with a ±")
  func samePlace() throws {
    let noise = Sigmas(profile: "generic").model
    let points = [0, 1].map { _ in RandomPoint(given: .zero, covariance: 1e-4 * .identity, noise: noise) }
    let measured = try #require(
      Measurer(noise: noise, coverage: Coverage()).measure(.distance, [0, 1], of: points))
    #expect(measured.value == 0 && measured.uncertainty.low == 0 && measured.uncertainty.high ?? 0 > 0.01)
    #expect(measured.uncertainty.flags.contains(.indistinguishableFromZero))
  }

  @Test("there and back along one segment is twice its length, with twice its ±")
  func thereAndBack() throws {
    let (points, measurer) = try Self.located()
    let once = try #require(measurer.measure(.polyline, [0, 1], of: points))
    let twice = try #require(measurer.measure(.polyline, [0, 1, 0], of: points))
    #expect(near(twice.value, 2 * once.value))
    #expect(near(twice.uncertainty.standard, 2 * once.uncertainty.standard))
    #expect(near(twice.uncertainty.low, 2 * once.uncertainty.low))
  }

  @Test("a corner in the middle of a straight line cancels to first order")
  func straight() throws {
    let noise = Sigmas.only([:]).model
    let points = [Vector3.zero, Vector3(0.4, 0, 0), Vector3(1, 0, 0)].map {
      RandomPoint(given: $0, covariance: 1e-6 * .identity, noise: noise)
    }
    let measurer = Measurer(noise: noise, coverage: Coverage())
    let (direct, around) = try (
      #require(measurer.measure(.distance, [0, 2], of: points)),
      #require(measurer.measure(.polyline, [0, 1, 2], of: points))
    )
    #expect(near(around.uncertainty.budget[0].standard, direct.uncertainty.budget[0].standard))
  }

  @Test("a tap that snapped to a given point is that point")
  func snappedToPoint() throws {
    var scene = Self.scene
    scene.sigmas = Sigmas(profile: "arkit")
    let hit = try #require(scene.located()?.hits[1])
    let covariance = Matrix3(diagonal: Vector3(4e-6, 1e-6, 9e-6))
    scene.given = [GivenPoint(position: hit.position + Vector3(0.01, 0.005, 0), covariance: covariance)]
    scene.snap = .standard
    let located = try #require(scene.located())
    let (snapped, free) = try (#require(located.points[1]), #require(located.points[0]))
    #expect(snapped.position == scene.given[0].position)
    #expect(near(snapped.covariance, covariance + 9e-6 * .identity, relative: 1e-12))
    // A point-snapped tap's own κ does not count.
    #expect(snapped.kappa == 0 && free.kappa > 0)
    let measured = try #require(scene.measurer.measure(.distance, [0, 1], of: located.all ?? []))
    #expect(measured.uncertainty.kappa == free.kappa)
    #expect(measured.uncertainty.flags.contains(.assumedIndependent))
  }

  @Test("the range of a tap snapped to a point still knows the camera")
  func rangeToPoint() throws {
    var scene = IdentityTests.scene([.posePosition: 0.01, .jitterPosition: 0.004], taps: [Point2(0.4, 0.5)])
    let hit = try #require(scene.located()?.hits[0])
    scene.given = [GivenPoint(position: hit.position, covariance: 1e-6 * .identity)]
    scene.snap = .standard
    let propagation = try #require(scene.located()?.propagations[0])
    var spread = Spread()
    spread.add(propagation.range, .identity)
    // δ(p − c) = δp − dc
    #expect(near(spread[.posePosition], 1e-4 * .identity, relative: 1e-9))
    #expect(near(spread[.jitter], 1.6e-5 * .identity, relative: 1e-9))
    #expect(near(spread[.prior], 1e-6 * .identity, relative: 1e-9))
    #expect(spread[.plane] == .zero && spread[.tap] == .zero)
  }

  @Test("the same request gives the same bits")
  func deterministic() throws {
    for kind in [Measurand.perimeter, .area, .polyline] {
      let runs = try (0..<3).map { _ in
        let (points, measurer) = try Self.located()
        return try #require(measurer.measure(kind, [0, 1, 2, 3, 1], of: points))
      }
      #expect(runs[0] == runs[1] && runs[1] == runs[2])
    }
  }
}
