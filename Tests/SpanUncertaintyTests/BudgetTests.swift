import SpanGeometry
import SpanUncertainty
import Testing

@Suite("Where the ± comes from")
struct BudgetTests {
  @Test("shares sum to 1 and follow the lines", arguments: CoverageKind.allCases, Array(1...3) as [UInt64])
  func shares(_ kind: CoverageKind, _ seed: UInt64) throws {
    var generator = SceneGenerator(seed: seed)
    let scene = generator.next(kind)
    let located = try #require(scene.scene.located())
    let measured = try #require(scene.measure(located, scene.scene.measurer))
    let budget = measured.uncertainty.budget
    #expect(near(budget.reduce(0) { $0 + $1.share }, 1, relative: 1e-12))
    let total = budget.reduce(0) { $0 + $1.standard * $1.standard }
    for line in budget {
      #expect(near(line.share, line.standard * line.standard / total, relative: 1e-10))
      #expect(line.standard > 0)
    }
    #expect(budget.map(\.source.rawValue) == budget.map(\.source.rawValue).sorted())
    // `standard` is the budget's total, or a little more by the second-order term.
    #expect(measured.uncertainty.standard >= total.squareRoot() * (1 - 1e-12))
    #expect(near(measured.uncertainty.expanded, measured.uncertainty.coverageFactor * measured.uncertainty.standard))
  }

  @Test(
    "Welch–Satterthwaite: u⁴/Σ(u⁴/ν), ν 8 for a profile, 50 for the client's word, ∞ for definition and boundary",
    arguments: [
      // (scale by the client, definition, prior σ) → ν; lines: scale 0.025·1 m, definition √2·d, prior √2·σ along x.
      (true, 0.0, 0.0, 50.0), (false, 0, 0, 8), (true, 0.003, 0, 52.921472000000016),
      (false, 0.003, 0.01, 14.319481140986088),
      (true, 0.003, 0.01, 82.51367198838899), (false, 0, 0.01, 13.714501605692341),
    ])
  func degreesOfFreedom(_ isGiven: Bool, _ definition: Double, _ sigma: Double, _ nu: Double) throws {
    var overrides: [NoiseMember: Double] = [.definition: definition]
    if isGiven { overrides[.scale] = 0.025 }
    let noise = NoiseModel(profile: .generic, overrides: overrides)
    let points = [Vector3.zero, .unitX].map {
      RandomPoint(given: $0, covariance: sigma * sigma * .identity, noise: noise)
    }
    let measured = try #require(
      Measurer(noise: noise, coverage: Coverage()).measure(.distance, [0, 1], of: points))
    #expect(near(measured.uncertainty.degreesOfFreedom ?? 0, nu, relative: 1e-12))
  }

  @Test("with definition alone ν is infinite and k is normal")
  func infinite() throws {
    let noise = NoiseModel(profile: .generic, overrides: [.scale: 0])
    let points = [Vector3.zero, .unitX].map { RandomPoint(given: $0, covariance: .zero, noise: noise) }
    let measured = try #require(
      Measurer(noise: noise, coverage: Coverage()).measure(.distance, [0, 1], of: points))
    #expect(measured.uncertainty.degreesOfFreedom == nil)
    // scipy.stats.norm.ppf(0.975)
    #expect(near(measured.uncertainty.coverageFactor, 1.959963984540054, relative: 1e-13))
  }

  @Test(
    "one member from the profile is enough for a line to rest on the profile",
    arguments: [
      (Source.poseRotation, [NoiseMember.poseRollPitchDegrees, .poseYawDegrees]),
      (.jitter, [.jitterPosition, .jitterRotationDegrees]), (.intrinsics, [.focal, .principalPoint]),
      (.plane, [.planeOffset, .planeTiltDegrees]), (.posePosition, [.posePosition]),
    ])
  func defaulted(_ source: Source, _ members: [NoiseMember]) throws {
    func nu(_ given: [NoiseMember]) throws -> Double {
      var scene = IdentityTests.scene([:])
      scene.aims = scene.aims.map { Scene.Aim(eye: $0.eye, sigma: 0) }
      // All others are silent, so that ν is the line's.
      scene.sigmas = .only(Dictionary(uniqueKeysWithValues: given.map { ($0, 0.1) }))
      for member in members where !given.contains(member) { scene.sigmas.overrides[member] = nil }
      let measured = try IdentityTests.measure(scene, .distance)
      #expect(measured.uncertainty.budget.map(\.source) == [source])
      return measured.uncertainty.degreesOfFreedom ?? 0
    }
    #expect(try near(nu(members), 50))
    #expect(try near(nu([]), 8))
    if members.count > 1 {
      #expect(try near(nu([members[0]]), 8))
      #expect(try near(nu([members[1]]), 8))
    }
  }
}
