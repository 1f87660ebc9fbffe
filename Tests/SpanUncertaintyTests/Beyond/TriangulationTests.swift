import SpanGeometry
import SpanUncertainty
import Testing

@Suite("Triangulation")
struct TriangulationTests {
  @Test("two symmetric rays: depth s/(√2 sin(θ/2)), across it s/(√2 cos(θ/2))", arguments: [5.0, 20, 60, 90, 120, 150])
  func symmetric(degrees: Double) throws {
    let angle = degrees * .pi / 180
    let noise = Sigmas.only([:]).model
    let found = try #require(
      Triangulation(try Views.symmetric(angle: angle, range: 2.5, sigma: 0.004), from: .zero, noise: noise))
    let s = 0.004 * 2.5
    let (depth, across) = (
      s / (2.0.squareRoot() * Elementary.sine(angle / 2)), s / (2.0.squareRoot() * Elementary.cosine(angle / 2))
    )
    #expect(found.point.position.length < 1e-12)
    #expect(near(found.depthSigma, depth))
    #expect(near(found.lateralSigma, max(across, s / 2.0.squareRoot())))
    #expect(
      near(
        found.covariance,
        Matrix3(diagonal: Vector3(across * across, s * s / 2, depth * depth)), relative: 1e-9))
    #expect(near(found.parallax, angle))
    #expect(found.degreesOfFreedom == 1 && found.chiSquare < 1e-12 && near(found.pValue, 1, relative: 1e-6))
    #expect(found.outlier == nil && found.gates.isEmpty)
  }

  @Test(
    "camera taps find the point, and Λ is that of the screen's own equations, shear included",
    arguments: [Lookout.pinhole, Lookout.sheared])
  func screens(_ optics: Camera.Optics) throws {
    let lookouts = Lookout.three(optics)
    let taps = try lookouts.map { try $0.tap(Lookout.target, sigma: 3) }
    let found = try #require(Triangulation(taps, from: .zero, noise: Sigmas.only([:]).model))
    #expect((found.point.position - Lookout.target).length < 1e-10)
    let information = lookouts.reduce(Matrix3.zero) { $0 + $1.information(Lookout.target, sigma: 3) }
    #expect(near(found.covariance, information.inverted, relative: 1e-6))
    #expect(found.degreesOfFreedom == 3)
  }

  @Test("jitter weighs like the tap: what both move on the screen", arguments: [0.0, 2.0])
  func jitter(pixels: Double) throws {
    let lookouts = Lookout.three(Lookout.pinhole)
    let taps = try lookouts.map { try $0.tap(Lookout.target, sigma: pixels) }
    let noise = Sigmas.only([.jitterPosition: 0.006]).model
    let found = try #require(Triangulation(taps, from: .zero, noise: noise))
    // A moved camera moves the picture as the point moved the other way would: Σ = σ²I + σⱼ² J Jᵀ per view.
    let information = lookouts.reduce(Matrix3.zero) { sum, lookout in
      // With J of a view as rows g, h: W = (σ² I + σⱼ² JJᵀ)⁻¹, by the eigenvectors of JᵀJ.
      let e = SymmetricEigen(lookout.information(Lookout.target, sigma: 1))
      let (v, l) = (e.vectors, e.values)
      func weight(_ value: Double) -> Double { value / (pixels * pixels + 0.006 * 0.006 * value) }
      return sum + weight(l.x) * Matrix3(outer: v.x, v.x) + weight(l.y) * Matrix3(outer: v.y, v.y)
    }
    #expect(near(found.covariance, information.inverted, relative: 1e-6))
  }

  @Test(
    "a position error that all views share moves the point as a whole, however many views", arguments: [2, 4, 16, 64])
  func sharedPosition(count: Int) throws {
    let noise = (
      Sigmas.only([.jitterPosition: 0.002]).model, Sigmas.only([.jitterPosition: 0.002, .posePosition: 0.01]).model
    )
    let taps = try (0..<count).map { i in
      let angle = 0.15 + 2.4 * Double(i) / Double(count)
      let origin = Vector3(2 * Elementary.sine(angle), 1 + 0.1 * Double(i % 3), 2 * Elementary.cosine(angle))
      return try Views.ray(from: origin, through: Lookout.target, sigma: 0.003)
    }
    let without = try #require(Triangulation(taps, from: .zero, noise: noise.0))
    let with = try #require(Triangulation(taps, from: .zero, noise: noise.1))
    #expect(near(with.covariance - without.covariance, 0.0001 * .identity, relative: 1e-9, absolute: 1e-15))
    #expect(with.depthSigma > 0.01 && with.lateralSigma > 0.01)
  }

  @Test("a plane known beforehand adds its information along its normal")
  func prior() throws {
    let angle = 0.5
    let s = 0.004 * 2.5
    let plane = Plane(
      pose: Pose(rotation: Matrix3(columns: .unitX, .unitZ, -.unitY), position: .zero), kind: .existing,
      extent: .unbounded(center: Point2(0, 0)))
    let noise = Sigmas.only([:]).model
    let surface = SurfaceError(plane, key: 7, sigma: PlaneSigma(offset: 0.006, tilt: 0), noise: noise, range: 2)
    let found = try #require(
      Triangulation(
        try Views.symmetric(angle: angle, range: 2.5, sigma: 0.004), from: .zero, prior: surface, noise: noise))
    let sine = Elementary.sine(angle / 2)
    let depth = (1 / (2 * sine * sine / (s * s) + 1 / (0.006 * 0.006))).squareRoot()
    #expect(near(found.depthSigma, depth))
    #expect(found.degreesOfFreedom == 2)
  }

  @Test("a plane off the rays pulls by the weights of both, and χ² says how far")
  func priorOffset() throws {
    let angle = 0.5
    let s = 0.004 * 2.5
    // 2 mm beyond the point in which the rays meet.
    let plane = Plane(
      pose: Pose(rotation: Matrix3(columns: .unitX, .unitZ, -.unitY), position: Vector3(0, 0, -0.002)),
      kind: .existing, extent: .unbounded(center: Point2(0, 0)))
    let noise = Sigmas.only([:]).model
    let surface = SurfaceError(plane, key: 0, sigma: PlaneSigma(offset: 0.03, tilt: 0), noise: noise, range: 2)
    let found = try #require(
      Triangulation(
        try Views.symmetric(angle: angle, range: 2.5, sigma: 0.004), from: .zero, prior: surface, noise: noise))
    let sine = Elementary.sine(angle / 2)
    let (ofRays, ofPlane) = (2 * sine * sine / (s * s), 1 / (0.03 * 0.03))
    let z = -0.002 * ofPlane / (ofRays + ofPlane)
    // The weights of the rays are those at the point that was found, 1 mm farther away.
    #expect(near(found.point.position.z, z, relative: 1e-3))
    let chiSquare = z * z * ofRays + (z + 0.002) * (z + 0.002) * ofPlane
    #expect(near(found.chiSquare, chiSquare, relative: 2e-3))
  }

  @Test("parallax is the widest angle of all pairs, wherever the middle lies")
  func parallax() throws {
    // Seen from the point, in degrees about the vertical and up: the widest pair is the last two, neither of which is
    // farthest from the mean.
    let places: [(Double, Double)] = [(0, 0), (1, 1), (-1, 0), (0, 14), (0, -1), (-11, 0), (11, 0)]
    let taps = try places.map { turn, up in
      let degree = Double.pi / 180
      let direction =
        Matrix3(rotationVector: turn * degree * .unitY) * Matrix3(rotationVector: -up * degree * .unitX) * .unitZ
      return try Views.ray(from: 2 * direction, through: .zero, sigma: 0.003)
    }
    let found = try #require(Triangulation(taps, from: .zero, noise: Sigmas.only([:]).model))
    #expect(near(found.parallax, 22 * .pi / 180, relative: 1e-9))
  }

  @Test("χ² has its mean at 2N − 3 when the model holds", arguments: [2, 3, 5])
  func chiSquare(count: Int) throws {
    var random = Random(0xC41 + UInt64(count))
    let noise = Sigmas.only([:]).model
    var sum = 0.0
    let repetitions = 4000
    for _ in 0..<repetitions {
      let taps = try (0..<count).map { i in
        let origin = Vector3(Double(i) - 1, 1.2, 0.3 * Double(i % 2))
        let true_ = (Lookout.target - origin).normalized ?? .unitZ
        let across = true_.cross(.unitY).normalized ?? .unitX
        let aim = true_ + random.normal(0.003) * across + random.normal(0.003) * true_.cross(across)
        return try Views.ray(from: origin, through: origin + aim, sigma: 0.003)
      }
      sum += try #require(Triangulation(taps, from: .zero, noise: noise)).chiSquare
    }
    let nu = Double(2 * count - 3)
    // Four standard errors of the mean of χ²(ν): its variance is 2ν.
    #expect(abs(sum / Double(repetitions) - nu) < 4 * (2 * nu / Double(repetitions)).squareRoot())
  }
}
