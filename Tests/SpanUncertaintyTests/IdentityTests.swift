import SpanGeometry
import SpanUncertainty
import Testing

/// The identities of the measurement model, §3, with one source at a time: relative 1e-9.
@Suite("Identities of shared errors")
struct IdentityTests {
  static let height = 1.45

  /// Taps into one floor at y = 0.2 from one pose 1.45 m above it.
  static func scene(_ members: [NoiseMember: Double], taps: [Point2] = [Point2(0.2, 0.4), Point2(0.8, 0.6)]) -> Scene {
    let rig = Rig(
      form: .viewport(.quarter, .fill, pixelsPerUnit: 2), view: Point2(390, 844), focal: 700)
    let pose = Pose.looking(from: Vector3(0.3, 0.2 + height, -0.1), yaw: 0.4, depression: 0.9, roll: 0.1)
    var floor = Scene.Surface.floor(height: 0.2, at: Point2(0.5, -1), half: 4)
    floor.pose.rotation = Matrix3(rotationVector: 0.7 * .unitY)
    return Scene(
      aims: taps.map { Scene.Aim(eye: rig.aim(pose, at: $0), sigma: 0) }, surfaces: [floor], sigmas: .only(members))
  }

  static func measure(_ scene: Scene, _ kind: Measurand) throws -> Measured {
    let located = try #require(scene.located())
    let points = try #require(located.all)
    return try #require(scene.measurer.measure(kind, Array(points.indices), of: points))
  }

  static let ring = [Point2(0.3, 0.3), Point2(0.7, 0.35), Point2(0.8, 0.6), Point2(0.25, 0.7)]

  @Test("a plane raised by σ changes a length by d·σ/H", arguments: [0.001, 0.02])
  func planeOffset(_ sigma: Double) throws {
    let measured = try Self.measure(Self.scene([.planeOffset: sigma]), .distance)
    #expect(near(measured.uncertainty.standard, measured.value * sigma / Self.height))
    #expect(measured.uncertainty.budget.map(\.source) == [.plane])
  }

  @Test("a camera moved by σ on each axis changes it by d·σ/H: only the part along the normal counts")
  func cameraPosition() throws {
    let measured = try Self.measure(Self.scene([.posePosition: 0.013]), .distance)
    #expect(near(measured.uncertainty.standard, measured.value * 0.013 / Self.height))
  }

  @Test("yaw about the normal turns a length and does not change it")
  func yaw() throws {
    let located = try #require(Self.scene([.poseYawDegrees: 0.4]).located())
    let points = try #require(located.all)
    var spread = Spread()
    spread.add(points[0], -1 * .identity)
    spread.add(points[1], .identity)
    let delta = points[1].position - points[0].position
    let u = delta / delta.length
    #expect(spread.total.form(u, u).squareRoot() <= 1e-9 * delta.length)
    // Across, it turns by σ: |δΔ| = σ|Δ|.
    #expect(near(spread.total.trace.squareRoot(), delta.length * 0.4 * .pi / 180))
  }

  @Test("straight down, the offset of the plane moves only the height of a tap")
  func straightDown() throws {
    var scene = Self.scene([.planeOffset: 0.01])
    scene.aims = [Scene.Aim(eye: .ray(origin: Vector3(0.7, 1.5, -0.4), direction: -.unitY), sigma: 0)]
    let point = try #require(scene.located()?.points[0])
    #expect(near(point.covariance, 1e-4 * Matrix3(outer: .unitY, .unitY), relative: 1e-9))
  }

  @Test(
    "areas feel twice the relative effect on lengths",
    arguments: [
      NoiseMember.planeOffset, .posePosition, .scale,
    ])
  func areas(_ member: NoiseMember) throws {
    let scene = Self.scene([member: 0.01], taps: Self.ring)
    let (length, area) = try (Self.measure(scene, .perimeter), Self.measure(scene, .area))
    let (ofLength, ofArea) = (
      length.uncertainty.budget[0].standard / length.value, area.uncertainty.budget[0].standard / area.value
    )
    #expect(near(ofArea, 2 * ofLength))
  }

