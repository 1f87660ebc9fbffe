import SpanGeometry
import SpanUncertainty
import Testing

@Suite("Noise profiles")
struct ProfileTests {
  @Test("are those of the published table", arguments: NoiseProfile.all)
  func published(_ profile: NoiseProfile) {
    for member in NoiseMember.allCases {
      #expect(profile[member] == Sigmas.published[profile.name]?[member], "\(member)")
    }
  }

  @Test("are found by name")
  func names() {
    #expect(
      Set(NoiseProfile.all.map(\.name)) == ["arkit-lidar", "arkit", "arcore-depth", "arcore", "webxr", "generic"])
    #expect(NoiseProfile.named("webxr") == .webxr)
    #expect(NoiseProfile.named("WebXR") == nil)
  }

  @Test("an override replaces one member and leaves the rest")
  func overrides() {
    let noise = NoiseModel(profile: .arkit, overrides: [.poseYawDegrees: 0.6, .boundary: 0.01])
    #expect(near(noise.poseYaw, 0.6 * .pi / 180) && near(noise.poseRollPitch, 0.2 * .pi / 180))
    #expect(noise.boundary == 0.01 && noise.scale == 0.015)
  }

  @Test("pointing", arguments: Pointing.allCases)
  func pointing(_ pointing: Pointing) {
    #expect(pointing.viewPoints == Sigmas.tap(pointing).viewPoints && pointing.angle == Sigmas.tap(pointing).angle)
  }

  static let walls: [(Scene.Surface, Double, Double)] = [
    // (plane, offset, tilt in degrees) for arkit at a range of 3 m; half-sides a give ρ = a√2: 0.5° · 2/(4√2), …
    (Scene.Surface.level(half: 1), 0.010, 0.5),
    (.level(half: 4), 0.010, 0.17677669529663687),
    (.upright(half: 1), 0.010, 0.75),
    (.upright(half: 3), 0.010, 0.35355339059327373),
    (.level(half: 4, kind: .estimated), 0.110, 5),
    (.upright(half: 1, kind: .estimated), 0.110, 5),
    (.level(half: 4, sigma: PlaneSigma(offset: 0.001, tilt: 0.002)), 0.001, 0.11459155902616464),
    (.upright(half: 4, sigma: PlaneSigma(tilt: 0.002)), 0.010, 0.11459155902616464),
  ]

  @Test(
    "walls are known worse in tilt, wide planes better, estimates the worse the farther they are hit",
    arguments: walls)
  func surfaces(_ surface: Scene.Surface, _ offset: Double, _ tiltDegrees: Double) {
    let noise = NoiseModel(profile: .arkit)
    let error = SurfaceError(surface.plane, key: 0, sigma: surface.sigma, noise: noise, range: 3)
    #expect(near(error.offset, offset, relative: 1e-14))
    #expect(near(error.tilt, tiltDegrees * .pi / 180, relative: 1e-14))
  }
}

extension Scene.Surface {
  static func level(half: Double, kind: Plane.Kind = .existing, sigma: PlaneSigma = PlaneSigma()) -> Scene.Surface {
    Scene.Surface(pose: .identity, ring: square(half), kind: kind, sigma: sigma)
  }

  /// Upright, normal towards +Z.
  static func upright(half: Double, kind: Plane.Kind = .existing, sigma: PlaneSigma = PlaneSigma()) -> Scene.Surface {
    let pose = Pose(rotation: Matrix3(columns: .unitX, .unitZ, -.unitY), position: Vector3(0, 1.2, -2.5))
    return Scene.Surface(pose: pose, ring: square(half), kind: kind, sigma: sigma)
  }
}
