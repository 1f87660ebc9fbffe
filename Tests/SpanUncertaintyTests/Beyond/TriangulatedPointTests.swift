import SpanGeometry
import SpanUncertainty
import Testing

/// Points given by taps take part in measurements with everything they share with the taps of the request.
@Suite("Triangulated points in measurements")
struct TriangulatedPointTests {
  private static let cameras = [Vector3(-0.8, 1.4, 0.2), Vector3(0.7, 1.5, 0.1), Vector3(0.1, 1.1, 0.4)]

  private static func point(_ target: Vector3, _ noise: NoiseModel, sigma: Double = 0.003) throws -> Triangulation {
    let taps = try cameras.map { try Views.ray(from: $0, through: target, sigma: sigma) }
    return try #require(Triangulation(taps, from: cameras[0], noise: noise))
  }

  /// A tap that ends on a feature, which moves with its camera as a whole.
  private static func feature(_ target: Vector3, _ noise: NoiseModel) throws -> RandomPoint {
    let survey = Survey(
      raycast: Raycast(planes: [], featurePoints: [target], targets: [.featurePoint]), planeSigmas: [], given: [],
      measurer: Measurer(noise: noise, coverage: Coverage()))
    let tap = try Views.ray(from: cameras[0], through: target, sigma: 0)
    guard case .hit(_, _, let propagation)? = survey.locate([tap]).first?.outcome else { throw Views.NoSight() }
    return propagation.point
  }

  private static func standard(_ points: [RandomPoint], _ noise: NoiseModel) throws -> Double {
    let measurer = Measurer(noise: noise, coverage: Coverage())
    return try #require(measurer.measure(.distance, [0, 1], of: points)).uncertainty.standard
  }

  private static let (a, b) = (Vector3(-0.4, 0.9, -1.8), Vector3(0.5, 1.2, -2.1))

  @Test("a position error of the session cancels between two of them, and between one and a tap")
  func position() throws {
    let noise = Sigmas.only([.posePosition: 0.05]).model
    let points = try [Self.point(Self.a, noise, sigma: 0).point, Self.point(Self.b, noise, sigma: 0).point]
    #expect(near(points[0].covariance, 0.0025 * .identity, relative: 1e-6))
    #expect(try Self.standard(points, noise) < 1e-8)
    #expect(try Self.standard([points[0], Self.feature(Self.b, noise)], noise) < 1e-8)
  }

  @Test("a yaw error turns both about the cameras alike: what is left is what their solutions do not share")
  func yaw() throws {
    let noise = Sigmas.only([.poseYawDegrees: 0.5]).model
    let sigma = 0.5 * Double.pi / 180
    let points = try [Self.a, Self.b].map { try Self.point($0, noise, sigma: 0.003) }
    // Turned and solved again.
    func solved(_ target: Vector3, _ angle: Double) throws -> Vector3 {
      let taps = try Self.cameras.map { camera in
        try Views.ray(
          from: camera, through: camera + Matrix3(rotationVector: angle * .unitY) * (target - camera), sigma: 0.003)
      }
      return try #require(Triangulation(taps, from: Self.cameras[0], noise: noise)).point.position
    }
    let step = 1e-5
    let change = try (solved(Self.b, step) - solved(Self.a, step)) - (solved(Self.b, -step) - solved(Self.a, -step))
    let u = (Self.b - Self.a).normalized ?? .unitX
    let expected = abs(u.dot(change)) / (2 * step) * sigma
    let measurer = Measurer(noise: noise, coverage: Coverage())
    let measured = try #require(measurer.measure(.distance, [0, 1], of: points.map(\.point)))
    let line = try #require(measured.uncertainty.budget.first { $0.source == .poseRotation })
    #expect(near(line.standard, expected, relative: 1e-6))
  }

  @Test("own errors add in quadrature: two points of equal σ along their line")
  func own() throws {
    let noise = Sigmas.only([:]).model
    let points = try [Self.a, Self.b].map { try Self.point($0, noise).point }
    let u = (Self.b - Self.a).normalized ?? .unitX
    let expected = (points[0].covariance.form(u, u) + points[1].covariance.form(u, u)).squareRoot()
    // Second order of the norm adds a little.
    #expect(near(try Self.standard(points, noise), expected, relative: 1e-3))
  }

  @Test("definition counts once for each point, scale once for the length")
  func definition() throws {
    let noise = Sigmas.only([.definition: 0.004, .scale: 0.02]).model
    let points = try [Self.a, Self.b].map { try Self.point($0, noise, sigma: 0).point }
    let d = (Self.b - Self.a).length
    let expected = (2 * 0.004 * 0.004 + 0.02 * 0.02 * d * d).squareRoot()
    #expect(near(try Self.standard(points, noise), expected, relative: 1e-4))
  }

  @Test("a tap snaps to one and then is it")
  func snap() throws {
    let noise = Sigmas(profile: "arkit").model
    let floor = Plane(pose: .identity, kind: .existing, extent: .unbounded(center: Point2(0, 0)))
    let spot = Vector3(0.1, 0.004, -1.5)
    let found = try Self.point(spot, noise)
    let survey = Survey(
      raycast: Raycast(planes: [floor], targets: [.existingPlaneInfinite]), planeSigmas: [PlaneSigma()],
      points: [.triangulated(found), .triangulated(nil)], measurer: Measurer(noise: noise, coverage: Coverage()))
    let tap = try Views.ray(from: Self.cameras[0], through: Vector3(0.1, 0, -1.5))
    guard case .hit(_, let snap?, let propagation)? = survey.locate([tap]).first?.outcome else { throw Views.NoSight() }
    #expect(snap.feature == .point(0))
    #expect(propagation.point.position == found.point.position)
    #expect(survey.point(known: 1) == nil)
  }
}