  @Test(
    "scale: once for lengths, twice for areas, three times for volumes, not at all for angles",
    arguments: [
      (Measurand.distance, 1.0), (.polyline, 1), (.perimeter, 1), (.height, 1), (.pointToPlane, 1), (.area, 2),
      (.volume, 3), (.angle, 0),
    ])
  func scale(_ kind: Measurand, _ exponent: Double) throws {
    let noise = Sigmas.only([.scale: 0.02]).model
    let corners = [Vector3(0, 0, 0), Vector3(1, 0.2, 0), Vector3(1, 0.5, 1), Vector3(0.1, 1.3, 0.6)]
    let used = Array(corners.indices.prefix(kind.pointCount.contains(4) ? 4 : kind.pointCount.upperBound))
    let points = corners.map { RandomPoint(given: $0, covariance: .zero, noise: noise) }
    let plane = Scene.Surface.floor(height: -2).plane
    let surface = SurfaceError(plane, key: 0, sigma: PlaneSigma(), noise: noise, range: 0)
    let measurer = Measurer(noise: noise, coverage: Coverage())
    let measured = try #require(measurer.measure(kind, used, of: points, surface: surface))
    #expect(measured.value > 0)
    #expect(near(measured.uncertainty.standard, exponent * measured.value * 0.02))
    #expect(measured.uncertainty.budget.map(\.source) == (exponent > 0 ? [.scale] : []))
  }

  @Test(
    "angles feel neither the offset of the plane nor the scale nor a moved camera",
    arguments: [
      NoiseMember.planeOffset, .posePosition, .scale,
    ])
  func angles(_ member: NoiseMember) throws {
    let measured = try Self.measure(Self.scene([member: 0.01], taps: Array(Self.ring.prefix(3))), .angle)
    #expect(measured.uncertainty.standard <= 1e-9)
  }

  @Test("heights over the plane of the taps feel neither its offset nor the camera: level points on one floor")
  func levelHeight() throws {
    let measured = try Self.measure(Self.scene([.planeOffset: 0.01, .posePosition: 0.01]), .height)
    #expect(measured.value <= 1e-12 && measured.uncertainty.standard <= 1e-12)
  }

  @Test("a tap measured against its own plane keeps only its own definition error")
  func ownPlane() throws {
    var scene = Self.scene([:], taps: [Point2(0.3, 0.4)])
    scene.sigmas = Sigmas(profile: "webxr")
    let located = try #require(scene.located())
    let surface = located.survey.surface(ofPlane: 0, range: 2)
    let points = try #require(located.all)
    let measured = try #require(scene.measurer.measure(.pointToPlane, [0], of: points, surface: surface))
    #expect(near(measured.uncertainty.standard, 0.003) && measured.value < 1e-12)
  }

  @Test(
    "limited tracking: three times the pose error, nothing else",
    arguments: [
      NoiseMember.posePosition, .poseRollPitchDegrees, .poseYawDegrees, .jitterPosition, .jitterRotationDegrees, .focal,
      .planeOffset,
    ])
  func limited(_ member: NoiseMember) throws {
    let normal = Self.scene([member: 0.01], taps: [Point2(0.3, 0.4)])
    var limited = normal
    if case .camera(var camera, let screen) = normal.aims[0].eye {
      camera.tracking = .limited
      limited.aims[0].eye = .camera(camera, screen)
    }
    let (a, b) = try (#require(normal.located()?.points[0]), #require(limited.located()?.points[0]))
    let isPose = [.posePosition, .poseRollPitchDegrees, .poseYawDegrees].contains(member)
    #expect(near(b.covariance, (isPose ? 9 : 1) * a.covariance, relative: 1e-12))
    #expect(b.traits.contains(.trackingLimited) && !a.traits.contains(.trackingLimited))
  }
}
