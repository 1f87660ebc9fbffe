import SpanGeometry
import SpanUncertainty
import Testing

/// What is advised is measured again here as a client would: by a scene that was changed as advised.
@Suite("Advice")
struct AdviceTests {
  private struct Judged {
    let measured: Measured
    let advice: Advice
  }

  private static func judge(_ scene: Scene, _ kind: Measurand = .distance) throws -> Judged {
    let located = try #require(scene.located())
    let points = try zip(located.propagations, located.points).map { propagation, point in
      try propagation?.unsnapped.map { AdvisablePoint.tapped($0, try #require(point)) }
        ?? AdvisablePoint.fixed(try #require(point))
    }
    let indices = Array(points.indices)
    let measured = try #require(scene.measurer.measure(kind, indices, of: points.map(\.point)))
    return Judged(
      measured: measured,
      advice: try #require(located.survey.measurer.advice(on: measured, kind, indices, of: points)))
  }

  private static let rig = Rig(form: .viewport(.none, .fill, pixelsPerUnit: 2), view: Point2(800, 600), focal: 600)

  /// Two taps on a floor, from places 1.4 m above it.
  private static func scene(
    _ sigmas: Sigmas, pointing: [Pointing] = [.finger, .finger], depression: Double = 0.9, aside: Double = 0
  ) -> Scene {
    let places = [Vector3(0, 1.4, 0), Vector3(aside, 1.4, 0)]
    return Scene(
      aims: zip(places, zip(pointing, [Point2(0.25, 0.5), Point2(0.75, 0.55)])).map { place, aim in
        Scene.Aim(
          eye: rig.aim(.looking(from: place, yaw: 0, depression: depression), at: aim.1), pointing: aim.0)
      }, surfaces: [.floor(half: 9)], sigmas: sigmas)
  }

  @Test("the loupe instead of the finger: exactly the ± of the same taps with the loupe")
  func loupe() throws {
    for pointing in [[Pointing.finger, .finger], [.finger, .mouse]] {
      let judged = try Self.judge(Self.scene(Sigmas(profile: "arkit-lidar"), pointing: pointing))
      #expect(judged.advice.source == .tap && judged.advice.step == .loupe)
      let again = pointing.map { $0 == .finger ? Pointing.loupe : $0 }
      let after = try Self.judge(Self.scene(Sigmas(profile: "arkit-lidar"), pointing: again)).measured
      #expect(judged.advice.expanded == after.uncertainty.expanded)
      #expect(after.uncertainty.expanded < judged.measured.uncertainty.expanded)
    }
  }

  @Test("a known length first: exactly the ± with half a per cent of scale")
  func reference() throws {
    let sigmas = Sigmas(profile: "arkit-lidar", overrides: [.scale: 0.08])
    let judged = try Self.judge(Self.scene(sigmas, pointing: [.mouse, .mouse]))
    #expect(judged.advice.source == .scale && judged.advice.step == .reference)
    var better = sigmas
    better.overrides[.scale] = 0.005
    let after = try Self.judge(Self.scene(better, pointing: [.mouse, .mouse])).measured
    #expect(judged.advice.expanded == after.uncertainty.expanded)
    #expect(after.uncertainty.expanded < judged.measured.uncertainty.expanded)
  }

  @Test("everything from one place: exactly the ± without drift")
  func onePlace() throws {
    let sigmas = Sigmas(profile: "arkit-lidar", overrides: [.driftAlong: 0.05, .driftYawDegrees: 2])
    let judged = try Self.judge(Self.scene(sigmas, pointing: [.mouse, .mouse], aside: 1.2))
    #expect(judged.advice.source == .drift && judged.advice.step == .onePlace)
    var still = sigmas
    still.overrides[.driftAlong] = 0
    still.overrides[.driftYawDegrees] = 0
    let after = try Self.judge(Self.scene(still, pointing: [.mouse, .mouse], aside: 1.2)).measured
    #expect(near(judged.advice.expanded ?? .nan, after.uncertainty.expanded, relative: 1e-12))
    #expect(after.uncertainty.expanded < judged.measured.uncertainty.expanded)
  }

  @Test("from nearer and steeper: about the ± of a tap from there")
  func view() throws {
    // One point over a plane: there is one place to go to.
    let pose = Pose.looking(from: Vector3(0, 1.4, 0), yaw: 0, depression: 0.35)
    var scene = Scene(
      aims: [Scene.Aim(eye: Self.rig.aim(pose, at: Point2(0.5, 0.5)), pointing: .mouse)],
      surfaces: [.floor(half: 9)], sigmas: .only([.poseRollPitchDegrees: 0.3, .poseYawDegrees: 0.3]))
    scene.given = [GivenPoint(position: Vector3(0.3, 0, -2.5), covariance: .zero)]
    let located = try #require(scene.located())
    let given = RandomPoint(given: Vector3(0.3, 0, -2.5), covariance: .zero, noise: scene.sigmas.model)
    let hit = try #require(located.propagations[0]?.unsnapped)
    let point = try #require(located.points[0])
    let measured = try #require(scene.measurer.measure(.distance, [0, 1], of: [point, given]))
    let advice = try #require(
      located.survey.measurer.advice(on: measured, .distance, [0, 1], of: [.tapped(hit, point), .fixed(given)]))
    guard case .view(let distance, let incidence) = advice.step else {
      Issue.record("\(advice)")
      return
    }
    let spot = point.position
    let angle = incidence * .pi / 180
    let place =
      spot + distance * (Elementary.cosine(angle) * Vector3.unitY + Elementary.sine(angle) * Vector3.unitZ)
    let depression = Double.pi / 2 - angle
    scene.aims[0].eye = Self.rig.aim(.looking(from: place, yaw: 0, depression: depression), at: Point2(0.5, 0.5))
    let again = try #require(scene.located())
    let moved = try #require(again.points[0])
    // The middle of the screen is 3 × 5 pixels off the principal point: the spot is met to a centimetre.
    #expect((moved.position - spot).length < 0.02)
    let after = try #require(scene.measurer.measure(.distance, [0, 1], of: [moved, given]))
    #expect(near(advice.expanded ?? .nan, after.uncertainty.expanded, relative: 0.03))
    #expect(after.uncertainty.expanded < measured.uncertainty.expanded)
  }

  @Test("what is advised is always worth it, and never more than the truth", arguments: 0..<60)
  func worthwhile(seed: UInt64) throws {
    var random = Random(0xAD1 + seed)
    var sigmas = Sigmas(profile: random.pick(["arkit-lidar", "arkit", "arcore", "webxr"]))
    if random.chance(0.5) { sigmas.overrides[random.pick(NoiseMember.allCases)] = 0.05 }
    let scene = Self.scene(
      sigmas, pointing: [random.pick(Pointing.allCases), random.pick(Pointing.allCases)],
      depression: random.uniform(0.35, 1.2), aside: random.chance(0.5) ? 0 : random.uniform(0.1, 2))
    let judged = try Self.judge(scene)
    let largest = try #require(judged.measured.uncertainty.budget.max { $0.share < $1.share })
    #expect(judged.advice.source == largest.source)
    let (before, after) = (judged.measured.uncertainty, judged.advice.expanded)
    if judged.advice.step == nil {
      #expect(after == before.expanded)
    } else if before.high != nil {
      #expect(try #require(after) < 0.95 * before.expanded)
    }
  }

  @Test("nothing is advised against what the client stated, or where nothing is uncertain")
  func nothing() throws {
    let noise = Sigmas.only([:]).model
    let measurer = Measurer(noise: noise, coverage: Coverage())
    let survey = Survey(raycast: Raycast(planes: []), planeSigmas: [], given: [], measurer: measurer)
    func advice(_ covariance: Matrix3) throws -> Advice? {
      let points = [Vector3.zero, .unitX].map { RandomPoint(given: $0, covariance: covariance, noise: noise) }
      let measured = try #require(measurer.measure(.distance, [0, 1], of: points))
      return survey.measurer.advice(on: measured, .distance, [0, 1], of: points.map(AdvisablePoint.fixed))
    }
    #expect(try advice(.zero) == nil)
    let stated = try #require(try advice(0.0001 * .identity))
    #expect(stated.source == .prior && stated.step == nil)
  }
}
