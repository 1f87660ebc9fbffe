import SpanGeometry
import SpanUncertainty
import Testing

/// Parts of a measurement along the world's axes: the norm rule in the subspace of the part. Expected values by numpy
/// and scipy from the formulas of the measurement model, §4.
@Suite("Parts of distances and areas have ranges of their own")
struct PartTests {
  private static let noise = Sigmas.only([.scale: 0.01]).model
  private static let measurer = Measurer(noise: noise, coverage: Coverage())

  private static func point(_ position: Vector3, _ covariance: Matrix3) -> RandomPoint {
    RandomPoint(given: position, covariance: covariance, noise: noise)
  }

  private static func distance(_ delta: Vector3) throws -> (Measured.Part, Measured.Part) {
    let a = Matrix3(
      columns: Vector3(4e-6, 1e-6, 5e-7), Vector3(1e-6, 9e-6, -2e-6), Vector3(5e-7, -2e-6, 1.6e-5))
    let b = Matrix3(columns: Vector3(1e-5, 0, 2e-6), Vector3(0, 4e-5, 1e-6), Vector3(2e-6, 1e-6, 2.5e-5))
    let start = Vector3(0.3, 1.1, -0.4)
    let measured = try #require(
      measurer.measure(.distance, [0, 1], of: [point(start, a), point(start + delta, b)]))
    guard case .distance(let horizontal, let vertical) = measured.components else { throw Views.NoSight() }
    return (horizontal, vertical)
  }

  private func expect(
    _ part: Measured.Part, _ value: Double, _ standard: Double, _ factor: Double, _ low: Double, _ high: Double,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let u = part.uncertainty
    for (found, expected) in [
      (part.value, value), (u.standard, standard), (u.coverageFactor, factor), (u.low, low), (u.high ?? .nan, high),
    ] {
      #expect(near(found, expected, relative: 1e-9), "\(found), not \(expected)", sourceLocation: sourceLocation)
    }
  }

  @Test("horizontal and vertical of a slanted distance")
  func slanted() throws {
    let (horizontal, vertical) = try Self.distance(Vector3(0.8, 0.35, -0.6))
    expect(horizontal, 1, 0.01101456159686803, 1.9942413442903757, 0.9780174658742927, 1.0219656941257071)
    expect(vertical, 0.35, 0.007826237921249264, 1.9927554064667403, 0.3344042220701355, 0.3655957779298645)
  }

  @Test("a rise that its errors explain may be none")
  func flat() throws {
    let (horizontal, vertical) = try Self.distance(Vector3(0.8, 0.004, -0.6))
    expect(horizontal, 1, 0.01101456159686803, 1.9942413442903757, 0.9780174658742927, 1.0219656941257071)
    expect(vertical, 0.004, 0.0070001142847813565, 2.0085558623070967, 0, 0.018060120583517244)
    #expect(vertical.uncertainty.flags.contains(.indistinguishableFromZero))
    #expect(!horizontal.uncertainty.flags.contains(.indistinguishableFromZero))
  }

  @Test("the outline seen from above, and how far the corners leave the plane of the area")
  func area() throws {
    let ring = [Vector3(0, 0, 0), Vector3(2, 0.1, 0), Vector3(2.1, 0.3, -1.5), Vector3(0.1, 0.05, -1.4)]
    let points = zip(ring, [0.004, 0.006, 0.005, 0.007]).map { Self.point($0, $1 * $1 * .identity) }
    let measured = try #require(Self.measurer.measure(.area, [0, 1, 2, 3], of: points))
    guard case .area(let horizontal, let nonPlanarity) = measured.components else { throw Views.NoSight() }
    var whole = horizontal
    (whole.value, whole.uncertainty) = (measured.value, measured.uncertainty)
    expect(whole, 2.914847766179222, 0.05999243386296964, 2.003335053499142, 2.79462841805838, 3.035032711881638)
    expect(horizontal, 2.895, 0.059590498403688484, 2.003316717216668, 2.7756213583606177, 3.0143786416393823)
    #expect(near(nonPlanarity, 0.03525055448596704, relative: 1e-9))
  }

  @Test("a saddle with corners h above and below its middle plane is h off it", arguments: [0.0, 0.01, 0.2])
  func saddle(h: Double) throws {
    let ring = [Vector3(-1, h, -1), Vector3(1, -h, -1), Vector3(1, h, 1), Vector3(-1, -h, 1)]
    let points = ring.map { Self.point($0, .zero) }
    let measured = try #require(Self.measurer.measure(.area, [0, 1, 2, 3], of: points))
    guard case .area(_, let nonPlanarity) = measured.components else { throw Views.NoSight() }
    #expect(near(nonPlanarity, h, absolute: 1e-15))
  }

  @Test("other kinds have no parts")
  func others() throws {
    let points = [Vector3(0, 0, 0), Vector3(1, 0, 0), Vector3(1, 1, 0), Vector3(0, 1, 1)].map { Self.point($0, .zero) }
    for kind in [Measurand.polyline, .perimeter, .height, .angle, .volume] {
      let count = kind == .height ? 2 : kind == .angle ? 3 : 4
      #expect(Self.measurer.measure(kind, Array(0..<count), of: points)?.components == nil)
    }
  }
}
