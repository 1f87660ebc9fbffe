import SpanGeometry
import SpanUncertainty
import Testing

/// G: how the solution moves with what every view shares, found by moving it and solving again.
@Suite("What all views of a point share")
struct SharedErrorTests {
  private static let lookouts = Lookout.three(Lookout.pinhole)
  private static let own: [NoiseMember: Double] = [.jitterPosition: 0.002]

  /// The point that these cameras would give when each is replaced by `change` of it.
  private func solution(_ change: (Lookout) -> Lookout) throws -> Vector3 {
    let taps = try Self.lookouts.map { lookout in
      let screen = lookout.screen(Lookout.target)
      guard let sight = Sight(through: screen, of: change(lookout).camera) else { throw Views.NoSight() }
      return Tap(sight: sight, pointing: .crosshair, pointingSigma: 3)
    }
    return try #require(Triangulation(taps, from: start, noise: Sigmas.only(Self.own).model)).point.position
  }

  private var start: Vector3 { Self.lookouts[0].pose.position }

  /// Columns ∂X̂/∂q · σ, by central differences.
  private func columns(
    _ sigmas: [Double], step: Double = 1e-5, _ change: (Lookout, [Double]) -> Lookout
  ) throws -> Matrix3 {
    var covariance = Matrix3.zero
    for (k, sigma) in sigmas.enumerated() {
      func moved(_ amount: Double) throws -> Vector3 {
        var q = sigmas.map { _ in 0.0 }
        q[k] = amount
        return try solution { change($0, q) }
      }
      let column = (sigma / (2 * step)) * (try moved(step) - moved(-step))
      covariance += Matrix3(outer: column, column)
    }
    return covariance
  }

  private func added(by members: [NoiseMember: Double]) throws -> Matrix3 {
    let taps = try Self.lookouts.map { try $0.tap(Lookout.target, sigma: 3) }
    let with = Sigmas.only(Self.own.merging(members) { $1 }).model
    let a = try #require(Triangulation(taps, from: start, noise: with)).covariance
    let b = try #require(Triangulation(taps, from: start, noise: Sigmas.only(Self.own).model)).covariance
    return a - b
  }

  @Test("rotation")
  func rotation() throws {
    let degree = Double.pi / 180
    let expected = try columns([0.3 * degree, 0.2 * degree, 0.3 * degree]) { lookout, q in
      var turned = lookout
      turned.pose.rotation = Matrix3(rotationVector: Vector3(q[0], q[1], q[2])) * lookout.pose.rotation
      return turned
    }
    let found = try added(by: [.poseRollPitchDegrees: 0.3, .poseYawDegrees: 0.2])
    #expect(near(found, expected, relative: 1e-5))
  }

  @Test("the lens")
  func lens() throws {
    let expected = try columns([0.004, 0.004, 2.5, 2.5]) { lookout, q in
      guard case .intrinsics(var lens, let viewport) = lookout.optics else { return lookout }
      lens.focal = Point2(lens.focal.x * (1 + q[0]), lens.focal.y * (1 + q[1]))
      lens.principalPoint = Point2(lens.principalPoint.x + q[2], lens.principalPoint.y + q[3])
      return Lookout(pose: lookout.pose, optics: .intrinsics(lens, viewport))
    }
    #expect(near(try added(by: [.focal: 0.004, .principalPoint: 2.5]), expected, relative: 1e-5))
  }

  @Test("drift, along, across and up")
  func drift() throws {
    let expected = try columns([0.02, 0.4 * 0.02, 0.3 * 0.02]) { lookout, q in
      let d = lookout.pose.position - start
      var moved = lookout
      moved.pose.position += q[0] * d + q[1] * Vector3.unitY.cross(d) + (q[2] * d.length) * Vector3.unitY
      return moved
    }
    #expect(near(try added(by: [.driftAlong: 0.02]), expected, relative: 1e-5))
  }

  @Test("drift of the heading")
  func heading() throws {
    let expected = try columns([0.25 * .pi / 180]) { lookout, q in
      let d = (lookout.pose.position - start).length.squareRoot()
      var turned = lookout
      turned.pose.rotation = Matrix3(rotationVector: q[0] * d * .unitY) * lookout.pose.rotation
      return turned
    }
    #expect(near(try added(by: [.driftYawDegrees: 0.25]), expected, relative: 1e-5))
  }

  @Test("scale stretches the distances between the cameras, and the point with them")
  func scale() throws {
    let expected = try columns([0.015]) { lookout, q in
      var moved = lookout
      moved.pose.position = start + (1 + q[0]) * (lookout.pose.position - start)
      return moved
    }
    #expect(near(try added(by: [.scale: 0.015]), expected, relative: 1e-5))
    // Rays that meet exactly: everything grows about the first camera.
    let arm = 0.015 * (Lookout.target - start)
    #expect(near(expected, Matrix3(outer: arm, arm), relative: 1e-5))
  }

  @Test("limited tracking triples the pose errors of that view")
  func limited() throws {
    let noise = Sigmas.only([.posePosition: 0.01]).model
    func covariance(_ tracking: [Camera.Tracking]) throws -> Triangulation {
      let taps = try zip(Self.lookouts, tracking).map { lookout, tracking in
        try Views.ray(from: lookout.pose.position, through: Lookout.target, sigma: 0.003, tracking: tracking)
      }
      return try #require(Triangulation(taps, from: start, noise: noise))
    }
    let (all, none) = (try covariance([.limited, .limited, .limited]), try covariance([.normal, .normal, .normal]))
    #expect(near(all.covariance - none.covariance, 0.0008 * .identity, relative: 1e-9))
    #expect(all.point.traits.contains(.trackingLimited) && !none.point.traits.contains(.trackingLimited))
  }
}
