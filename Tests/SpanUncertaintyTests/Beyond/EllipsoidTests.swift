import Foundation
import SpanGeometry
import SpanUncertainty
import Testing

/// Does the ellipsoid of a triangulated point hold the truth 95 times out of 100, where the gates let it through?
@Suite("Monte Carlo: the ellipsoid of a triangulation holds the truth")
struct EllipsoidTests {
  static let repetitions = 4000
  /// χ²₃ of 0.95 (scipy.stats.chi2.ppf).
  static let limit = 7.814727903251179

  /// A point and the places it is tapped from.
  private struct Site {
    var target: Vector3
    var cameras: [Vector3]
    var sigmas: Sigmas
    var tap: Double

    init(seed: UInt64) {
      var random = Random(seed)
      target = Vector3(random.uniform(-1, 1), random.uniform(0, 2), random.uniform(-4, -1))
      let count = random.integer(2...6)
      let spread = random.logUniform(0.15, 2)
      cameras = (0..<count).map { _ in Vector3(0, 1.4, 0.3) + random.vector(spread) }
      sigmas = Sigmas(profile: random.pick(["arkit-lidar", "arkit", "arcore", "webxr"]))
      sigmas.overrides[.definition] = 0
      tap = random.pick([0.012, 0.0038, 0.003, 0.0018])
    }

    var model: NoiseModel { sigmas.model }

    /// Undisturbed.
    func found() throws -> Triangulation? {
      Triangulation(
        try cameras.map { try Views.ray(from: $0, through: target, sigma: tap) }, from: cameras[0], noise: model)
    }

    /// With every source drawn once.
    func disturbed(_ random: inout Random) throws -> Triangulation? {
      let degree = Double.pi / 180
      let pose = random.normals(sigmas[.posePosition])
      let turn = Vector3(
        random.normal(sigmas[.poseRollPitchDegrees] * degree), random.normal(sigmas[.poseYawDegrees] * degree),
        random.normal(sigmas[.poseRollPitchDegrees] * degree))
      let along = random.normals(sigmas[.driftAlong])
      let (yaw, scale) = (random.normal(sigmas[.driftYawDegrees] * degree), random.normal(sigmas[.scale]))
      let taps = try cameras.map { camera in
        let d = camera - cameras[0]
        let jitter = random.normals(sigmas[.jitterRotationDegrees] * degree)
        let rotation = turn + yaw * d.length.squareRoot() * .unitY + jitter
        let ray = target - camera
        let across = ray.anyPerpendicular
        let aim =
          (ray.normalized ?? .unitZ) + random.normal(tap) * across
          + random.normal(tap) * (ray.normalized ?? .unitZ).cross(across)
        let drift = along.x * d + 0.4 * along.y * Vector3.unitY.cross(d) + 0.3 * along.z * d.length * .unitY
        let origin = camera + pose + drift + scale * d + random.normals(sigmas[.jitterPosition])
        return try Views.ray(from: origin, through: origin + Matrix3(rotationVector: rotation) * aim, sigma: tap)
      }
      return Triangulation(taps, from: taps[0].sight.ray.origin, noise: model)
    }
  }

  @Test("in 93 to 97 % of the draws, for every one of 60 sites")
  func coverage() async throws {
    let shares = try await withThrowingTaskGroup(of: Double?.self) { group in
      for seed in 0..<UInt64(60) {
        group.addTask { try Self.share(seed: 0x7E1E + seed) }
      }
      return try await group.reduce(into: [Double]()) { if let share = $1 { $0.append(share) } }
    }.sorted()
    func percent(_ share: Double) -> String { String(format: "%.1f", 100 * share) }
    print(
      "ellipsoids of \(shares.count) sites × \(Self.repetitions): \(percent(shares[0])) … "
        + "\(percent(shares[shares.count / 2])) … \(percent(shares[shares.count - 1])) %")
    #expect(shares.count >= 30)
    for share in shares { #expect((0.93...0.97).contains(share)) }
  }

  /// nil: the gates do not let this site through.
  private static func share(seed: UInt64) throws -> Double? {
    let site = Site(seed: seed)
    guard let found = try site.found(), found.gates.isEmpty else { return nil }
    var random = Random(seed &* 0x9E37_79B9)
    var (held, answers) = (0, 0)
    for _ in 0..<repetitions {
      guard let drawn = try site.disturbed(&random) else { continue }
      answers += 1
      let error = site.target - drawn.point.position
      if error.dot(drawn.covariance.inverted * error) <= limit { held += 1 }
    }
    return Double(held) / Double(answers)
  }
}
